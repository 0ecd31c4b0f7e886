package io.doorlist.store.checkin.ticket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.event.Area;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.door.Reentry;
import io.doorlist.table.Item;
import io.doorlist.testing.ListTermsOf;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The passages of a ticket in an area of three doors that empties at 4:00. */
class AreaPassagesTest {
  private static final long TICKET = 9;
  private static final Instant NOW = Instant.parse("2026-07-04T20:00:00Z");
  private static final Instant EMPTIES = Instant.parse("2026-07-05T04:00:00Z");

  private final CheckinList door = list(1);
  private final CheckinList smokers = list(2);
  private final CheckinList back = list(3);
  private final EventDefinition definition =
      new EventDefinition(
          new Event(
              "acme",
              7,
              "gala",
              "Gala",
              List.of(),
              null,
              List.of(new Area("site", "Site", null, LocalTime.of(4, 0)))),
          List.of(door, smokers, back));
  private final Item checkins = new Item();
  private final List<StoredPassages.Stored> passages = new ArrayList<>();

  private static CheckinList list(long id) {
    return new CheckinList(
        id,
        id,
        "Door " + id,
        true,
        List.of(),
        ListTermsOf.passages("site", Reentry.AFTER_EXIT),
        Instant.EPOCH,
        Instant.EPOCH);
  }

  private void checkin(CheckinList list, Instant at) {
    CheckinMark mark =
        new CheckinMark(
            list.id(), 0, TICKET, "T9", null, at, "phone", null, null, true, true, null, false, at,
            false);
    checkins.put(CodeItems.mark(list.id(), TICKET), mark.mark());
  }

  private void exit(CheckinList list, Instant at) {
    exit(list, at, false);
  }

  private void exit(CheckinList list, Instant at, boolean told) {
    passages.add(
        new StoredPassages.Stored(
            at.toEpochMilli(),
            AreaPassages.tie("phone"),
            true,
            1,
            told,
            list.number(),
            CheckinMark.place(passages.size() + 1, 0)));
  }

  private AreaPassages passages(CheckinList list) {
    Item item =
        new Item()
            .put(CodeItems.MARKS, checkins)
            .put(StoredPassages.name(TICKET), new StoredPassages(passages).item());
    return AreaPassages.of(item, TICKET, definition, list, NOW, NOW.plus(Duration.ofDays(1)));
  }

  @Test
  void doorTime_isAfterAllPassagesThatAreKnown() {
    Scan scan = new Scan(Mode.LIVE, "phone", true, true, null, null, NOW.plusSeconds(9));
    checkin(door, NOW);

    assertEquals(NOW.plusMillis(1), passages(door).doorTime(scan, NOW));
    Instant before = NOW.minus(Duration.ofHours(1));
    assertEquals(NOW.plusMillis(1), passages(door).doorTime(scan, before));
    Instant after = NOW.plusMillis(1);
    assertEquals(after, passages(door).doorTime(scan, after));
    // Who decides is not asked by the phone's clock, which may be some seconds behind another's.
    assertEquals(
        NOW.plusMillis(1), passages(door).doorTime(scanned(true, NOW.minusSeconds(4)), NOW));
    assertEquals(
        NOW.minusSeconds(4), passages(door).doorTime(scanned(false, NOW.minusSeconds(4)), NOW));
    assertEquals(NOW, passages(door).doorTime(scanned(false, NOW), NOW));
  }

  /** A group left at ten past, and one of it is written later: it has come back meanwhile. */
  @Test
  void doorTime_ofWhatWasDecided_isBeforeWhateverHappenedSince() {
    checkin(door, NOW);
    exit(smokers, NOW.plusSeconds(20));

    Instant decided = NOW.plusSeconds(30);
    assertEquals(NOW.plusSeconds(20).minusMillis(1), doorTime(decided, NOW));
    assertEquals(decided, doorTime(decided, NOW.plusSeconds(20)));
    assertEquals(NOW.plusSeconds(10), doorTime(NOW.plusSeconds(10), NOW));
    assertEquals(NOW.plusSeconds(20).minusMillis(1), doorTime(NOW.plusSeconds(20), NOW));
  }

  @Test
  void doorTime_ofWhatWasDecided_staysWhateverDevicesHaveToldSince() {
    CheckinMark told =
        new CheckinMark(
            1,
            0,
            TICKET,
            "T9",
            null,
            NOW.plusSeconds(40),
            "phone",
            null,
            null,
            false,
            true,
            NOW.plusSeconds(10),
            false,
            NOW.plusSeconds(10),
            false);
    checkins.put(CodeItems.mark(door.id(), TICKET), told.mark());
    exit(smokers, NOW.plusSeconds(20), true);

    assertEquals(NOW.plusSeconds(30), doorTime(NOW.plusSeconds(30), NOW));
    exit(smokers, NOW.plusSeconds(25));
    assertEquals(NOW.plusSeconds(25).minusMillis(1), doorTime(NOW.plusSeconds(30), NOW));
  }

  private Instant doorTime(Instant decided, Instant known) {
    return passages(door).doorTime(decided, known.toEpochMilli());
  }

  private static Scan scanned(boolean online, Instant at) {
    return new Scan(Mode.LIVE, "phone", online, true, at, null, NOW.plusSeconds(9));
  }

  /** Its last check-in stays while there are passages; another one, while there are later ones. */
  @Test
  void checkin_isNeeded_byItsPassages() {
    assertFalse(passages(door).needsCheckin());
    checkin(door, NOW);
    assertFalse(passages(door).needsCheckin());
    exit(smokers, NOW.minusMillis(1));
    assertTrue(passages(door).needsCheckin());
    checkin(smokers, NOW.plusMillis(1));
    assertTrue(passages(door).needsCheckin());
    assertFalse(passages(smokers).needsCheckin());
  }

  /** What happened in the second of the scan has happened before it. */
  @Test
  void history_isThatOfTheList_andOfTheSecond() {
    checkin(door, NOW);
    checkin(smokers, NOW.plusSeconds(1));
    exit(smokers, NOW.plusSeconds(2));
    long emptied = EMPTIES.getEpochSecond();

    assertEquals(List.of(NOW.getEpochSecond()), passages(door).history(emptied).entries());
    assertTrue(passages(door).history(emptied - 1).inside());
    assertFalse(passages(door).history(emptied).inside());
    assertFalse(passages(smokers).history(emptied - 1).inside());
  }

  @Test
  void change_saysWhatIsOpen_andWhichOthersItExplains() {
    checkin(door, NOW);
    AreaPassages before = passages(door);
    checkin(smokers, NOW.plusSeconds(2));
    AreaPassages twice = passages(door);
    long second = CheckinMark.id(smokers, Mode.LIVE, 2, 0);

    AreaChange opened = AreaChange.between(before, twice, Mode.LIVE);
    assertEquals(List.of(second), opened.opens());
    assertEquals(List.of(), opened.closes());
    assertEquals(Map.of(), opened.others());
    assertEquals(1, opened.tally().unexplainedEntries());

    exit(back, NOW.plusSeconds(1));
    AreaChange explained = AreaChange.between(twice, passages(door), Mode.LIVE);
    assertEquals(List.of(second), explained.closes());
    AreaPassages.At other = passages(smokers).passages().get(1);
    assertEquals(List.of(smokers, true), List.of(other.list(), other.checkin()));
    assertEquals(Map.of(other, true), explained.others());
    assertEquals(List.of(second), AreaChange.between(passages(door), twice, Mode.LIVE).opens());
  }

  @Test
  void ticket_cameInHere_orElseWhereItCameInLast() {
    checkin(door, NOW.plusSeconds(1));
    checkin(smokers, NOW);
    exit(smokers, NOW.plusSeconds(2));

    assertEquals(smokers, passages(smokers).first().orElseThrow().list());
    assertEquals(door, passages(back).first().orElseThrow().list());
    assertEquals(door, passages(back).lastEntry().list());
    assertEquals(smokers, passages(back).last().orElseThrow().list());
  }

  /** Half of all tokens have a digest whose first bit is set. */
  @Test
  void tie_isTheBeginningOfADigest() {
    assertEquals(0xca978112L, AreaPassages.tie("a"));
    assertEquals(0x3e23e816L, AreaPassages.tie("b"));
  }
}
