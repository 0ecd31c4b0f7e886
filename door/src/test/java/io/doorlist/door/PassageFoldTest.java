package io.doorlist.door;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * The fold against a walk through time, minute by minute, as in exactness/tla/Passages.tla: every
 * order of arrival of five passages, all types, three rules.
 */
class PassageFoldTest {
  private static final long START = 1_796_500_020L / 60 * 60;
  private static final long MINUTE = 60_000;
  private static final Emptying AT_THREE = new Emptying(List.of(START + 3 * 60));

  @Test
  void fold_isThatOfAPlainWalk_whateverTheOrderOfArrival() {
    List<List<Integer>> orders = permutations(5);
    for (Reentry reentry : Reentry.values()) {
      for (Emptying emptying : List.of(Emptying.NEVER, AT_THREE)) {
        for (int types = 0; types < 1 << 5; types++) {
          List<Passage> passages = uploaded(5, types, reentry);
          Walk walk = Walk.of(passages, emptying);
          for (List<Integer> order : orders) {
            assertArrives(walk, order.stream().map(passages::get).toList(), emptying);
          }
        }
      }
    }
  }

  @Test
  void fold_isThatOfAPlainWalk_forManyTicketsOverDays() {
    Random random = new Random(31);
    for (int round = 0; round < 300; round++) {
      List<Long> moments = new ArrayList<>();
      for (int day = 0; day < 4; day++) {
        moments.add(START + day * 86_400L + 4 * 3600);
      }
      Emptying emptying = new Emptying(moments);
      Tally area = Tally.NONE;
      Walk together = new Walk();
      for (int ticket = 0; ticket < 20; ticket++) {
        List<Passage> passages = new ArrayList<>();
        Reentry reentry = Reentry.values()[random.nextInt(3)];
        for (int i = random.nextInt(12); i > 0; i--) {
          long at = START * 1000 + random.nextInt(4 * 86_400_000);
          // Some share a time.
          at -= random.nextInt(3) == 0 ? at % MINUTE : 0;
          passages.add(new Passage(at, random.nextInt(3), random.nextBoolean(), reentry));
        }
        List<Passage> arrived = new ArrayList<>();
        for (Passage each : passages) {
          Tally before = PassageFold.of(arrived, emptying).tally();
          arrived.add(each);
          area = area.plus(PassageFold.of(arrived, emptying).tally().minus(before));
        }
        Walk walk = Walk.of(passages, emptying);
        walk.check(PassageFold.of(passages, emptying), emptying);
        together.join(walk);
      }
      together.check(area, emptying);
    }
  }

  private static void assertArrives(Walk walk, List<Passage> order, Emptying emptying) {
    List<Passage> arrived = new ArrayList<>();
    Tally sum = Tally.NONE;
    Tally before = Tally.NONE;
    for (Passage passage : order) {
      arrived.add(passage);
      Tally after = PassageFold.of(arrived, emptying).tally();
      sum = sum.plus(after.minus(before));
      before = after;
    }
    walk.check(sum, emptying);
    PassageFold fold = PassageFold.of(arrived, emptying);
    walk.check(fold, emptying);
    assertEquals(fold.presence(), PassageFold.presence(arrived, emptying));
  }

  /** Passages that happened at minutes 1, 2, ... */
  private static List<Passage> uploaded(int count, int types, Reentry reentry) {
    return IntStream.range(0, count)
        .mapToObj(
            i -> new Passage((START + (i + 1) * 60) * 1000, i, (types & 1 << i) != 0, reentry))
        .toList();
  }

  private static List<List<Integer>> permutations(int count) {
    if (count == 0) {
      return List.of(List.of());
    }
    List<List<Integer>> all = new ArrayList<>();
    for (List<Integer> shorter : permutations(count - 1)) {
      for (int at = 0; at <= shorter.size(); at++) {
        List<Integer> order = new ArrayList<>(shorter);
        order.add(at, count - 1);
        all.add(order);
      }
    }
    return all;
  }

  /** Goes through time and keeps what it sees; knows nothing of folds, changes and curves. */
  private static final class Walk {
    private final TreeMap<Long, Long> insideAtEnd = new TreeMap<>();
    private boolean inside;
    private long entries;
    private long exits;
    private long unexplainedEntries;
    private long unexplainedExits;

    static Walk of(List<Passage> passages, Emptying emptying) {
      Walk walk = new Walk();
      List<Passage> sorted = new ArrayList<>(passages);
      Collections.sort(sorted);
      List<long[]> happenings = new ArrayList<>();
      for (int i = 0; i < sorted.size(); i++) {
        happenings.add(new long[] {sorted.get(i).at(), 1 + i});
      }
      emptying.moments().forEach(moment -> happenings.add(new long[] {moment * 1000, 0}));
      happenings.sort(
          (one, other) ->
              one[0] != other[0] ? Long.compare(one[0], other[0]) : Long.compare(one[1], other[1]));
      for (long[] happening : happenings) {
        if (happening[1] == 0) {
          walk.inside = false;
        } else {
          walk.pass(sorted.get((int) happening[1] - 1));
        }
        walk.insideAtEnd.put(Math.floorDiv(happening[0], MINUTE), walk.inside ? 1L : 0L);
      }
      return walk;
    }

    private void pass(Passage passage) {
      if (passage.exit()) {
        exits++;
        unexplainedExits += inside ? 0 : 1;
        inside = false;
        return;
      }
      unexplainedEntries += admits(passage.reentry()) ? 0 : 1;
      entries++;
      inside = true;
    }

    private boolean admits(Reentry reentry) {
      return switch (reentry) {
        case NEVER -> entries == 0;
        case AFTER_EXIT -> !inside;
        case ALWAYS -> true;
      };
    }

    void join(Walk other) {
      TreeMap<Long, Long> sum = new TreeMap<>();
      insideAtEnd.keySet().forEach(minute -> sum.put(minute, at(minute) + other.at(minute)));
      other.insideAtEnd.keySet().forEach(minute -> sum.put(minute, at(minute) + other.at(minute)));
      insideAtEnd.clear();
      insideAtEnd.putAll(sum);
      entries += other.entries;
      exits += other.exits;
      unexplainedEntries += other.unexplainedEntries;
      unexplainedExits += other.unexplainedExits;
    }

    private long at(long minute) {
      Map.Entry<Long, Long> entry = insideAtEnd.floorEntry(minute);
      return entry == null ? 0 : entry.getValue();
    }

    void check(PassageFold fold, Emptying emptying) {
      check(fold.tally(), emptying);
      long end = (START + 5 * 86_400L) * 1000;
      assertEquals(at(end / MINUTE) == 1, fold.presence().at(end, emptying).inside());
      for (Reentry each : Reentry.values()) {
        assertEquals(admits(each), fold.presence().admits(each, end, emptying));
      }
      assertEquals(unexplainedEntries + unexplainedExits, fold.unexplained().size());
    }

    void check(Tally tally, Emptying emptying) {
      assertEquals(
          List.of(entries, exits, unexplainedEntries, unexplainedExits),
          List.of(
              tally.entries(),
              tally.exits(),
              tally.unexplainedEntries(),
              tally.unexplainedExits()));
      long most = 0;
      long when = 0;
      for (Map.Entry<Long, Long> each : insideAtEnd.entrySet()) {
        assertEquals(each.getValue(), tally.inside(each.getKey(), emptying));
        if (each.getValue() > most) {
          most = each.getValue();
          when = each.getKey();
        }
        assertEquals(new Tally.Peak(most, when), tally.peak(each.getKey(), emptying));
      }
    }
  }
}
