package io.doorlist.store.sequence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.paging.Count;
import io.doorlist.paging.Page;
import io.doorlist.paging.PageRequest;
import io.doorlist.store.sequence.SequencePages.Direction;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Item;
import io.doorlist.testing.Call;
import io.doorlist.testing.CountingEngine;
import io.doorlist.testing.Effort;
import io.doorlist.testing.Meanwhile;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
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
  void settle_takesTheRowOfAWriterThatIsOnlyLate() {
    append(3, 1);
    long late = sequence.reserve(NAME, 1, deadline);
    append(3, 1);
    Meanwhile client = new Meanwhile(table.engine());
    client.before(Call::isPut, () -> assertTrue(write(late, 3)));

    new Sequence(table.access(client)).settleAll(NAME, deadline);

    assertTrue(client.happened());
    assertEquals(7, head().settled());
    assertPages(2);
  }

  @Test
  void gap_isClosed_inTurn_onceItIsAHundredOrdinalsBehind() {
    append(20, 1);
    long gap = sequence.reserve(NAME, 1, deadline);
    append(Sequence.GAP_PATIENCE - 1, 1);
    sequence.settleInTurn(NAME, 32, 1, deadline);
    assertEquals(gap - 1, head().settled());

    append(1, 1);
    sequence.settleInTurn(NAME, 30, 1, deadline);
    assertEquals(gap - 1, head().settled(), "another writer's turn");
    sequence.settleInTurn(NAME, 64, 1, deadline);
    assertEquals(gap + Sequence.GAP_PATIENCE, head().settled());
    assertFalse(write(gap, 1), "a late writer finds its ordinal closed");
    assertPages(30);
  }

  @Test
  void settleInTurn_endsWhileOthersGoOnWriting() {
    append(40, 1);
    Meanwhile client = new Meanwhile(table.engine());
    client.before(Call::isUpdate, () -> append(10, 1));

    new Sequence(table.access(client)).settleInTurn(NAME, 32, 1, deadline);

    assertTrue(client.happened());
    assertEquals(40, head().settled());
  }

  @Test
  void settle_readsNothingBeyondTheLastRow() {
    append(100, 1);
    sequence.settleAll(NAME, deadline);

    assertEquals(100, head().settled());
  }

  @Test
  void page_isTwoReads_andOfRowsCheapOnes_unlessSomethingLeft() {
    CountingEngine client = new CountingEngine(table.engine());
    SequencePages counted = new SequencePages(table.access(client));
    PageRequest request = new PageRequest(2, 10);
    append(30, 2);
    sequence.settleAll(NAME, deadline);
    counted.page(NAME, request, Direction.NEWEST_FIRST, deadline);
    // HEAD with its summaries, the block of rows of two units, and the rows.
    assertEquals(new CountingEngine.Cost(2.5, 3, 0, 0), client.spent());

    takeUnit(5);
    sequence.settleAll(NAME, deadline);
    counted.page(NAME, request, Direction.NEWEST_FIRST, deadline);
    assertEquals(new CountingEngine.Cost(3, 3, 0, 0), client.spent());
  }

  /** Rows of a kilobyte each follow two hundred voids. */
  @Test
  void page_readsNoRowBeyondTheLastOfItsOwn() {
    CountingEngine client = new CountingEngine(table.engine());
    SequencePages counted = new SequencePages(table.access(client));
    append(5, 1);
    sequence.reserve(NAME, 200, deadline);
    for (int i = 0; i < 60; i++) {
      long ordinal = sequence.reserve(NAME, 1, deadline);
      Item row = SequenceRow.row(NAME, ordinal, 1).put("name", "x".repeat(1000));
      assertTrue(access.write(Sequence.append(row), deadline));
    }
    sequence.settleAll(NAME, deadline);

    client.spent();
    counted.page(NAME, new PageRequest(1, 20), Direction.OLDEST_FIRST, deadline);

    // HEAD, which knows the voids, and these with twenty rows of which fifteen are large.
    assertEquals(new CountingEngine.Cost(4.5, 2, 0, 0), client.spent());
  }

  @Test
  void count_hasAVersion_unlessAPlaceIsOpen() {
    append(2, 3);
    assertEquals(
        new Count(6, pages.countVersion(NAME, item())), pages.count(NAME, item(), deadline));
    assertEquals(
        SequenceVersion.ofCount(table.name(), NAME, item()), pages.countVersion(NAME, item()));

    sequence.reserve(NAME, 1, deadline);
    assertEquals(new Count(6, null), pages.count(NAME, item(), deadline));
  }

  private Item item() {
    return access.get(TableSchema.head(NAME), deadline).orElseThrow();
  }

  @Test
  void settleRows_takesOneWriteInTurn_andTheRowsOfOthersToo() {
    CountingEngine client = new CountingEngine(table.engine());
    Sequence counted = new Sequence(table.access(client));
    append(40, 1);
    counted.settleRows(NAME, 1, 40, deadline);
    assertEquals(new CountingEngine.Cost(0, 0, 1, 1), client.spent());
    assertEquals(40, head().settled());

    append(40, 1);
    counted.settleRows(NAME, 51, 80, deadline);
    assertEquals(80, head().settled());

    append(15, 1);
    client.spent();
    counted.settleRows(NAME, 81, 95, deadline);
    assertEquals(new CountingEngine.Cost(0, 0, 0, 0), client.spent());
    append(1, 1);
    counted.settleRows(NAME, 96, 96, deadline);
    assertEquals(96, head().settled());
  }

  @Test
  void settleThrough_closesEveryGapBeforeAnOrdinal_andOnlyThose() {
    long lost = sequence.reserve(NAME, 1, deadline);
    append(1, 1);
    long young = sequence.reserve(NAME, 1, deadline);
    append(1, 1);

    sequence.settleThrough(NAME, 2, deadline);

    assertEquals(2, head().settled());
    assertFalse(write(lost, 1), "closed");
    assertTrue(write(young, 1), "still open");
    sequence.settleThrough(NAME, 2, deadline);
    assertEquals(2, head().settled());
    assertPages(2);
  }

  @Test
  void openPlaces_areClosed_soThatTheirWritersReserveAgain() {
    sequence.closeOpenPlaces("none", deadline);
    long lost = sequence.reserve(NAME, 2, deadline);
    append(1, 1);
    long last = sequence.reserve(NAME, 1, deadline);

    sequence.closeOpenPlaces(NAME, deadline);

    assertEquals(last, head().settled());
    assertFalse(write(lost, 1), "closed");
    assertFalse(write(last, 1), "closed");
    assertPages(2);
  }

  @Test
  void ordinalsThatTheirOwnerGivesUp_areClosed_andNoOthers() {
    long first = sequence.reserve(NAME, 3, deadline);
    long other = sequence.reserve(NAME, 1, deadline);
    assertTrue(write(first, 1));

    sequence.giveUp(NAME, first + 1, 2, deadline);

    assertFalse(write(first + 1, 1), "given up");
    assertFalse(write(first + 2, 1), "given up");
    assertTrue(write(other, 1), "another's");
    assertPages(2);
  }

  @Test
  void namingOrdinals_areReservedInTheOrderOfWhatTheyName() {
    assertEquals(
        Optional.of(new Sequence.NamingOrdinals(1, false)),
        sequence.reserveNaming(NAME, 3, 10, deadline));
    assertEquals(Optional.empty(), sequence.reserveNaming(NAME, 2, 12, deadline));
    assertEquals(
        Optional.of(new Sequence.NamingOrdinals(4, false)),
        sequence.reserveNaming(NAME, 2, 13, deadline));
    new SequenceEdits(access).announce(List.of(NAME), deadline);
    assertEquals(
        Optional.of(new Sequence.NamingOrdinals(6, true)),
        sequence.reserveNaming(NAME, 1, 15, deadline));
    assertEquals(6, head().next());
  }

  @Test
  void page_isExact_acrossVoidsRemovalsAndRowsOfManyUnits() {
    Random random = new Random(7);
    int rounds = Effort.of(3, 12);
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

    leave(
        LongStream.rangeClosed(IrregularRows.BLOCK + 1, 2 * IrregularRows.BLOCK).boxed().toList());

    assertPages(250);
  }

  @Test
  void unreadableRow_isLeftOut_andNamed() {
    append(1, 1);
    long ordinal = sequence.reserve(NAME, 1, deadline);
    Item damaged = SequenceRow.row(NAME, ordinal, 1).put("number", "many");
    assertTrue(access.write(Sequence.append(damaged), deadline));
    PageRequest request = new PageRequest(1, 10);

    Page<Long> page =
        pages
            .page(NAME, request, Direction.OLDEST_FIRST, deadline)
            .page(request, unit -> unit.row().item().number("number"));

    assertEquals(List.of(0L), page.items());
    assertEquals(List.of(NAME + " " + TableSchema.ordinal(ordinal)), page.unreadable());
    assertEquals(2, page.count());
  }

  @Test
  void remove_failsForARowThatHasLeft() {
    append(5, 1);
    sequence.settleAll(NAME, deadline);
    leave(List.of(3L));

    assertFalse(access.transact(removals.removeRows(NAME, List.of(3L)), deadline).written());
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
    List<Long> single = new ArrayList<>(model.keySet());
    single.removeIf(ordinal -> model.get(ordinal) != 1);
    Collections.shuffle(single, random);
    leave(single.subList(0, Math.min(rows, single.size())));
  }
}
