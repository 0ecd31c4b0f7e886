package io.doorlist.store.checkin.ticket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.ListTerms;
import io.doorlist.door.Passage;
import io.doorlist.door.Reentry;
import io.doorlist.door.Tally;
import io.doorlist.store.checkin.ticket.StoredPassages.Stored;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Item;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What the table has of a ticket. */
class TicketItemsTest {
  private static final Instant NOW = Instant.parse("2026-07-04T20:00:00.123Z");
  private static final long ORDINALS = 1L << 26;

  @Test
  void id_isThatOfOnePlace_inOneListAndMode() {
    CheckinList list = list(5);

    for (Mode mode : Mode.values()) {
      long id = CheckinMark.id(list, mode, ORDINALS - 1, 63);
      assertEquals(
          OptionalLong.of(CheckinMark.place(ORDINALS - 1, 63)), CheckinMark.place(list, mode, id));
      assertEquals(id, mark(ORDINALS - 1, 63, NOW).checkin(list, mode).id());
      assertEquals(OptionalLong.empty(), CheckinMark.place(list(6), mode, id));
    }
    long live = CheckinMark.id(list, Mode.LIVE, 1, 0);
    assertEquals((2 * 5 * ORDINALS + 1) * 64, live);
    assertEquals(((2 * 5 + 1) * ORDINALS + 1) * 64, CheckinMark.id(list, Mode.TEST, 1, 0));
    assertEquals(OptionalLong.empty(), CheckinMark.place(list, Mode.TEST, live));
    assertEquals(
        OptionalLong.of(CheckinMark.place(1, 0)), CheckinMark.place(list, Mode.LIVE, live));
    assertEquals(OptionalLong.empty(), CheckinMark.place(list, Mode.LIVE, live - 1));
  }

  @Test
  void id_isRefused_whereThereIsNoRoomForIt() {
    long lists = 1L << 20;
    mark(1, 0, NOW).checkin(list(lists - 1), Mode.LIVE);

    assertThrows(
        IllegalStateException.class, () -> mark(1, 0, NOW).checkin(list(lists), Mode.LIVE));
    assertThrows(
        IllegalStateException.class, () -> mark(ORDINALS, 0, NOW).checkin(list(1), Mode.LIVE));
  }

  @Test
  void place_isAnOrdinalAndAnIndexInItsRow() {
    long place = CheckinMark.place(7, 63);

    assertEquals(7, CheckinMark.ordinal(place));
    assertEquals(63, CheckinMark.index(place));
  }

  @Test
  void rows_haveRoomForSixtyFour() {
    assertEquals(1, CheckinMark.rows(1));
    assertEquals(1, CheckinMark.rows(64));
    assertEquals(2, CheckinMark.rows(65));
  }

  @Test
  void mark_isOfTheOfflineScan_ofItsTokenAndMillisecond() {
    CheckinMark mark = mark(1, 0, NOW);

    assertTrue(mark.isOf(scan("phone", NOW.plusNanos(1))));
    assertFalse(mark.isOf(scan("other", NOW)));
    assertFalse(mark.isOf(scan("phone", NOW.plusMillis(1))));
    assertFalse(mark.isOf(scan("phone", null)));
    assertTrue(mark(1, 0, null).isOf(scan("phone", null)));
  }

  private static CheckinList list(long number) {
    return new CheckinList(
        1, number, "Door", true, List.of(), ListTerms.NONE, Instant.EPOCH, Instant.EPOCH);
  }

  private static CheckinMark mark(long ordinal, int index, Instant scannedAt) {
    return new CheckinMark(
        ordinal, index, 9, "T9", "Guest", NOW, "phone", null, null, false, true, scannedAt, false,
        NOW, false);
  }

  private static Scan scan(String token, Instant scannedAt) {
    return new Scan(Mode.LIVE, token, false, true, scannedAt, null, NOW);
  }

  @Test
  void sharedMarks_areReadForOneTicket() {
    Item marks =
        new Item()
            .put(CodeItems.mark(1, 9), mark(9, NOW))
            .put(CodeItems.mark(2, 9), mark(9, NOW.plusSeconds(1)))
            .put(CodeItems.mark(1, 10), mark(10, NOW.plusSeconds(2)));
    Item item = new Item().put(CodeItems.MARKS, marks);

    assertEquals(Map.of(1L, NOW, 2L, NOW.plusSeconds(1)), CodeItems.checkedIn(item, 9));
    assertEquals(Map.of(1L, NOW.plusSeconds(2)), CodeItems.checkedIn(item, 10));
  }

  @Test
  void marksKey_isReadAsItWasPut() {
    for (MarksKey key :
        List.of(
            MarksKey.OWN,
            new MarksKey.Shared(1, 2),
            new MarksKey.Shared(7, 0),
            new MarksKey.OfCode("digest"))) {
      assertEquals(key, MarksKey.of(key.putInto(new Item(), 1), 1));
    }
  }

  private static Item mark(long ticket, Instant at) {
    return new CheckinMark(
            1, 0, ticket, "T9", "Guest", at, "phone", null, null, false, true, null, false, at,
            false)
        .mark();
  }

  private static final Stored LARGEST =
      new Stored(
          0xffff_ffff_ffffL,
          0xffff_ffffL,
          true,
          2,
          true,
          0xff_ffffL,
          CheckinMark.place(ORDINALS - 1, 63));
  private static final Stored MIDDLE =
      new Stored(0x1_8000_0000L, 1, false, 1, false, 0x1_8000L, CheckinMark.place(2, 0));
  private static final Stored SMALLEST = new Stored(0, 0, false, 0, false, 0, 0);

  @Test
  void passages_areReadAsTheyWereWritten() {
    StoredPassages set = new StoredPassages(List.of(LARGEST, MIDDLE, SMALLEST));
    Item marks = new Item().put(StoredPassages.name(1), set.item());

    assertEquals(set, StoredPassages.of(marks, 1));
    assertEquals(new StoredPassages(List.of()), StoredPassages.of(marks, 2));
    assertEquals(3 * 18, set.item().bytes("set").length);
  }

  /** Sets that were written before several passages shared a row say the row's ordinal. */
  @Test
  void passage_ofARowOfItsOwn_isNamedByTheRow() {
    byte[] set = new StoredPassages(List.of(MIDDLE)).item().bytes("set");

    assertEquals(2, ByteBuffer.wrap(set).getInt(14));
    assertEquals(2, CheckinMark.slot(MIDDLE.place()));
    assertEquals(63 * ORDINALS + 7, CheckinMark.slot(CheckinMark.place(7, 63)));
  }

  @Test
  void passage_isFoundByItsListAndPlace() {
    Passage exit = new Passage(LARGEST.at(), LARGEST.tie(), true, Reentry.ALWAYS);
    StoredPassages first =
        new StoredPassages(List.of()).with(exit, true, LARGEST.list(), LARGEST.place());
    assertEquals(new StoredPassages(List.of(LARGEST)), first);
    StoredPassages set = new StoredPassages(List.of(LARGEST, MIDDLE));

    assertEquals(set, set.without(MIDDLE.list(), LARGEST.place()));
    assertEquals(new StoredPassages(List.of(LARGEST)), set.without(MIDDLE.list(), MIDDLE.place()));
  }

  @Test
  void tallies_addUp_andMinutesWithoutChangeAreLeftOut() {
    Tally some = new Tally(1, 2, 3, 4, new TreeMap<>(Map.of(10L, 1L, 11L, 2L)));
    Tally.Builder sum = new Tally.Builder();
    sum.add(some);
    sum.add(some);
    sum.add(new Tally(10, 20, 30, 40, new TreeMap<>(Map.of(10L, -2L))));

    assertEquals(new Tally(12, 24, 36, 48, new TreeMap<>(Map.of(11L, 4L))), sum.build());
    assertEquals(some, TallyItems.tally(TallyItems.item(some)));
    assertTrue(TallyItems.item(Tally.NONE).isEmpty());
  }

  @Test
  void references_areThoseOfOneTicket_andRowsThoseOfAll() {
    Item marks =
        new Item()
            .put(LogReferences.name(5, CheckinMark.place(6, 0)), LogReferences.trace(1, 9L))
            .put(LogReferences.name(5, CheckinMark.place(6, 1)), LogReferences.trace(2, 10L))
            .put(LogReferences.name(5, CheckinMark.place(7, 0)), LogReferences.trace(1, null));

    assertEquals(
        Set.of(
            new LogReferences.Trace(5, CheckinMark.place(6, 0), 9L),
            new LogReferences.Trace(5, CheckinMark.place(7, 0), null)),
        Set.copyOf(LogReferences.of(marks, 1)));
    assertEquals(List.of(), LogReferences.of(marks, 3));
    String log = TableSchema.checkins("a", "e", 5, Mode.LIVE);
    assertEquals(
        Set.of(TableSchema.row(log, 6), TableSchema.row(log, 7)),
        Set.copyOf(LogReferences.rows(marks, "a", "e", Mode.LIVE)));
  }
}
