package io.doorlist.store.checkin.ticket;

import io.doorlist.domain.Mode;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.door.Tally;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What one more passage of a ticket, or one fewer, changes in its area. Changes add up: over
 * passages as they arrived, over tickets and over lists.
 *
 * @param tally by how much the counts change
 * @param opens ids of entries that are unexplained from now on
 * @param closes ids of entries that no longer are
 * @param others the ticket's other passages that are explained now and were not, or the reverse
 */
public record AreaChange(
    Tally tally, List<Long> opens, List<Long> closes, Map<Place, Boolean> others) {
  public AreaChange {
    opens = List.copyOf(opens);
    closes = List.copyOf(closes);
    others = Map.copyOf(others);
  }

  /** Where a passage is: a list, and the place in its log. */
  public record Place(CheckinList list, long place, boolean checkin) {
    private static Place of(Comings.At at) {
      return new Place(at.list(), at.place(), at.checkin());
    }
  }

  /** Returns that a wrong admission is no longer open. */
  public static AreaChange closing(long id) {
    return new AreaChange(Tally.NONE, List.of(), List.of(id), Map.of());
  }

  /** Returns what a ticket's change adds to an area. */
  public static AreaChange between(Comings before, Comings after, Mode mode) {
    Map<Place, Boolean> was = new HashMap<>();
    before.passages().forEach(each -> was.put(Place.of(each), true));
    List<Long> closes = new ArrayList<>();
    for (Comings.At each : before.unexplained()) {
      was.put(Place.of(each), false);
      if (!each.passage().exit()) {
        closes.add(id(each, mode));
      }
    }
    Map<Place, Boolean> others = new HashMap<>();
    after.passages().forEach(each -> others.put(Place.of(each), true));
    List<Long> opens = new ArrayList<>();
    for (Comings.At each : after.unexplained()) {
      others.put(Place.of(each), false);
      if (!each.passage().exit() && !closes.remove(id(each, mode))) {
        opens.add(id(each, mode));
      }
    }
    others
        .entrySet()
        .removeIf(each -> was.getOrDefault(each.getKey(), each.getValue()).equals(each.getValue()));
    Tally tally = after.fold().tally().minus(before.fold().tally());
    return new AreaChange(tally, opens, closes, others);
  }

  private static Long id(Comings.At at, Mode mode) {
    return CheckinMark.id(at.list(), mode, at.place());
  }
}
