package io.doorlist.store.sequence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.paging.PageRequest;
import io.doorlist.store.sequence.SequencePages.Direction;
import io.doorlist.store.sequence.SequenceRemovals.Standing;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Range;
import io.doorlist.testing.Call;
import io.doorlist.testing.CountingEngine;
import io.doorlist.testing.Meanwhile;
import io.doorlist.testing.RelayingEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Units are removed from rows, and rows from the sequence, even between the reads of one page. */
class SequenceRemovalsTest extends SequenceFixture {
  private static final int BLOCK = IrregularRows.BLOCK;

  @Test
  void page_isExact_afterUnitsLeftRowsOfSeveralBlocks() {
    appendMany(BLOCK + 20);
    append(3, 5);
    sequence.settleAll(NAME, deadline);

    for (long ordinal = BLOCK - 5; ordinal <= BLOCK + 15; ordinal++) {
      takeUnit(ordinal);
    }
    takeUnit(BLOCK + 22);
    takeUnit(BLOCK + 22);

    assertPages(250);
    assertEquals(23, head().left());
    assertEquals(6, head().open().size(), "HEAD names sixteen rows at most");
  }

  /** Nothing else is irregular: only HEAD says which block has one unit less. */
  @Test
  void page_isExact_afterTheLastRowOfABlockLostItsUnit() {
    appendMany(BLOCK + 60);
    sequence.settleAll(NAME, deadline);

    takeUnit(BLOCK);

    assertPages(250);
  }

  /** A walk that began before three units left sees rows twice rather than miss one. */
  @Test
  void page_beginsAsMuchEarlier_asUnitsLeftSinceTheWalkBegan() {
    appendMany(30);
    sequence.settleAll(NAME, deadline);
    long began = head().left();
    List.of(2L, 4L, 6L).forEach(this::takeUnit);

    List<Long> second =
        pages
            .page(NAME, new PageRequest(2, 10, began), Direction.OLDEST_FIRST, deadline)
            .units()
            .stream()
            .map(unit -> unit.row().ordinal())
            .toList();

    assertEquals(LongStream.rangeClosed(11, 20).boxed().toList(), second);
  }

  @Test
  void remove_fails_onceAnotherUnitLeft_orANoteWasReserved() {
    append(3, 2);
    sequence.settleAll(NAME, deadline);
    Standing before = removals.standing(NAME, false, deadline);
    takeUnit(1);
    assertFalse(takeUnit(before, 2), "another unit left");

    Standing overtaken = removals.standing(NAME, false, deadline);
    append(1, 1);
    assertFalse(takeUnit(overtaken, 2), "the note's ordinal is another row's");
    assertPages(2);
  }

  @Test
  void remove_dependsOnWhetherItsRowIsSettled() {
    append(4, 2);
    Standing young = removals.standing(NAME, false, deadline);
    sequence.settleAll(NAME, deadline);
    assertFalse(takeUnit(young, 4), "the row has been settled meanwhile");

    takeUnit(4);
    assertPages(3);
    write(sequence.reserve(NAME, 1, deadline), 2);
    takeUnit(head().next());
    assertPages(3);
  }

  @Test
  void ordinalOfANote_isClosed_ifItWasReserved() {
    append(2, 2);
    Standing reserved = removals.standing(NAME, true, deadline);
    Standing free = removals.standing(NAME, false, deadline);
    assertEquals(3, reserved.note());
    assertEquals(4, free.note());

    removals.giveUp(free, deadline);
    removals.giveUp(reserved, deadline);

    assertFalse(write(3, 1), "closed");
    assertEquals(3, head().next());
    assertEquals(List.of(1L, 2L, 3L), ordinals(sequence.rows(NAME, 1, 9, 9, deadline)));
    sequence.settleAll(NAME, deadline);
    takeUnit(removals.standing(NAME, true, deadline), 2);
    assertPages(2);
  }

  /**
   * Issue 36: if rows were removed between the reads of a page, a walk missed as many rows. The
   * page was whole, but began that many rows later.
   */
  @ParameterizedTest
  @ValueSource(longs = {5, BLOCK / 4})
  void page_isReadAgain_whenRowsLeaveBetweenItsReads(long number) {
    appendMany(BLOCK + 6);
    sequence.settleAll(NAME, deadline);
    leave(List.of(5L));
    Meanwhile client = new Meanwhile(table.engine());
    SequencePages raced = new SequencePages(table.access(client));
    // Before the list of the block's irregular rows is read, whose summary was.
    client.before(Call.Get.class::isInstance, () -> leave(List.of(7L, 8L, 9L, 10L, 11L)));

    PageRequest request = new PageRequest(number, 4, head().left());
    SequencePages.Units page = raced.page(NAME, request, Direction.OLDEST_FIRST, deadline);

    assertTrue(client.happened());
    assertEquals(
        model.keySet().stream().skip(request.offset(head().left())).limit(4).toList(),
        ordinals(page.units().stream().map(SequencePages.Unit::row).toList()));
    assertEquals(model.size(), page.count());
  }

  @Test
  void lastPage_isReadOnce_andAgainIfItIsShort() {
    append(25, 1);
    sequence.settleAll(NAME, deadline);
    Meanwhile client = new Meanwhile(table.engine());
    CountingEngine counting = new CountingEngine(client);
    SequencePages raced = new SequencePages(table.access(counting));
    PageRequest last = new PageRequest(3, 10);
    assertEquals(5, raced.page(NAME, last, Direction.OLDEST_FIRST, deadline).units().size());
    assertEquals(2, counting.spent().reads());

    client.after(Call.Query.class::isInstance, () -> leave(List.of(24L)));
    SequencePages.Units page = raced.page(NAME, last, Direction.OLDEST_FIRST, deadline);

    assertEquals(4, page.units().size());
    assertEquals(24, page.count());
  }

  @Test
  void head_isReadAgain_whenAWriteCameBetweenItsParts() {
    appendMany(BLOCK + 6);
    sequence.settleAll(NAME, deadline);
    takeUnit(BLOCK + 2);
    RelayingEngine torn =
        new RelayingEngine(table.engine()) {
          private boolean happened;

          @Override
          public Part query(Range range, Key after) {
            Part before = super.query(range, after);
            if (happened) {
              return before;
            }
            happened = true;
            leave(List.of(7L));
            List<Item> items = new ArrayList<>(super.query(range, after).items());
            items.replaceAll(
                item ->
                    item.key().sk().equals(TableSchema.HEAD) ? before.items().getFirst() : item);
            return new Part(items, before.last());
          }
        };

    SequenceHead head = new SequencePages(table.access(torn)).head(NAME, deadline);

    assertTrue(head.whole());
    assertEquals(head(), head);
  }

  @Test
  void rows_areThoseAskedFor() {
    append(6, 1);

    assertEquals(List.of(2L, 3L, 4L), ordinals(sequence.rows(NAME, 2, 4, 3, deadline)));
  }

  private static List<Long> ordinals(List<SequenceRow> rows) {
    return rows.stream().map(SequenceRow::ordinal).toList();
  }
}
