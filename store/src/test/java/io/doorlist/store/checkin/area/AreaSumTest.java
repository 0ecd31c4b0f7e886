package io.doorlist.store.checkin.area;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.door.Tally;
import io.doorlist.store.checkin.ticket.CheckinMark;
import io.doorlist.store.checkin.ticket.TallyItems;
import io.doorlist.store.sequence.SequenceMark;
import io.doorlist.store.sequence.SequenceNote;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema.Key;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class AreaSumTest {
  private static final Tally IN = new Tally(1, 0, 0, 0, new TreeMap<>(Map.of(1L, 1L)));

  private final AreaSum sum = AreaSum.of(new Item());
  private int rows;

  private void enter() {
    Item row = SequenceRow.row("passages", ++rows, 1).put(TallyItems.TALLY, TallyItems.item(IN));
    AreaSum.Rows read = new AreaSum.Rows();
    read.add(SequenceRow.of(row));
    assertEquals(1, read.size());
    sum.addPassages(read, Map.of());
  }

  @Test
  void sum_isReadAsItWasWritten() {
    enter();
    enter();
    sum.seen(new SequenceMark(5, new TreeSet<>()), new SequenceMark(6, new TreeSet<>()));

    AreaSum read = AreaSum.of(sum.item(new Key("pk", "sk")));

    assertEquals(sum.version() + 1, read.version());
    assertEquals(5, read.checkins().upto());
    assertEquals(6, read.passages().upto());
    assertEquals(new Tally(2, 0, 0, 0, new TreeMap<>(Map.of(1L, 2L))), read.tally());
  }

  /** As pages leave it out. */
  @Test
  void undoneCheckin_ofARowThatCannotBeRead_countsForNothing() {
    AreaSum.Rows read = new AreaSum.Rows();
    read.add(
        SequenceRow.of(
            new SequenceNote(List.of(), List.of(CheckinMark.place(1, 0)), List.of())
                .row("checkins", 2)));

    sum.addCheckins(read, Map.of());

    assertEquals(List.of(1L), read.placesLeft());
    assertEquals(Tally.NONE, sum.tally());
  }
}
