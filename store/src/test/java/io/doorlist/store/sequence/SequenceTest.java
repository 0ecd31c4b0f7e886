package io.doorlist.store.sequence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.paging.PageRequest;
import io.doorlist.store.sequence.SequencePages.Direction;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.Write;
import io.doorlist.testing.TestTable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SequenceTest {
  private static final String NAME = "acme#gala#orders#live";

  private final TestTable table = new TestTable();
  private final Dynamo dynamo = table.dynamo();
  private final SequencePages pages = new SequencePages(dynamo);
  private final Sequence sequence = new Sequence(dynamo);
  private final Instant deadline = Instant.now().plusSeconds(600);

  /** What the sequence should hold: ordinal to the units of its row. */
  private final TreeMap<Long, Integer> model = new TreeMap<>();

  @Test
  void count_isExact_whileWritersAreUnderway() {
    append(10, 1);
    long lost = sequence.reserve(NAME, 1, deadline);
    append(5, 1);

    assertEquals(15L, count());
    assertPages(7);

    write(lost, 1);
    assertEquals(16L, count());
    assertPages(7);
  }

  @Test
  void settle_waitsForAYoungGap_andClosesAnOldOne() {
    append(20, 1);
    long gap = sequence.reserve(NAME, 1, deadline);
    append(50, 1);
    sequence.settleInTurn(NAME, 32, 1, deadline);
    assertEquals(gap - 1, head().settled());

    append(100, 1);
    sequence.settleInTurn(NAME, 64, 1, deadline);
    assertTrue(head().settled() > gap);
    assertFalse(write(gap, 1), "a late writer finds its ordinal closed");
    assertPages(9);
  }

  @Test
  void page_isExact_acrossVoidsRemovalsAndRowsOfManyUnits() {
    Random random = new Random(7);
    int rounds = Boolean.getBoolean("doorlist.long") ? 12 : 5;
    for (int round = 0; round < rounds; round++) {
      for (int i = 0; i < 300; i++) {
        switch (random.nextInt(12)) {
          case 0 -> sequence.reserve(NAME, 1 + random.nextInt(3), deadline);
          case 1 -> append(1, 2 + random.nextInt(63));
          default -> append(1, 1);
        }
      }
      sequence.settleInTurn(NAME, 32, 1, deadline);
      remove(random, 60);
      assertPages(1 + random.nextInt(250));
    }
    sequence.settleAll(NAME, deadline);
    assertEquals(head().next(), head().settled());
    assertPages(50);
  }

  @Test
  void page_findsItsPlace_afterAWholeBlockHasLeft() {
    appendMany(3 * IrregularRows.BLOCK);
    sequence.settleAll(NAME, deadline);
    List<Long> middle = new ArrayList<>();
    for (long ordinal = IrregularRows.BLOCK + 1; ordinal <= 2 * IrregularRows.BLOCK; ordinal++) {
      middle.add(ordinal);
    }
    leave(middle);

    assertEquals(2L * IrregularRows.BLOCK, count());
    assertPages(250);
  }

  @Test
  void remove_failsForARowThatHasLeft() {
    append(5, 1);
    sequence.settleAll(NAME, deadline);
    leave(List.of(3L));

    assertFalse(dynamo.transact(sequence.remove(NAME, List.of(3L)), deadline).written());
    assertPages(2);
  }

  @Test
  void page_isEmptyWithTrueCount_pastTheEnd() {
    append(3, 1);

    SequencePages.Units units =
        pages.page(NAME, new PageRequest(9, 50), Direction.NEWEST_FIRST, deadline);

    assertEquals(List.of(), units.units());
    assertEquals(3, units.count());
    assertEquals(
        new SequencePages.Units(List.of(), 0, 0, null),
        pages.page("none", new PageRequest(1, 50), Direction.OLDEST_FIRST, deadline));
  }

  private long count() {
    return pages.counts(List.of(NAME), deadline).getFirst().count();
  }

  private SequenceHead head() {
    return pages.head(NAME, deadline);
  }

  private void append(int rows, int units) {
    for (int i = 0; i < rows; i++) {
      write(sequence.reserve(NAME, 1, deadline), units);
    }
  }

  private void appendMany(int rows) {
    long first = sequence.reserve(NAME, rows, deadline);
    for (int from = 0; from < rows; from += 100) {
      ArrayList<Write> writes = new ArrayList<Write>();
      for (long ordinal = first + from; ordinal < first + Math.min(rows, from + 100); ordinal++) {
        writes.add(Sequence.append(SequenceRow.row(NAME, ordinal, 1)));
        model.put(ordinal, 1);
      }
      assertTrue(dynamo.transact(writes, deadline).written());
    }
  }

  private boolean write(long ordinal, int units) {
    Item row = SequenceRow.row(NAME, ordinal, units);
    boolean written = dynamo.transact(List.of(Sequence.append(row)), deadline).written();
    if (written) {
      model.put(ordinal, units);
    }
    return written;
  }

  private void remove(Random random, int rows) {
    sequence.settleAll(NAME, deadline);
    List<Long> single = new ArrayList<>();
    model.forEach(
        (ordinal, units) -> {
          if (units == 1) {
            single.add(ordinal);
          }
        });
    Collections.shuffle(single, random);
    leave(single.subList(0, Math.min(rows, single.size())));
  }

  private void leave(List<Long> ordinals) {
    for (int from = 0; from < ordinals.size(); from += 30) {
      List<Long> some = ordinals.subList(from, Math.min(from + 30, ordinals.size()));
      assertTrue(dynamo.transact(sequence.remove(NAME, some), deadline).written());
      some.forEach(model::remove);
    }
  }

  private void assertPages(int items) {
    List<String> all = new ArrayList<>();
    model.forEach(
        (ordinal, units) -> {
          for (int index = 0; index < units; index++) {
            all.add(ordinal + "." + index);
          }
        });
    for (Direction direction : Direction.values()) {
      List<String> expected = direction == Direction.OLDEST_FIRST ? all : all.reversed();
      List<String> walked = new ArrayList<>();
      long last = (expected.size() + items - 1) / items;
      for (long page = 1; page <= last; page++) {
        SequencePages.Units units =
            pages.page(NAME, new PageRequest(page, items), direction, deadline);
        assertEquals(expected.size(), units.count());
        units.units().forEach(unit -> walked.add(unit.row().ordinal() + "." + unit.index()));
      }
      assertEquals(expected, walked);
    }
    assertEquals((long) all.size(), count());
  }
}
