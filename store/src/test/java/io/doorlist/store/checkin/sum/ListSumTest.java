package io.doorlist.store.checkin.sum;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.checkin.Evening;
import io.doorlist.domain.checkin.Happening.Type;
import io.doorlist.domain.checkin.ListPulse.Phone;
import io.doorlist.door.Tally;
import io.doorlist.store.checkin.UndoStore;
import io.doorlist.store.checkin.ticket.AreaChange;
import io.doorlist.store.sequence.SequenceMark;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ListSumTest {
  private static final Instant START = Instant.parse("2026-09-14T17:00:00Z");

  private static final long QUARTER = Evening.quarter(START);

  private final ListSum state = ListSum.of(new Item());

  @Test
  void sum_isOfWhatCameAndLeft_andIsReadAsItWasStored() {
    Item two = row(0, "a", ticket("adult"), ticket("vip").put("again", true)).put("gate", 5L);
    add(two.put("waiting", 3L));
    add(row(1, "b", ticket("adult")).put("closes", List.of(7L)));
    add(row(1, "b", new Item()));
    add(row(1, "b", ticket("adult")).put("at", "no time"));
    add(undo(row(1, "b", ticket("adult").put("still", true)), 0));
    state.seen(new SequenceMark(9, new TreeSet<>(List.of(4L))));

    Phone waits = new Phone("a", at(0), 0, 3);
    ListSum stored = ListSum.of(state.item(new Key("pk", "sk")));
    for (ListSum each : List.of(state, stored)) {
      assertEquals(3, each.people());
      assertEquals(Map.of("adult", 1L, "vip", 1L), each.types());
      assertEquals(Map.of("5", 2L), each.gates());
      assertEquals(List.of(0L, 2L, 1L), each.perMinute(3, at(1)));
      assertEquals(Map.of(QUARTER, 3L), each.quarters());
      assertEquals(List.of(phone("b", 1, 2), waits), each.phones(at(1)));
      assertEquals(List.of(phone("b", 1, 0), waits), each.phones(at(2)));
      assertEquals(1, each.explained());
      assertEquals(new SequenceMark(9, new TreeSet<>(List.of(4L))), each.mark());
    }
    assertEquals(1, stored.version());
    add(stored, undo(two, 1));
    add(stored, undo(two, 0));
    assertEquals(1, stored.people() + stored.types().size() + stored.gates().size());
    assertEquals(List.of(0L, 1L), stored.perMinute(2, at(1)));
  }

  @Test
  void minutes_areKeptForThreeHours() {
    add(row(0, "a", ticket("adult")));
    add(row(179, "a", ticket("adult")));
    assertEquals(1, state.perMinute(180, at(179)).getFirst());
    add(row(180, "a", ticket("adult")));
    add(row(1, "a", ticket("adult")));
    add(row(0, "a", ticket("adult")));
    add(undo(row(0, "a", ticket("adult")), 0));

    assertEquals(List.of(0L, 1L), state.perMinute(181, at(180)).subList(0, 2));
    assertEquals(Map.of("adult", 4L), state.types());
    add(row(181, "a", ticket("adult")));
    assertEquals(3, state.perMinute(500, at(181)).stream().mapToLong(each -> each).sum());
    add(undo(row(181, "a", ticket("adult")), 0));
    add(undo(row(180, "a", ticket("adult")), 0));
    add(undo(row(179, "a", ticket("adult")), 0));
    assertEquals(Collections.nCopies(3, 0L), state.perMinute(3, at(181)));
  }

  /** A scan of an outage came when the phone scanned, not when it was sent. */
  @Test
  void quarters_areThoseOfTheDoor_andKeptForADay() {
    add(row(40, "a", ticket("adult")).put("door_at", at(14).toEpochMilli()));
    Item ofDay = row(15, "a", ticket("adult"));
    add(ofDay);
    assertEquals(Map.of(QUARTER, 1L, QUARTER + 1, 1L), state.quarters());
    add(undo(ofDay, 0));
    assertEquals(Map.of(QUARTER, 1L), state.quarters());

    add(row(91 * 15, "a", ticket("adult")));
    assertEquals(QUARTER, state.quarters().firstKey());
    add(row(92 * 15, "a", ticket("adult")));
    add(row(0, "a", ticket("adult")));
    assertEquals(Map.of(QUARTER + 91, 1L, QUARTER + 92, 1L), state.quarters());
  }

  @Test
  void phones_areThoseThatScannedLast_eachWithItsLastMinute() {
    Item early = row(0, "phone", ticket("adult")).put("at", at(0).minusMillis(1).toEpochMilli());
    Item later = row(0, "phone", ticket("adult")).put("at", at(0).plusMillis(1).toEpochMilli());
    add(row(0, "phone", ticket("adult")));
    add(early);
    assertEquals(List.of(phone("phone", 0, 1)), state.phones(at(0)));
    add(later);
    add(row(0, "phone", ticket("adult")).put("by_name", "an old name"));
    assertEquals(
        List.of(new Phone("phone", at(0).plusMillis(1), 3, 0)),
        state.phones(at(0)),
        "an upload tells of an older scan");
    add(later.put("by_name", "a new name"));
    assertEquals(
        List.of(new Phone("a new name", at(0).plusMillis(1), 4, 0)),
        state.phones(at(0)),
        "at once");

    for (int i = 1; i <= 99; i++) {
      add(row(i, "a phone " + i, ticket("adult")));
    }
    assertEquals("a new name", state.phones(at(99)).getLast().name());
    assertEquals(100, state.phones(at(99)).size());
    add(row(100, "a phone 100", ticket("adult")));
    assertEquals("a phone 1", state.phones(at(100)).getLast().name());
    assertEquals(100, state.phones(at(100)).size());
  }

  /** Whatever a phone scans says what it still has; an undo is no scan. */
  @Test
  void waiting_isThatOfThePhonesLastRow() {
    add(row(1, "phone", ticket("adult")).put("waiting", 57L));
    Item exit = row(2, "phone").put("tickets", null).put("what", "exit");
    add(row(0, "phone", ticket("adult")).put("waiting", 157L));
    add(undo(row(3, "phone", ticket("adult")), 0));
    assertEquals(List.of(new Phone("phone", at(1), 1, 57)), state.phones(at(1)));
    add(exit);
    assertEquals(List.of(phone("phone", 2, 0)), state.phones(at(2)));
  }

  @Test
  void list_isStill_onceNoneOfItsMinutesIsShown() {
    assertTrue(state.isStill(1, at(0)));
    add(row(0, "phone", ticket("adult")));
    assertFalse(state.isStill(2, at(0)));
    assertFalse(state.isStill(2, at(1)));
    assertTrue(state.isStill(2, at(2)));
    assertTrue(state.isStill(1, at(1)));
    add(undo(row(0, "phone", ticket("adult")), 0));
    assertFalse(state.isStill(2, at(0)), "it says how many the phone let in this minute");
    assertTrue(state.isStill(2, at(1)));
  }

  private static Item row(int minute, String token, Item... tickets) {
    return new Item()
        .put("at", at(minute).toEpochMilli())
        .put("by", token)
        .put("by_name", token)
        .put("tickets", List.of(tickets));
  }

  private void add(Item row) {
    add(state, row);
  }

  private static void add(ListSum sum, Item row) {
    sum.add(new SequenceRow(1, 1, row));
  }

  /** Returns the row of an undo; a ticket of which it says so is still in elsewhere. */
  private static Item undo(Item row, int index) {
    Item ticket = row.items("tickets").get(index);
    AreaChange nothing = new AreaChange(Tally.NONE, List.of(), List.of(), Map.of());
    Item undo =
        UndoStore.row("log", 1, Type.CHECK_IN, index, row, ticket, ticket.flag("still"), nothing);
    return undo.put("at", row.number("at"));
  }

  private static Item ticket(String type) {
    return new Item().put("type", type);
  }

  private static Phone phone(String name, int minute, long lastMinute) {
    return new Phone(name, at(minute), lastMinute, 0);
  }

  private static Instant at(int minute) {
    return START.plus(Duration.ofMinutes(minute));
  }
}
