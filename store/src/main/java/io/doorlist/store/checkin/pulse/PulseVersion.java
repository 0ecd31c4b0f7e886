package io.doorlist.store.checkin.pulse;

import io.doorlist.domain.event.CheckinList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * The version of a pulse, known without reading the pulse: made of the state of the lists'
 * sequences, their refusals, and the minute.
 *
 * <p>Implementation notes. Once somebody has seen that no place is open, the version of a
 * sequence's count stands for what came and left, and a pulse is the sum of that. As minutes pass,
 * arrivals move to the left and disappear, so the version of a pulse that shows any includes its
 * minute. One that shows none keeps its version until somebody comes.
 */
final class PulseVersion {
  private static final String STILL = "still";

  private final String shown;

  /**
   * Creates the versions of a pulse.
   *
   * @param lists each with the versions of its sequences
   * @param refused what each list refused in these minutes
   */
  PulseVersion(
      Map<CheckinList, List<String>> lists,
      int minutes,
      SortedMap<Long, SortedMap<String, Long>> refused) {
    StringBuilder text = new StringBuilder().append(minutes).append('\n').append(refused);
    lists.forEach(
        (list, sequences) -> {
          text.append('\n').append(list.id()).append(' ').append(list.name());
          sequences.forEach(name -> text.append('\n').append(name));
        });
    this.shown = text.toString();
  }

  /** Returns the version of a pulse that shows the same in every minute. */
  String still() {
    return shown + '\n' + STILL;
  }

  /** Returns the version of a pulse that changes with the minute. */
  String at(long minute) {
    return shown + '\n' + minute;
  }
}
