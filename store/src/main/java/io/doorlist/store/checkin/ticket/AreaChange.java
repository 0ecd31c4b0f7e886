package io.doorlist.store.checkin.ticket;

import io.doorlist.domain.Mode;
import io.doorlist.door.Tally;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What one more passage of a ticket, or one fewer, changes in the ticket's area. Changes can be
 * added up over passages in their order of arrival, over tickets and over lists.
 *
 * @param tally by how much the counts change
 * @param opens ids of entries that are unexplained from now on
 * @param closes ids of entries that were unexplained and are explained from now on
 * @param others the ticket's other passages that become explained ({@code true}) or unexplained
 *     ({@code false})
 */
public record AreaChange(
    Tally tally, List<Long> opens, List<Long> closes, Map<AreaPassages.At, Boolean> others) {
  /** No change. */
  public static final AreaChange NONE = new AreaChange(Tally.NONE, List.of(), List.of(), Map.of());

  public AreaChange {
    opens = List.copyOf(opens);
    closes = List.copyOf(closes);
    others = Map.copyOf(others);
  }

  /** Returns the change by which a wrong admission is no longer open. */
  public static AreaChange closing(long id) {
    return new AreaChange(Tally.NONE, List.of(), List.of(id), Map.of());
  }

  /** Returns what changes in the area between two states of a ticket's passages. */
  public static AreaChange between(AreaPassages before, AreaPassages after, Mode mode) {
    Map<AreaPassages.At, Boolean> was = before.explained();
    Map<AreaPassages.At, Boolean> is = after.explained();
    Map<AreaPassages.At, Boolean> others = new HashMap<>(is);
    others.keySet().removeIf(at -> was.getOrDefault(at, is.get(at)).equals(is.get(at)));
    Tally tally = after.fold().tally().minus(before.fold().tally());
    return new AreaChange(tally, opened(was, is, mode), opened(is, was, mode), others);
  }

  private static List<Long> opened(
      Map<AreaPassages.At, Boolean> was, Map<AreaPassages.At, Boolean> is, Mode mode) {
    return is.keySet().stream()
        .filter(at -> !at.passage().exit() && !is.get(at) && was.getOrDefault(at, true))
        .map(at -> CheckinMark.id(at.list(), mode, at.place()))
        .toList();
  }
}
