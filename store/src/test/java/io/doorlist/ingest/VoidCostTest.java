package io.doorlist.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.paging.PageRequest;
import io.doorlist.store.sequence.Sequence;
import io.doorlist.store.sequence.SequencePages;
import io.doorlist.store.sequence.SequencePages.Direction;
import io.doorlist.store.sequence.SequencePages.Unit;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.store.table.Item;
import io.doorlist.testing.CountingClient;
import io.doorlist.testing.CountingClient.Cost;
import io.doorlist.testing.Effort;
import io.doorlist.testing.TestTable;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The cost of pages whose rows lie among 20,000 ordinals that writers reserved and did not use.
 * After an outage such ordinals are adjacent; if many phones scan few tickets, they are spread
 * among the rows.
 */
class VoidCostTest {
  private static final String SEQUENCE = "S#voids";
  private static final int VOIDS = 20_000;
  private static final Instant DEADLINE = Clock.systemUTC().instant().plusSeconds(600);

  private final TestTable table = new TestTable();
  private final CountingClient client = new CountingClient(TestTable.client());
  private final SequencePages pages = new SequencePages(table.dynamo(client));

  @Tag("long")
  @Test
  void page_costsTwoUnitsMoreAtMost_ifVoidsAreNeighbours() {
    // Begins and ends within a block.
    List<Long> rows = load(VOIDS + 400, ordinal -> ordinal <= 200 || ordinal > VOIDS + 200);
    double without = read(rows, 1, 50).readUnits();

    for (int page = 1; page <= 8; page++) {
      Cost cost = read(rows, page, 50);

      assertTrue(cost.readUnits() <= without + 2, page + ": " + cost);
      assertTrue(cost.reads() <= 4, page + ": " + cost);
    }
    Cost across = read(rows, 2, 150);
    assertTrue(across.readUnits() <= read(rows, 1, 150).readUnits() + 2, across.toString());
    assertTrue(across.reads() <= 5, across.toString());
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
    SequencePages.Units read = pages.page(SEQUENCE, request, Direction.OLDEST_FIRST, DEADLINE);
    Cost cost = client.spent();
    int from = (int) request.offset();
    assertEquals(rows.size(), read.count());
    assertEquals(
        rows.subList(from, Math.min(from + items, rows.size())),
        read.units().stream().map(Unit::row).map(SequenceRow::ordinal).toList());
    return cost;
  }

  /** Writes a row or a void at every ordinal, and settles; returns the ordinals of the rows. */
  private List<Long> load(int ordinals, LongPredicate present) {
    Sequence sequence = table.sequence();
    sequence.reserve(SEQUENCE, ordinals, DEADLINE);
    List<Item> items = new ArrayList<>();
    for (long ordinal = 1; ordinal <= ordinals; ordinal++) {
      items.add(
          present.test(ordinal)
              ? SequenceRow.row(SEQUENCE, ordinal, 1).put("name", "x".repeat(100))
              : SequenceRow.voided(SEQUENCE, ordinal));
    }
    table.put(items);
    sequence.settleAll(SEQUENCE, DEADLINE);
    return LongStream.rangeClosed(1, ordinals).filter(present).boxed().toList();
  }
}
