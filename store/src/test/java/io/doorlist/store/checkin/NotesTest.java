package io.doorlist.store.checkin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.CheckinOutcome.Admitted;
import io.doorlist.domain.checkin.CheckinOutcome.AlreadyCheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.NotAdmissible;
import io.doorlist.domain.checkin.CheckinOutcome.OrderCheckedIn;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.checkin.Scan.UploadedScan;
import io.doorlist.domain.checkin.TicketLook;
import io.doorlist.domain.order.DeskNote;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Ticket;
import io.doorlist.door.CopiedTicket;
import io.doorlist.ingest.ErasureStore;
import io.doorlist.store.checkin.copy.CopyPart;
import io.doorlist.testing.Gala;
import io.doorlist.testing.OrderBuilder;
import io.doorlist.testing.TicketBuilder;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * What staff should know about a guest is in the answer to the scan, and never in a copy (issue
 * 70).
 */
class NotesTest extends CheckinFixture {
  private static final DeskNote NOTE =
      new DeskNote("call Anna", true, List.of(new DeskNote.Shown("Table", "7")));

  private static Order order(long id, int tickets, DeskNote note) {
    Order plain = OrderBuilder.order(id, Gala.adults(tickets)).build();
    return noted(plain, note);
  }

  /** Returns the order with another note of its first guest. */
  private static Order noted(Order order, DeskNote note) {
    return Gala.with(
        order,
        order.state(),
        each -> each.id() == order.tickets().getFirst().id() ? noted(each, note) : each);
  }

  private static Ticket noted(Ticket ticket, DeskNote note) {
    return TicketBuilder.like(ticket).note(note).build();
  }

  private static DeskNote told(CheckinOutcome outcome) {
    return switch (outcome) {
      case Admitted in -> in.note();
      case AlreadyCheckedIn already -> already.note();
      case NotAdmissible refused -> refused.note();
      default -> throw new AssertionError(outcome);
    };
  }

  private DeskNote seen(String code) {
    Scan scan = Gala.scan("phone", null);
    return assertInstanceOf(TicketLook.Seen.class, doors.look(Gala.MAIN, code, scan)).note();
  }

  @Test
  void note_isToldAtEachScan_alsoIfItIsRepeatedOrRefused() {
    gala.put(order(1, 2, NOTE));
    Scan scan = Gala.scan("phone", "key");

    assertEquals(NOTE, seen("t10000"));
    assertEquals(NOTE, told(scan(Gala.MAIN, "t10000", scan)));
    assertEquals(NOTE, told(scan(Gala.MAIN, "t10000", scan)));
    assertEquals(NOTE, told(assertInstanceOf(AlreadyCheckedIn.class, scan(Gala.MAIN, "t10000"))));
    assertEquals(NOTE, told(assertInstanceOf(NotAdmissible.class, scan(Gala.VIP, "t10000"))));
    assertEquals(DeskNote.NONE, told(scan(Gala.MAIN, "t10001")));
  }

  /** Groups of more than 64 have their facts elsewhere. */
  @Test
  void notes_areToldOfAGroup_alsoIfItsRequestIsRepeated() {
    for (int size : List.of(2, 70)) {
      Order order = order(size, size, NOTE);
      gala.put(order);
      Scan scan = Gala.scan("phone", "group of " + size);
      for (int i = 0; i < 2; i++) {
        OrderCheckedIn in =
            assertInstanceOf(
                OrderCheckedIn.class, group(order.qrCodeIdentifier(), Map.of("adult", size), scan));

        assertEquals(NOTE, in.tickets().getFirst().note());
        assertEquals(DeskNote.NONE, in.tickets().getLast().note());
      }
      assertEquals(NOTE, seen(order.tickets().getFirst().qrCodeIdentifier()));
    }
  }

  @Test
  void note_isToldOfWhomADeviceLetIn() {
    gala.put(order(1, 2, NOTE));
    Scan first = scan("phone", "first", false, clock.instant());
    Scan second = scan("phone", "second", false, clock.instant());

    Map<Integer, CheckinOutcome> in =
        checkins.checkInTickets(
            gala.definition(),
            gala.list(Gala.MAIN),
            List.of(new UploadedScan("t10000", first), new UploadedScan("t10001", second)));

    assertEquals(NOTE, told(in.get(0)));
    assertEquals(DeskNote.NONE, told(in.get(1)));
  }

  @Test
  void note_thatChangesOrGoes_isToldAsItIsNow() {
    Order order = order(1, 1, NOTE);
    gala.put(order);
    assertEquals(NOTE, seen("t10000"));

    Order changed = noted(order, new DeskNote("by taxi", false));
    gala.put(changed);
    assertEquals(new DeskNote("by taxi", false), seen("t10000"));

    gala.put(noted(changed, DeskNote.NONE));
    assertEquals(DeskNote.NONE, seen("t10000"));
  }

  @Test
  void longNote_isCutAtTheDoor() {
    gala.put(order(1, 1, new DeskNote("\ud83d\ude00".repeat(DeskNote.MAX_AT_DOOR + 1), false)));

    String cut = seen("t10000").text();

    assertEquals("\ud83d\ude00".repeat(DeskNote.MAX_AT_DOOR - 1) + "…", cut);
  }

  /** A phone that has a copy learns that there is a note, whenever that changes. */
  @Test
  void copy_saysOnlyThatThereIsANote() {
    Order order = order(1, 2, DeskNote.NONE);
    gala.put(order);
    CopyPart before = doors.copy(Gala.MAIN, false, null);
    assertEquals(List.of(false, false), noted(before));

    Order shown = noted(order, DeskNote.NONE.showing(NOTE.shown()));
    gala.put(shown);
    assertEquals(List.of(), noted(doors.copy(Gala.MAIN, false, before.version())));

    Order changed = noted(shown, new DeskNote(null, true));
    gala.put(changed);
    CopyPart after = doors.copy(Gala.MAIN, false, before.version());
    assertEquals(List.of(true), noted(after));

    gala.put(noted(changed, DeskNote.NONE));
    assertEquals(List.of(false), noted(doors.copy(Gala.MAIN, false, after.version())));
  }

  private static List<Boolean> noted(CopyPart part) {
    return part.delta().tickets().stream().map(CopiedTicket::noted).toList();
  }

  @Test
  void note_isGone_whenItsGuestIsForgotten() {
    gala.put(order(1, 2, NOTE));
    scan(Gala.MAIN, "t10000");
    ErasureStore erasures = new ErasureStore(stores.table(), false);

    erasures.forget(gala.definition(), erasures.ask(Gala.EVENT, 1, Set.of(10_000L)));

    assertEquals(DeskNote.NONE, seen("t10000"));
    assertEquals(DeskNote.NONE, told(scan(Gala.MAIN, "t10000")));
    assertEquals(List.of(false, false), noted(doors.copy(Gala.MAIN, false, null)));
  }
}
