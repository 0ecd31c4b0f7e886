package io.doorlist.store.checkin.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.doorlist.domain.checkin.Checkin;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedOut;
import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.checkin.Happening.Type;
import io.doorlist.domain.checkin.RecordedPassage;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.checkin.UndoOutcome;
import io.doorlist.domain.order.DeskNote;
import io.doorlist.domain.token.Role;
import io.doorlist.store.checkin.PassageFixture;
import io.doorlist.store.checkin.refusal.Refusals;
import io.doorlist.store.checkin.ticket.TicketKeys;
import io.doorlist.store.table.TableSchema;
import io.doorlist.testing.CountingEngine;
import io.doorlist.testing.Gala;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TicketHistoryStoreTest extends PassageFixture {
  private final CountingEngine client = new CountingEngine(table.engine());

  private List<Happening> read(long... tickets) {
    List<TicketKeys> keys =
        Arrays.stream(tickets)
            .mapToObj(
                id ->
                    new TicketKeys(
                        id,
                        "T" + id,
                        DeskNote.NONE,
                        TableSchema.qr(Gala.ACCOUNT, Gala.EVENT, "t" + id),
                        List.of(TableSchema.ticket(Gala.ACCOUNT, Gala.EVENT, id)),
                        List.of()))
            .toList();
    return table
        .stores(client, clock)
        .ticketHistories()
        .read(gala.definition(), mode, keys, deadline());
  }

  @Test
  void history_hasAllThatHappenedToATicket_theLatestFirst() {
    gala.put(Gala.order(1, "adult", "adult"));
    // Rows of other tickets have the same numbers on another list.
    exit(SMOKERS, "t10001");
    Checkin first = assertInstanceOf(CheckedIn.class, enter(DOOR, "t10000")).checkin();
    enter(DOOR, "t10001");
    clock.pass(Duration.ofMinutes(1));
    assertEquals(UndoOutcome.UNDONE, undoCheckin(first));
    clock.pass(Duration.ofMinutes(1));
    RecordedPassage exit = assertInstanceOf(CheckedOut.class, exit(DOOR, "t10000")).passage();
    exit(DOOR, "t10001");
    clock.pass(Duration.ofMinutes(1));
    assertEquals(UndoOutcome.UNDONE, undo(exit.id(), "phone", Role.DESK));
    clock.pass(Duration.ofMinutes(1));
    upload(SMOKERS, "t10000", true, clock.instant());
    clock.pass(Duration.ofMinutes(1));
    enter(DOOR, "t10000");

    List<Happening> all = new ArrayList<>(doors.log(DOOR, mode));
    all.addAll(doors.log(SMOKERS, mode));
    all.removeIf(each -> each.ticketId() != 10_000);
    List<Happening> history = read(10_000);
    assertEquals(
        List.of(Type.CHECK_IN, Type.EXIT, Type.UNDO, Type.EXIT, Type.UNDO, Type.CHECK_IN),
        history.stream().map(Happening::type).toList());
    assertEquals(Set.copyOf(all), Set.copyOf(history));
    assertEquals(6 + 3, read(10_000, 10_001).size());
    assertEquals(List.of(), read(10_002));
  }

  /** The order's tickets share a row; only rows that the ticket names are read. */
  @Test
  void history_isOfTheTicketAlone_whereItCameInWithOthers() {
    gala.put(Gala.order(1, "adult", "adult"));
    doors.enterOrder(DOOR, "o1", Map.of("adult", 2), scan(true, null));
    read(10000);
    client.spent();
    read(10000);
    int reads = client.spent().reads();
    clock.pass(Duration.ofMinutes(1));

    list(DOOR).forEach(checkin -> assertEquals(UndoOutcome.UNDONE, undoCheckin(checkin)));
    client.spent();

    assertEquals(
        List.of(Type.UNDO, Type.CHECK_IN), read(10000).stream().map(Happening::type).toList());
    assertEquals(reads, client.spent().reads());
  }

  @Test
  void ofCodes_hasTheRowsOfTickets_andNothingOfOtherCodes() {
    gala.put(Gala.order(1, "adult", "adult"));
    enter(DOOR, "t10000");
    exit(SMOKERS, "t10000");
    List<String> codes = List.of("t10000", "t10001", "o1", "nobody");

    client.spent();
    Map<Long, List<Happening>> found =
        table
            .stores(client, clock)
            .ticketHistories()
            .ofCodes(gala.definition(), mode, codes, deadline());

    assertEquals(1 + 2, client.spent().reads(), "the codes, and rows of two lists");
    assertEquals(Set.of(10_000L, 10_001L), found.keySet());
    assertEquals(Set.copyOf(read(10_000)), Set.copyOf(found.get(10_000L)));
    assertEquals(List.of(), found.get(10_001L));
  }

  @Test
  void history_hasWrongAdmissionsAndRefusals() {
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
    Scan scan = new Scan(mode, "phone", "Phone", true, true, null, null, deadline());
    CheckinOutcome refusal = doors.enter(Gala.VIP, "t10000", scan);
    for (long list : List.of(Gala.VIP, 99L)) {
      stores
          .refusals()
          .keep(
              Gala.ACCOUNT,
              Gala.EVENT,
              list,
              "t10000",
              scan,
              refusal,
              "request " + list,
              scan.deadline());
    }

    List<Happening> history = read(10000);

    assertEquals(
        List.of(Type.REFUSAL, Type.WRONG, Type.CHECK_IN),
        history.stream().map(Happening::type).toList());
    Happening refusedOne = history.getFirst();
    assertEquals(
        Arrays.asList(null, refused, "Phone", true, "wrong_list", "request 2"),
        Arrays.asList(
            refusedOne.id(),
            refusedOne.at(),
            refusedOne.scannedBy(),
            refusedOne.online(),
            refusedOne.reason(),
            refusedOne.requestId()));
    assertEquals(doors.open(Gala.VIP), List.of(history.get(1)));
    assertEquals("wrong_list", history.get(1).reason());
    Refusals.OfRequest kept =
        stores.refusals().ofRequest(Gala.ACCOUNT, Gala.EVENT, "request 99").getFirst();
    assertEquals(10000, kept.ticket());
  }
}
