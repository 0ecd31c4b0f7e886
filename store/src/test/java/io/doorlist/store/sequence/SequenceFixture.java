package io.doorlist.store.sequence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.paging.PageRequest;
import io.doorlist.store.sequence.SequencePages.Direction;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Item;
import io.doorlist.table.Table;
import io.doorlist.table.Update;
import io.doorlist.table.Write;
import io.doorlist.testing.MovableClock;
import io.doorlist.testing.TestTable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.LongStream;

/** One sequence of a fresh table, and what it should hold. */
abstract class SequenceFixture {
  static final String NAME = "acme#gala#orders#live";

  final TestTable table = new TestTable();
  final MovableClock clock = new MovableClock(Instant.now());
  final Table access = table.access(table.engine(), clock);
  final SequencePages pages = new SequencePages(access);
  final Sequence sequence = new Sequence(access);
  final Instant deadline = Instant.now().plusSeconds(7200);

  /** What the sequence should hold: ordinal to the units of its row. */
  final TreeMap<Long, Integer> model = new TreeMap<>();

  final SequenceRemovals removals = new SequenceRemovals(access);

  long count() {
    return pages.counts(List.of(NAME), deadline).getFirst().count();
  }

  SequenceHead head() {
    return pages.head(NAME, deadline);
  }

  void append(int rows, int units) {
    for (int i = 0; i < rows; i++) {
      write(sequence.reserve(NAME, 1, deadline), units);
    }
  }

  void appendMany(int rows) {
    long first = sequence.reserve(NAME, rows, deadline);
    put(LongStream.range(first, first + rows));
  }

  /** Writes rows of one unit at ordinals that are reserved. */
  void put(LongStream ordinals) {
    List<Item> rows = new ArrayList<>();
    ordinals.forEach(
        ordinal -> {
          rows.add(SequenceRow.row(NAME, ordinal, 1));
          model.put(ordinal, 1);
        });
    table.put(rows);
  }

  boolean write(long ordinal, int units) {
    Item row = SequenceRow.row(NAME, ordinal, units);
    boolean written = access.transact(List.of(Sequence.append(row)), deadline).written();
    if (written) {
      model.put(ordinal, units);
    }
    return written;
  }

  void leave(List<Long> ordinals) {
    for (int from = 0; from < ordinals.size(); from += 30) {
      List<Long> some = ordinals.subList(from, Math.min(from + 30, ordinals.size()));
      assertTrue(access.transact(removals.removeRows(NAME, some), deadline).written());
      some.forEach(model::remove);
    }
  }

  void assertPages(int items) {
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

  /** Takes a unit out of a row that stays. */
  void takeUnit(long ordinal) {
    assertTrue(takeUnit(removals.standing(NAME, false, deadline), ordinal));
  }

  boolean takeUnit(SequenceRemovals.Standing standing, long ordinal) {
    int left = model.get(ordinal) - 1;
    List<Write> writes = new ArrayList<>();
    writes.add(removals.remove(standing, ordinal, left));
    SequenceNote note = new SequenceNote(List.of(), List.of(ordinal), List.of());
    writes.add(Sequence.append(note.row(NAME, standing.note())));
    writes.add(Update.of(TableSchema.row(NAME, ordinal)).set(SequenceRow.UNITS, left));
    boolean written = access.transact(writes, deadline).written();
    if (written) {
      model.put(ordinal, left);
    }
    return written;
  }
}
