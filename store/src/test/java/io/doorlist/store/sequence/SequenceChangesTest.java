package io.doorlist.store.sequence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.store.sequence.SequenceChanges.Seen;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Item;
import io.doorlist.testing.CountingEngine;
import java.time.Instant;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** In the end, a reader that asks only for changes has everything that is there. */
class SequenceChangesTest extends SequenceFixture {
  private static final int ALL = 100_000;

  /** What a reader has, and how far it has come. */
  private final class Reader {
    private final TreeSet<Long> rows = new TreeSet<>();
    private SequenceMark mark = new SequenceMark(0, new TreeSet<>());
    private int taken;

    Seen read(SequenceChanges changes, int maxRows) {
      Item head = access.get(TableSchema.head(NAME), deadline).orElseGet(Item::new);
      Seen seen = changes.since(NAME, head, mark, maxRows, this::take, Instant.MAX, deadline);
      mark = seen.mark();
      return seen;
    }

    private void take(SequenceRow row) {
      taken++;
      rows.add(row.ordinal());
    }
  }

  @Test
  void everything_isReadInPortions_cheaply_andAFewRowsStrongly() {
    int portion = 4096;
    int few = 50;
    CountingEngine client = new CountingEngine(table.engine());
    SequenceChanges changes = new SequenceChanges(table.access(client), few);
    appendMany(portion + 2 * few);
    sequence.settleAll(NAME, deadline);
    Reader reader = new Reader();

    Seen first = reader.read(changes, portion + few);
    assertEquals(new Seen(mark(portion + few), true, false), first);
    assertEquals(portion + few, reader.taken);
    CountingEngine.Cost cost = client.spent();
    assertEquals(2, cost.reads());
    assertTrue(cost.readUnits() < 40, cost.toString());

    assertEquals(new Seen(mark(portion + 2 * few), true, false), reader.read(changes, few));
    assertEquals(portion + 2 * few, reader.taken);
    assertEquals(new CountingEngine.Cost(1, 1, 0, 0), client.spent());
    assertEquals(new Seen(mark(portion + 2 * few), false, true), reader.read(changes, few));
    assertEquals(0, client.spent().reads());
    assertEquals(model.keySet(), reader.rows);
  }

  @Test
  void rowsAboveWhatIsSettled_areLeftForAnotherCall_ifThereAreMany() {
    append(3, 1);
    SequenceChanges changes = new SequenceChanges(access, 0);
    Reader reader = new Reader();

    assertEquals(new Seen(mark(2), true, false), reader.read(changes, 2));
    assertEquals(new Seen(mark(3), false, true), reader.read(changes, 2));
    assertEquals(model.keySet(), reader.rows);
  }

  /** A mark that holds more open places would be too long. */
  @Test
  void reader_stopsBeforeMoreOpenPlacesThanAMarkHolds() {
    SequenceChanges changes = new SequenceChanges(access, 0);
    long first = sequence.reserve(NAME, 2 * 402, deadline);
    put(LongStream.range(0, 402).map(i -> first + 2 * i));
    Reader reader = new Reader();

    Seen seen = reader.read(changes, ALL);

    assertEquals(801, seen.mark().upto());
    assertEquals(400, seen.mark().open().size());
    assertFalse(seen.more());
    assertFalse(seen.exact());
    assertEquals(401, reader.rows.size());
  }

  @Test
  void head_saysWhatAReaderOfAllHas_andTheLifeOfItsSequence() {
    append(3, 1);
    Item head = access.get(TableSchema.head(NAME), deadline).orElseThrow();

    assertEquals(mark(3), SequenceChanges.end(head));
    assertEquals(NAME + "|5", SequenceChanges.life(NAME, new Item().put(Sequence.BORN_AT, 5L)));
  }

  private static SequenceMark mark(long upto) {
    return new SequenceMark(upto, new TreeSet<>());
  }
}
