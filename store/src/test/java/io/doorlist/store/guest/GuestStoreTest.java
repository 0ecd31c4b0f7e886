package io.doorlist.store.guest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.Checkin;
import io.doorlist.domain.checkin.UndoRequest;
import io.doorlist.domain.desk.Guest;
import io.doorlist.domain.desk.GuestPart;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.token.Role;
import io.doorlist.testing.CountingEngine;
import io.doorlist.testing.Doors;
import io.doorlist.testing.Effort;
import io.doorlist.testing.Gala;
import io.doorlist.testing.TestTable;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A desk that reads only changes has the same as a desk that reads everything anew. */
class GuestStoreTest {
  private final TestTable table = new TestTable();
  private final CountingEngine engine = new CountingEngine(table.engine());
  private final Gala gala = new Gala(table.stores(Clock.systemUTC()));
  private final Doors doors = new Doors(table.stores(Clock.systemUTC()));

  /** What a desk keeps. */
  private final class Desk {
    private final GuestStore store;
    private final Map<Long, Guest> guests = new TreeMap<>();
    private String version;

    Desk(int rows) {
      store = new GuestStore(table.access(engine), rows);
    }

    /** Asks once; returns whether there is more. */
    boolean ask() {
      Instant deadline = Instant.now().plusSeconds(60);
      GuestPart part = store.since(gala.definition(), Mode.LIVE, version, deadline);
      if (part.whole()) {
        guests.clear();
      }
      part.guests().forEach(guest -> guests.put(guest.ticket().id(), guest));
      version = part.version();
      return part.more();
    }

    int askAll() {
      int asked = 1;
      while (ask()) {
        asked++;
      }
      return asked;
    }
  }

  private void isAsNew(Desk desk) {
    Desk fresh = new Desk(500);
    fresh.askAll();
    assertEquals(fresh.guests, desk.guests);
  }

  @Test
  void since_hasEveryGuest_byParts() {
    for (long id = 1; id <= 25; id++) {
      gala.put(Gala.order(id, "adult", "vip"));
    }
    doors.enter(Gala.MAIN, "t50000", Gala.scan("phone", null));

    Desk desk = new Desk(4);

    assertTrue(desk.askAll() >= 6);
    assertEquals(50, desk.guests.size());
    assertEquals(Set.of(Gala.MAIN), desk.guests.get(50_000L).checkedIn().keySet());
    isAsNew(desk);
  }

  @Test
  void since_hasOnlyWhatChanged() {
    gala.put(Gala.order(1, "adult", "adult"));
    gala.put(Gala.order(2, "adult"));
    Desk desk = new Desk(500);
    desk.askAll();
    String before = desk.version;

    assertFalse(desk.ask());
    assertEquals(before, desk.version);
    doors.enter(Gala.MAIN, "t10001", Gala.scan("phone", null));
    GuestPart part =
        desk.store.since(gala.definition(), Mode.LIVE, before, Instant.now().plusSeconds(60));

    assertEquals(List.of(10_001L), part.guests().stream().map(it -> it.ticket().id()).toList());
    assertFalse(part.whole());
  }

  @Test
  void since_beginsAnew_afterAVersionOfAnotherTable() {
    gala.put(Gala.order(1, "adult"));
    Desk desk = new Desk(500);

    for (String version : List.of("", "1", "1.a.1", "1.000000000000.1.1_0", "2.x.1", "1.x.~")) {
      desk.version = version;
      GuestPart part =
          desk.store.since(gala.definition(), Mode.LIVE, version, Instant.now().plusSeconds(60));
      assertTrue(part.whole(), version);
      assertEquals(1, part.guests().size());
    }
  }

  @Test
  void since_ofALargeOrder_isOneAnswer() {
    gala.put(Gala.order(1, Gala.adults(900)));
    gala.put(Gala.order(2, "adult"));
    Desk desk = new Desk(500);
    desk.askAll();
    gala.put(renamed(1, 900));

    desk.askAll();

    assertEquals("New 10899", desk.guests.get(10_899L).ticket().name());
    isAsNew(desk);
  }

  private static Order renamed(long id, int tickets) {
    return Gala.with(
        Gala.order(id, Gala.adults(tickets)),
        OrderState.CONFIRMED,
        each ->
            new Ticket(
                each.id(),
                each.reference(),
                each.state(),
                "New " + each.id(),
                null,
                null,
                each.ticketType(),
                each.responses(),
                each.qrCodeIdentifier(),
                each.createdAt(),
                each.updatedAt(),
                each.terms(),
                false));
  }

  @Test
  void since_costsInProportionToTheChanges() {
    for (long id = 1; id <= 300; id++) {
      gala.put(Gala.order(id, "adult"));
    }
    Desk desk = new Desk(500);
    desk.askAll();
    for (long id = 1; id <= 5; id++) {
      doors.enter(Gala.MAIN, "t" + id * 10_000, Gala.scan("phone", null));
      gala.put(renamed(100 + id, 1));
    }
    gala.definition();
    engine.spent();

    desk.askAll();

    // Heads 3, rows 2, ten guests of an order and marks each, five notes of tickets; the event 1.
    double cost = engine.spent().readUnits();
    assertTrue(cost <= 32, () -> "units: " + cost);
    isAsNew(desk);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void deskThatFollowsChanges_hasTheGuestsOfOneThatReadsAll(long seed) {
    Random random = new Random(seed);
    Desk slow = new Desk(1 + random.nextInt(5));
    Desk quick = new Desk(500);
    List<Checkin> checkins = new ArrayList<>();
    int steps = Effort.of(60, 1_000);
    for (int step = 0; step < steps; step++) {
      long id = 1 + random.nextInt(12);
      switch (random.nextInt(6)) {
        case 0 -> gala.put(Gala.order(id, "adult", random.nextBoolean() ? "vip" : "adult"));
        case 1 -> gala.put(renamed(id, 1 + random.nextInt(2)));
        case 2 -> gala.put(Gala.voided(Gala.order(id, "adult", "adult")));
        case 3 -> doors.enter(Gala.MAIN, "t" + id * 10_000, Gala.scan("phone", null));
        case 4 -> doors.exit(Gala.MAIN, "t" + id * 10_000, Gala.scan("phone", null));
        default -> {
          checkins.clear();
          checkins.addAll(doors.checkins(Gala.MAIN));
          if (!checkins.isEmpty()) {
            doors.undo(
                Gala.MAIN,
                checkins.get(random.nextInt(checkins.size())).id(),
                new UndoRequest(Mode.LIVE, "desk", null, Role.DESK, Instant.now().plusSeconds(60)));
          }
        }
      }
      slow.ask();
      if (random.nextInt(4) == 0) {
        quick.askAll();
        isAsNew(quick);
      }
    }
    slow.askAll();
    isAsNew(slow);
  }
}
