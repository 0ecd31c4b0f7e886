package io.doorlist.store.sequence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.paging.PageRequest;
import io.doorlist.store.sequence.SequencePages.Direction;
import io.doorlist.table.Table;
import io.doorlist.testing.CountingEngine;
import io.doorlist.testing.CountingEngine.Cost;
import io.doorlist.testing.Effort;
import io.doorlist.testing.TestTable;
import java.time.Instant;
import java.util.List;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * What rows without units cost: undos and notes of a log, or 20,000 ordinals that writers reserved
 * and did not use. After an outage such ordinals are adjacent; if many phones scan few tickets,
 * they are spread among the rows.
 */
class SequenceCostTest {
  private static final String NAME = "S#voids";
  private static final int ROWS = 20_000;
  private static final int TURN = Sequence.SETTLE_EVERY;
  private static final String SCAN = "x".repeat(300);

  private final TestTable table = new TestTable();
  private final CountingEngine client = new CountingEngine(table.engine());
  private final Table access = table.access(client);
  private final Sequence sequence = new Sequence(access);
  private final SequencePages pages = new SequencePages(access);
  private final Instant deadline = Instant.now().plusSeconds(600);

  /** What it costs to settle a sequence in turns, and to read of it. */
  private record Costs(Cost settled, Cost count, Cost page) {}

  @Test
  void rowsWithoutUnits_costLittleMore_toSettleCountAndRead() {
    Costs all = costs("all", 1);
    Costs half = costs("half", 2);

    assertTrue(
        half.settled().writeUnits() <= 1.2 * all.settled().writeUnits(),
        () -> half.settled() + " instead of " + all.settled());
    assertTrue(
        half.settled().readUnits() <= 1.2 * all.settled().readUnits(),
        () -> half.settled() + " instead of " + all.settled());
    assertEquals(all.count(), half.count());
    // The rows between those of a page are read with them, and the list of its block.
    assertTrue(half.page().reads() <= all.page().reads() + 1, half.page()::toString);
    assertTrue(
        half.page().readUnits() <= 2 * all.page().readUnits() + 2,
        () -> half.page() + " instead of " + all.page());
  }

  /**
   * Fills a sequence and reads it.
   *
   * @param every which rows have a unit
   */
  private Costs costs(String name, int every) {
    write(name, ROWS, ordinal -> ordinal % every == 0, SCAN, SCAN);
    client.spent();
    for (int next = TURN; next <= ROWS; next += TURN) {
      sequence.reserve(name, TURN, deadline);
      sequence.settleInTurn(name, next - TURN + 1, TURN, deadline);
    }
    final Cost settled = client.spent();
    assertEquals(ROWS / every, pages.counts(List.of(name), deadline).getFirst().count());
    final Cost count = client.spent();
    PageRequest middle = new PageRequest(ROWS / every / 100, 50);
    assertEquals(50, pages.page(name, middle, Direction.OLDEST_FIRST, deadline).units().size());
    return new Costs(settled, count, client.spent());
  }

  /** Writes a row with a text, or without a unit, at every ordinal. */
  private void write(
      String name, int ordinals, LongPredicate unit, String text, String textOfVoid) {
    table.put(
        LongStream.rangeClosed(1, ordinals)
            .mapToObj(
                each ->
                    unit.test(each)
                        ? SequenceRow.row(name, each, 1).put("text", text)
                        : SequenceRow.voided(name, each).put("text", textOfVoid))
            .toList());
  }

  /** Writes a row or a void at every ordinal, and settles; returns the ordinals of the rows. */
  private List<Long> load(int ordinals, LongPredicate present) {
    sequence.reserve(NAME, ordinals, deadline);
    write(NAME, ordinals, present, "x".repeat(100), null);
    sequence.settleAll(NAME, deadline);
    return LongStream.rangeClosed(1, ordinals).filter(present).boxed().toList();
  }

  @Test
  void page_isReadInFewRoundTrips_ifVoidsLieAmongTheRows() {
    int items = Effort.of(50, 200);
    List<Long> rows = load(5 * 20 * items, ordinal -> ordinal % 20 == 7);

    for (int page : List.of(1, 2, 5)) {
      Cost cost = read(rows, page, items);

      // For each row 20 voids of 60 bytes each must be read and skipped.
      assertTrue(cost.readUnits() <= 0.3 * items, page + ": " + cost);
      assertTrue(cost.reads() <= 16, page + ": " + cost);
    }
  }

  private Cost read(List<Long> rows, int page, int items) {
    PageRequest request = new PageRequest(page, items);
    client.spent();
    SequencePages.Units read = pages.page(NAME, request, Direction.OLDEST_FIRST, deadline);
    Cost cost = client.spent();
    int from = (int) request.offset();
    assertEquals(rows.size(), read.count());
    assertEquals(
        rows.subList(from, Math.min(from + items, rows.size())),
        read.units().stream().map(unit -> unit.row().ordinal()).toList());
    return cost;
  }
}
