package io.doorlist.phone;

import io.doorlist.door.Emptying;
import io.doorlist.door.OfflineDoor;
import io.doorlist.door.Passage;
import io.doorlist.door.PassageFold;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Counts the tickets that are inside an area, a few at a time. Not thread-safe. */
final class InsideCount {
  private final List<OfflineDoor> doors;
  private final Map<Long, List<Passage>> own;
  private final Collection<List<Passage>> unknown;
  private final Emptying emptying;
  private final long now;
  private Iterator<Long> visitors = List.<Long>of().iterator();
  private int begun;
  private int inside;

  /**
   * Creates a count for the area into which {@code doors} lead. {@code own} has the passages
   * (entries and exits) that this phone recorded, by the id of their ticket. {@code unknown} has
   * this phone's passages of codes that no copy has.
   */
  InsideCount(
      List<OfflineDoor> doors,
      Map<Long, List<Passage>> own,
      Collection<List<Passage>> unknown,
      Emptying emptying,
      long now) {
    this.doors = doors;
    this.own = own;
    this.unknown = unknown;
    this.emptying = emptying;
    this.now = now;
  }

  /** Counts up to {@code most} further visitors of the doors. Returns whether there may be more. */
  boolean step(int most) {
    for (int left = most; left > 0; left--) {
      while (!visitors.hasNext()) {
        if (begun == doors.size()) {
          own.values().forEach(this::count);
          unknown.forEach(this::count);
          own.clear();
          unknown.clear();
          return false;
        }
        visitors = doors.get(begun++).copy().visitors().iterator();
      }
      visitor(visitors.next());
    }
    return true;
  }

  /**
   * Counts a visitor of the present door, unless the visitor was already counted at an earlier
   * door.
   */
  private void visitor(long ticket) {
    List<Passage> all = new ArrayList<>();
    for (int i = 0; i < doors.size(); i++) {
      OfflineDoor door = doors.get(i);
      all.addAll(door.copy().passages(ticket, door.area().reentry()));
      if (i < begun - 1 && !all.isEmpty()) {
        return;
      }
    }
    all.addAll(own.getOrDefault(ticket, List.of()));
    own.remove(ticket);
    count(all);
  }

  private void count(List<Passage> all) {
    if (PassageFold.presence(all, emptying).at(now, emptying).inside()) {
      inside++;
    }
  }

  int inside() {
    return inside;
  }
}
