package io.doorlist.store.sequence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.paging.PageRequest;
import io.doorlist.store.sequence.SequencePages.Direction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SequenceTest extends SequenceFixture {
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
}
