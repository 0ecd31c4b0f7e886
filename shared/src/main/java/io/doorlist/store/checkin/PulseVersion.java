package io.doorlist.store.checkin;

import io.doorlist.domain.CheckinList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * Names what a pulse shows without reading it: by where the lists' sequences stand, what they
 * refused, and the minute.
 *
 * <p>Implementation notes. The name of a sequence stands for what came and left once somebody has
 * seen that no place was open, and a pulse is what that adds up to. As minutes pass, arrivals move
 * to the left and leave: so a pulse that shows any is named by its minute, too. One that shows none
 * has the same name until somebody comes.
 */
final class PulseVersion {
  private static final String STILL = "still";

  private final String shown;

  /**
   * Creates one.
   *
   * @param lists each with the names of its sequences
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

  /** Returns the name of a pulse that shows the same whatever the minute. */
  String still() {
    return shown + '\n' + STILL;
  }

  /** Returns the name of a pulse that another minute would change. */
  String at(long minute) {
    return shown + '\n' + minute;
  }
}
