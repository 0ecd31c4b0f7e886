package io.doorlist.store.checkin.area;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.door.Tally;
import io.doorlist.store.checkin.area.AreaSum.Phone;
import io.doorlist.store.checkin.passage.PassageRow;
import io.doorlist.store.checkin.ticket.CheckinMark;
import io.doorlist.store.checkin.ticket.ScanItems;
import io.doorlist.store.checkin.ticket.TallyItems;
import io.doorlist.store.sequence.SequenceMark;
import io.doorlist.store.sequence.SequenceNote;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema.Key;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class AreaSumTest {
  private static final Instant START = Instant.parse("2026-07-04T20:00:00Z");
  private static final Tally IN = new Tally(1, 0, 0, 0, new TreeMap<>(Map.of(1L, 1L)));

  private final AreaSum sum = AreaSum.of(new Item());
  private int rows;

  /** A phone tells of a passage, as many seconds after the start. */
  private void passage(String phone, boolean exit, int seconds) {
    Item row =
        SequenceRow.row("passages", ++rows, 1)
            .put(ScanItems.AT, START.plusSeconds(seconds).toEpochMilli())
            .put(ScanItems.BY, phone)
            .put(ScanItems.BY_NAME, "Phone " + phone)
            .put(PassageRow.EXIT, exit ? Boolean.TRUE : null)
            .put(TallyItems.TALLY, TallyItems.item(IN));
    AreaSum.Rows read = new AreaSum.Rows();
    read.add(SequenceRow.of(row));
    assertEquals(1, read.size());
    sum.addPassages(read, Map.of());
  }

  @Test
  void sum_isReadAsItWasWritten() {
    passage("a", true, 1);
    passage("b", false, 2);
    sum.seen(new SequenceMark(5, new TreeSet<>()), new SequenceMark(6, new TreeSet<>()));

    AreaSum read = AreaSum.of(sum.item(new Key("pk", "sk")));

    assertEquals(sum.version() + 1, read.version());
    assertEquals(5, read.checkins().upto());
    assertEquals(6, read.passages().upto());
    assertEquals(new Tally(2, 0, 0, 0, new TreeMap<>(Map.of(1L, 2L))), read.tally());
    assertEquals(
        Map.of(
            "a", new Phone("Phone a", START.plusSeconds(1), true),
            "b", new Phone("Phone b", START.plusSeconds(2), false)),
        read.phones());
  }

  @Test
  void phone_isWhatItToldLast_andScansExitsOnceItHas() {
    passage("a", false, 1);
    passage("a", false, 2);
    assertFalse(sum.phones().get("a").exits());
    passage("a", true, 4);
    assertTrue(sum.phones().get("a").exits());
    passage("a", false, 3);

    Phone phone = sum.phones().get("a");
    assertEquals(new Phone("Phone a", START.plusSeconds(4), true), phone);
    assertEquals(phone, phone.heard(START));
    assertEquals(
        new Phone("Phone a", START.plusSeconds(5), true), phone.heard(START.plusSeconds(5)));
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

  @Test
  void fiftyPhones_areKnown_ofThoseWithExitsTheLast() {
    for (int phone = 10; phone < 59; phone++) {
      passage("exit " + phone, true, phone);
    }
    passage("entry", false, 99);
    assertEquals(50, sum.phones().size());
    passage("exit 60", true, 60);
    assertFalse(sum.phones().containsKey("entry"));
    passage("exit 61", true, 61);

    assertEquals(50, sum.phones().size());
    assertFalse(sum.phones().containsKey("exit 10"));
    assertTrue(sum.phones().containsKey("exit 11"));
  }
}
