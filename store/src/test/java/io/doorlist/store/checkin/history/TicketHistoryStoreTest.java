package io.doorlist.store.checkin.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.doorlist.domain.checkin.Checkin;
import io.doorlist.domain.checkin.CheckinCommand;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedOut;
import io.doorlist.domain.checkin.TicketEvent;
import io.doorlist.domain.checkin.TicketEvent.Type;
import io.doorlist.domain.checkin.TicketPassage;
import io.doorlist.domain.checkin.UndoOutcome;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.token.Role;
import io.doorlist.store.checkin.PassageFixture;
import io.doorlist.store.checkin.refusal.Refusals;
import io.doorlist.store.checkin.ticket.TicketKeys;
import io.doorlist.store.table.TableSchema;
import io.doorlist.testing.CountingClient;
import io.doorlist.testing.Gala;
import io.doorlist.testing.TestTable;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TicketHistoryStoreTest extends PassageFixture {
  private final CountingClient client = new CountingClient(TestTable.client());

  private List<TicketEvent> read(long... tickets) {
    List<TicketKeys> keys =
        Arrays.stream(tickets)
            .mapToObj(
                id ->
                    new TicketKeys(
                        id,
                        "T" + id,
                        TableSchema.qr(Gala.ACCOUNT, Gala.EVENT, "t" + id),
                        List.of(TableSchema.ticket(Gala.ACCOUNT, Gala.EVENT, id))))
            .toList();
    return table
        .stores(client, clock)
        .ticketHistories()
        .read(gala.definition(), mode, keys, deadline());
  }

  @Test
  void history_hasAllThatHappenedToATicket_theLatestFirst() {
    gala.put(Gala.order(1, "adult", "adult"));
    CheckinList door = gala.list(DOOR);
    // Rows of other tickets have the same numbers on another list.
    exit(SMOKERS, "t10001");
    Instant in = clock.instant();
    Checkin first = assertInstanceOf(CheckedIn.class, enter(DOOR, "t10000")).checkin();
    enter(DOOR, "t10001");
    clock.pass(Duration.ofMinutes(1));
    Instant undone = clock.instant();
    assertEquals(UndoOutcome.UNDONE, undoCheckin(first));
    clock.pass(Duration.ofMinutes(1));
    Instant out = clock.instant();
    TicketPassage exit = assertInstanceOf(CheckedOut.class, exit(DOOR, "t10000")).passage();
    exit(DOOR, "t10001");
    clock.pass(Duration.ofMinutes(1));
    Instant undoneExit = clock.instant();
    assertEquals(UndoOutcome.UNDONE, undo(exit, "phone", Role.DESK));
    clock.pass(Duration.ofMinutes(1));
    Instant late = clock.instant();
    TicketPassage unexplained =
        assertInstanceOf(CheckedOut.class, upload(SMOKERS, "t10000", true, late)).passage();
    clock.pass(Duration.ofMinutes(1));
    Instant again = clock.instant();
    Checkin second = assertInstanceOf(CheckedIn.class, enter(DOOR, "t10000")).checkin();

    assertEquals(
        List.of(
            event(Type.CHECK_IN, second.id(), door, again, true, false, false),
            new TicketEvent(
                Type.EXIT,
                unexplained.id(),
                10000,
                "T10000",
                gala.list(SMOKERS),
                late,
                late,
                late,
                "Phone",
                false,
                true,
                false,
                null,
                null),
            event(Type.UNDO, exit.id(), door, undoneExit, null, false, false),
            event(Type.EXIT, exit.id(), door, out, true, false, true),
            event(Type.UNDO, first.id(), door, undone, null, false, false),
            event(Type.CHECK_IN, first.id(), door, in, true, false, true)),
        read(10000));
    assertEquals(6 + 3, read(10000, 10001).size());
    assertEquals(List.of(), read(10002));
  }

  /** The order's tickets share a row; only rows that the ticket names are read. */
  @Test
  void history_isOfTheTicketAlone_whereItCameInWithOthers() {
    gala.put(Gala.order(1, "adult", "adult"));
    doors.enterOrder(DOOR, "o1", Map.of("adult", 2), command(true, null));
    read(10000);
    client.spent();
    read(10000);
    int reads = client.spent().reads();
    clock.pass(Duration.ofMinutes(1));

    list(DOOR).forEach(checkin -> assertEquals(UndoOutcome.UNDONE, undoCheckin(checkin)));
    client.spent();

    assertEquals(
        List.of(Type.UNDO, Type.CHECK_IN), read(10000).stream().map(TicketEvent::type).toList());
    assertEquals(reads + 2, client.spent().reads());
  }

  private static TicketEvent event(
      Type type,
      long id,
      CheckinList list,
      Instant at,
      Boolean online,
      boolean unexplained,
      boolean undone) {
    return new TicketEvent(
        type,
        id,
        10000,
        "T10000",
        list,
        at,
        at,
        null,
        "Phone",
        online,
        unexplained,
        undone,
        null,
        null);
  }

  @Test
  void history_hasDoubleAdmissionsAndRefusals() {
    gala.put(Gala.order(1, "adult", "adult"));
    enter(DOOR, "t10000");
    enter(DOOR, "t10001");
    clock.pass(Duration.ofMinutes(1));
    Instant at = clock.instant();
    upload(Gala.VIP, "t10000", false, at);
    upload(DOOR, "t10001", false, at);
    upload(Gala.MAIN, "nobody", false, at);
    clock.pass(Duration.ofMinutes(1));
    Instant refused = clock.instant();
    CheckinCommand command =
        new CheckinCommand(mode, "phone", "Phone", true, true, null, null, deadline());
    CheckinOutcome refusal = doors.enter(Gala.VIP, "t10000", command);
    for (long list : List.of(Gala.VIP, 99L)) {
      stores
          .ticketHistories()
          .refused(
              Gala.ACCOUNT,
              Gala.EVENT,
              list,
              "t10000",
              command,
              refusal,
              "request " + list,
              command.deadline());
    }

    List<TicketEvent> history = read(10000);

    assertEquals(
        List.of(Type.REFUSAL, Type.DOUBLE_ADMISSION, Type.CHECK_IN),
        history.stream().map(TicketEvent::type).toList());
    assertEquals(
        new TicketEvent(
            Type.REFUSAL,
            null,
            10000,
            "T10000",
            gala.list(Gala.VIP),
            refused,
            refused,
            null,
            "Phone",
            true,
            false,
            false,
            "wrong_list",
            "request 2"),
        history.getFirst());
    assertEquals(
        new TicketEvent(
            Type.DOUBLE_ADMISSION,
            doors.doubles(Gala.VIP).getFirst().id(),
            10000,
            "T10000",
            gala.list(Gala.VIP),
            at,
            at,
            at,
            "Phone",
            false,
            false,
            false,
            "wrong_list",
            null),
        history.get(1));
    Refusals.OfRequest kept =
        stores.ticketHistories().refusedIn(Gala.ACCOUNT, Gala.EVENT, "request 99").getFirst();
    assertEquals(10000, kept.ticket());
  }
}
