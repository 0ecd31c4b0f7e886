package io.doorlist.door;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/**
 * What a ticket's passages in an area come to, in the order of their times. It is the same in
 * whatever order they arrived.
 *
 * @param presence the state after the last passage
 * @param tally what the ticket adds to the counts of the area
 * @param unexplained the passages that do not fit: an entry of somebody who is inside and may not
 *     come in again, which is a double admission; an exit of somebody who is outside
 */
public record PassageFold(Presence presence, Tally tally, List<Passage> unexplained) {
  public PassageFold {
    unexplained = List.copyOf(unexplained);
  }

  /** Folds passages, in any order. */
  public static PassageFold of(Collection<Passage> passages, Emptying emptying) {
    List<Passage> sorted = new ArrayList<>(passages);
    Collections.sort(sorted);
    Presence presence = Presence.OUTSIDE;
    Tally.Builder tally = new Tally.Builder();
    List<Passage> unexplained = new ArrayList<>();
    for (Passage passage : sorted) {
      boolean inside = presence.at(passage.at(), emptying).inside();
      boolean explained = presence.explains(passage, emptying);
      tally.add(passage, inside, explained);
      if (!explained) {
        unexplained.add(passage);
      }
      presence = presence.after(passage, emptying);
    }
    return new PassageFold(presence, tally.build(), unexplained);
  }

  /** Returns the state just before a time, by the passages that are earlier than it. */
  public static Presence before(Collection<Passage> passages, Passage next, Emptying emptying) {
    return of(passages.stream().filter(each -> each.compareTo(next) < 0).toList(), emptying)
        .presence;
  }
}
