package io.doorlist.store.checkin.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.checkin.Checkin;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedOut;
import io.doorlist.domain.checkin.CheckinOutcome.Reentered;
import io.doorlist.domain.checkin.TicketPassage;
import io.doorlist.domain.checkin.UndoOutcome;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.token.Role;
import io.doorlist.store.checkin.PassageFixture;
import io.doorlist.store.checkin.history.PassageLog.Happening;
import io.doorlist.store.checkin.history.PassageLog.Kind;
import io.doorlist.store.checkin.history.PassageLog.Position;
import io.doorlist.store.checkin.history.PassageLog.Where;
import io.doorlist.testing.CountingClient;
import io.doorlist.testing.Gala;
import io.doorlist.testing.TestTable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PassageLogTest extends PassageFixture {
  private final CountingClient client = new CountingClient(TestTable.client());
  private final PassageLog log = new PassageLog(table.dynamo(client, clock));
  private Position have = Position.START;

  private PassageLog.Part part(int rows) {
    EventDefinition definition = gala.definition();
    PassageLog.Part part =
        log.since(definition, definition.list(DOOR).orElseThrow(), mode, have, rows);
    have = part.position();
    return part;
  }

  private boolean behind() {
    Where door = new Where(Gala.EVENT, DOOR, mode);
    Set<Where> behind =
        log.behind(
            Gala.ACCOUNT, Map.of(door, have, new Where(Gala.EVENT, SMOKERS, mode), Position.START));
    assertEquals(behind.isEmpty() ? Set.of() : Set.of(door), behind);
    return !behind.isEmpty();
  }

  @Test
  void reader_seesWhatHappened_inTheOrderInWhichItWasWritten() {
    gala.put(Gala.order(1, "adult", "adult"));
    assertFalse(behind());
    Checkin first = assertInstanceOf(CheckedIn.class, enter(DOOR, "t10000")).checkin();
    assertTrue(behind());
    TicketPassage out = out();
    TicketPassage again = again();
    clock.pass(Duration.ofMinutes(1));
    Instant scanned = clock.instant().minusSeconds(40);
    Checkin late =
        assertInstanceOf(CheckedIn.class, upload(DOOR, "t10001", false, scanned)).checkin();

    client.spent();
    PassageLog.Part part = part(100);

    assertEquals(4, client.spent().reads(), "a head and the new rows, of each sequence");
    assertEquals(
        List.of(
            entry(first, 10000, first.createdAt()),
            passage(Kind.EXIT, out),
            passage(Kind.ENTRY, again),
            entry(late, 10001, scanned)),
        part.happenings());
    assertFalse(part.more());
    assertFalse(behind());
    assertEquals(List.of(), part(100).happenings());
    out();
    assertTrue(behind());
    assertEquals(1, part(100).happenings().size());
  }

  @Test
  void reader_seesUndos_withTheirTicketsAndTimes() {
    gala.put(Gala.order(1, "adult", "adult"));
    Checkin first = assertInstanceOf(CheckedIn.class, enter(DOOR, "t10000")).checkin();
    Checkin other = assertInstanceOf(CheckedIn.class, enter(DOOR, "t10001")).checkin();
    TicketPassage out = out();
    part(100);
    TicketPassage again = again();
    Instant undone = undo(again);
    Instant undoneExit = undo(out);
    clock.pass(Duration.ofMinutes(1));
    assertEquals(UndoOutcome.UNDONE, undoCheckin(first));
    assertEquals(UndoOutcome.UNDONE, undoCheckin(other));

    // What was undone before it was read is left out.
    assertEquals(
        List.of(
            undone(passage(again.id()), 10000, undone),
            undone(passage(out.id()), 10000, undoneExit),
            undone(checkin(first), 10000, clock.instant()),
            undone(checkin(other), 10001, clock.instant())),
        part(100).happenings());
  }

  @Test
  void reader_readsOn_whereMuchHappened() {
    gala.put(Gala.order(1, Gala.adults(5)));
    for (int ticket = 10_000; ticket < 10_005; ticket++) {
      enter(DOOR, "t" + ticket);
      exit(DOOR, "t" + ticket);
    }
    List<Happening> all = part(100).happenings();
    have = Position.START;
    List<Happening> read = new ArrayList<>();
    PassageLog.Part part;
    do {
      part = part(2);
      assertTrue(part.happenings().size() <= 4);
      read.addAll(part.happenings());
    } while (part.more());

    assertEquals(10, all.size());
    assertEquals(Set.copyOf(all), Set.copyOf(read));
    assertEquals(10, read.size());
    exit(DOOR, "t10000");
    exit(DOOR, "t10000");
    exit(DOOR, "t10000");
    assertTrue(part(2).more());
  }

  @Test
  void position_isReadFromItsText() {
    gala.put(Gala.order(1, "adult"));
    enter(DOOR, "t10000");
    part(100);

    assertEquals(Optional.of(have), Position.of(have.text()));
    for (String none : List.of("", "1", "!.1", "1.!", "1.1.1")) {
      assertEquals(Optional.empty(), Position.of(none), none);
    }
  }

  private TicketPassage out() {
    clock.pass(Duration.ofMinutes(1));
    return assertInstanceOf(CheckedOut.class, exit(DOOR, "t10000")).passage();
  }

  private TicketPassage again() {
    clock.pass(Duration.ofMinutes(1));
    return assertInstanceOf(Reentered.class, enter(DOOR, "t10000")).passage();
  }

  private Instant undo(TicketPassage passage) {
    clock.pass(Duration.ofMinutes(1));
    assertEquals(UndoOutcome.UNDONE, undo(passage, "phone", Role.DESK));
    return clock.instant();
  }

  private static Happening entry(Checkin checkin, long ticket, Instant doorTime) {
    return new Happening(Kind.ENTRY, checkin(checkin), ticket, doorTime, checkin.createdAt());
  }

  private static Happening passage(Kind kind, TicketPassage passage) {
    return new Happening(
        kind, passage(passage.id()), passage.ticketId(), passage.at(), passage.createdAt());
  }

  private static Happening undone(String name, long ticket, Instant at) {
    return new Happening(Kind.UNDO, name, ticket, at, at);
  }

  private static String checkin(Checkin checkin) {
    return "doorlist-checkin-" + checkin.id();
  }

  private static String passage(long id) {
    return "doorlist-passage-" + id;
  }
}
