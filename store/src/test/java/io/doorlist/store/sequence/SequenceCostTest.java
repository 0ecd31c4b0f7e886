package io.doorlist.store.sequence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.paging.PageRequest;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.Item;
import io.doorlist.testing.CountingClient;
import io.doorlist.testing.CountingClient.Cost;
import io.doorlist.testing.TestTable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A log in which every second row has no unit costs what one of units alone costs. */
class SequenceCostTest {
  private static final int ROWS = 20_000;
  private static final int TURN = Sequence.SETTLE_EVERY;

  private final TestTable table = new TestTable();
  private final CountingClient client = new CountingClient(TestTable.client());
  private final Dynamo dynamo = table.dynamo(client);
  private final Sequence sequence = new Sequence(dynamo);
  private final SequencePages pages = new SequencePages(dynamo);
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
    List<Item> rows = new ArrayList<>();
    for (long ordinal = 1; ordinal <= ROWS; ordinal++) {
      int units = ordinal % every == 0 ? 1 : 0;
      rows.add(SequenceRow.row(name, ordinal, units).put("scan", "x".repeat(300)));
    }
    table.put(rows);
    client.spent();
    for (int next = TURN; next <= ROWS; next += TURN) {
      sequence.reserve(name, TURN, deadline);
      sequence.settleInTurn(name, next - TURN + 1, TURN, deadline);
    }
    final Cost settled = client.spent();
    assertEquals(ROWS / every, pages.counts(List.of(name), deadline).getFirst().count());
    final Cost count = client.spent();
    SequencePages.Units page =
        pages.page(
            name,
            new PageRequest(ROWS / every / 100, 50),
            SequencePages.Direction.OLDEST_FIRST,
            deadline);
    assertEquals(50, page.units().size());
    return new Costs(settled, count, client.spent());
  }
}
