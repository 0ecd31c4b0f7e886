package io.doorlist.door;

import io.doorlist.door.rules.PastEntries;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What a ticket's passages in an area add up to, taken in the order of their times. The result does
 * not depend on the order in which they arrived.
 *
 * @param presence the state after the last passage
 * @param tally what the ticket adds to the counts of the area
 * @param unexplained the passages that the others do not explain. These are double admissions, that
 *     is entries of somebody who may not come in again, and exits of somebody who is outside
 */
public record PassageFold(Presence presence, Tally tally, List<Passage> unexplained) {
  private static final long MILLIS = 1000;

  public PassageFold {
    unexplained = List.copyOf(unexplained);
  }

  public static PassageFold of(Collection<Passage> passages, Emptying emptying) {
    Tally.Builder tally = new Tally.Builder();
    List<Passage> unexplained = new ArrayList<>();
    Presence presence =
        walk(
            passages,
            emptying,
            (passage, inside, explained) -> {
              tally.add(passage, inside, explained);
              if (!explained) {
                unexplained.add(passage);
              }
            });
    return new PassageFold(presence, tally.build(), unexplained);
  }

  /**
   * Takes each passage, with whether the ticket was inside before, and whether the passage is
   * explained.
   */
  private interface Step {
    void passage(Passage passage, boolean inside, boolean explained);
  }

  private static Presence walk(Collection<Passage> passages, Emptying emptying, Step step) {
    List<Passage> sorted = new ArrayList<>(passages);
    Collections.sort(sorted);
    Presence presence = Presence.OUTSIDE;
    for (Passage passage : sorted) {
      boolean inside = presence.at(passage.at(), emptying).inside();
      step.passage(passage, inside, presence.explains(passage, emptying));
      presence = presence.after(passage, emptying);
    }
    return presence;
  }

  /**
   * Returns for each passage whether it is explained. Of equal passages, the first in the list
   * counts as the earlier one.
   */
  public static List<Boolean> explained(List<Passage> passages, Emptying emptying) {
    Iterator<Integer> next =
        IntStream.range(0, passages.size())
            .boxed()
            .sorted(Comparator.comparing(passages::get))
            .iterator();
    List<Boolean> explained = new ArrayList<>(Collections.nCopies(passages.size(), true));
    walk(passages, emptying, (passage, inside, fits) -> explained.set(next.next(), fits));
    return explained;
  }

  /** Returns the state after the last passage, without counting anything. */
  public static Presence presence(Collection<Passage> passages, Emptying emptying) {
    return walk(passages, emptying, (passage, inside, explained) -> {});
  }

  /**
   * Returns whether a list lets a ticket in. It does if the entry would not increase the number of
   * unexplained entries.
   */
  public static boolean admits(Collection<Passage> passages, Passage entry, Emptying emptying) {
    List<Passage> all = new ArrayList<>(passages);
    all.add(entry);
    return unexplainedEntries(all, emptying) <= unexplainedEntries(passages, emptying);
  }

  private static int unexplainedEntries(Collection<Passage> passages, Emptying emptying) {
    int[] count = {0};
    walk(
        passages,
        emptying,
        (passage, inside, explained) -> count[0] += passage.exit() || explained ? 0 : 1);
    return count[0];
  }

  /**
   * Returns the facts about a ticket that the rules of a list ask for.
   *
   * @param here its passages at the list, in any order
   * @param millis when the code was scanned; the area may have emptied since the last passage
   */
  public static PastEntries history(Collection<Passage> here, Emptying emptying, long millis) {
    List<Long> entries =
        here.stream()
            .filter(each -> !each.exit())
            .map(each -> Math.floorDiv(each.at(), MILLIS))
            .collect(Collectors.toList());
    Passage last = here.isEmpty() ? null : Collections.max(here);
    return new PastEntries(
        entries, last != null && !last.exit() && !emptying.between(last.at(), millis));
  }

  /** Returns the state just before a passage, from all earlier passages. */
  public static Presence before(Collection<Passage> passages, Passage next, Emptying emptying) {
    return presence(
        passages.stream().filter(each -> each.compareTo(next) < 0).collect(Collectors.toList()),
        emptying);
  }
}
