package io.doorlist.store.checkin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.CheckinOutcome.AdmittedAgain;
import io.doorlist.domain.checkin.CheckinOutcome.AlreadyCheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.NotAdmissible;
import io.doorlist.domain.checkin.CheckinOutcome.UnknownQrCode;
import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.checkin.Happening.Type;
import io.doorlist.domain.checkin.PulseWindow;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.checkin.TicketLook;
import io.doorlist.domain.checkin.UndoOutcome;
import io.doorlist.domain.order.DeskNote;
import io.doorlist.domain.order.OrderState;
import io.doorlist.door.Reason;
import io.doorlist.testing.Gala;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Devices let in guests by themselves whom the door refuses. */
class WronglyInTest extends CheckinFixture {
  private final Instant scanned = clock.instant().minusSeconds(60);

  @Test
  void offlineScanThatIsRefused_isRecordedOnce_andAnsweredTheSame() {
    gala.put(Gala.order(1, "adult"));
    CheckedIn first = assertInstanceOf(CheckedIn.class, scan("t10000", offline("phone", "k1")));
    clock.pass(Duration.ofSeconds(7));
    AlreadyCheckedIn already = new AlreadyCheckedIn(first.checkin(), 7, false, null);

    assertEquals(new AdmittedAgain(already, false), scan("t10000", offline("other", "k2")));
    clock.pass(Duration.ofSeconds(30));
    assertEquals(new AdmittedAgain(already, true), scan("t10000", offline("other", "k2")));

    Happening only = open().getFirst();
    assertEquals(1, open().size());
    assertEquals(Type.ENTRY, only.type());
    assertEquals(10_000L, only.ticketId());
    assertEquals("T10000", only.reference());
    assertEquals("adult", only.ticketType());
    assertEquals(scanned, only.scannedAt());
    assertEquals("other's name", only.scannedBy());
    assertEquals(first, scan("t10000", offline("phone", "k1")));
    assertEquals(1, gala.count(Gala.MAIN));
  }

  @Test
  void everyRefusal_isRecorded_alsoOfCodesThatNobodyHas() {
    gala.put(Gala.order(1, "vip"));
    gala.put(Gala.with(Gala.order(2, "adult"), OrderState.PENDING, ticket -> ticket));
    gala.put(Gala.voided(Gala.order(3, "adult")));

    List<CheckinOutcome> refusals = new ArrayList<>();
    for (String code : List.of("t10000", "t20000", "t30000", "nobody")) {
      AdmittedAgain first =
          assertInstanceOf(AdmittedAgain.class, scan(code, offline("phone", "k" + code)));
      assertEquals(
          new AdmittedAgain(first.refusal(), true), scan(code, offline("phone", "k" + code)));
      refusals.add(first.refusal());
    }

    assertEquals(
        List.of(
            new NotAdmissible(
                    Reason.WRONG_LIST, List.of(gala.list(Gala.VIP), gala.list(Gala.EVERYONE)))
                .of(10_000),
            new NotAdmissible(Reason.ORDER_NOT_CONFIRMED, List.of()).of(20_000),
            new NotAdmissible(Reason.VOID, List.of()).of(30_000),
            new UnknownQrCode()),
        refusals);
    assertEquals(
        List.of("wrong_list", "order_not_confirmed", "void", Happening.NOT_FOUND),
        open().stream().map(Happening::reason).toList());
    assertNull(open().getLast().ticketId());
    for (Happening each : open()) {
      assertEquals(UndoOutcome.UNDONE, undo(Gala.MAIN, each.id(), desk()));
      assertEquals(UndoOutcome.NOT_FOUND, undo(Gala.MAIN, each.id(), desk()));
    }
    assertEquals(List.of(), open());
    assertEquals(8, doors.log(Gala.MAIN, Mode.LIVE).size());
  }

  @Test
  void recordedUpload_neverBecomesACheckin_evenIfTheTicketIsFreeLater() {
    gala.put(Gala.order(1, "adult"));
    CheckedIn first = assertInstanceOf(CheckedIn.class, scan("t10000", offline("phone", "k1")));
    CheckinOutcome refused = scan("t10000", offline("other", "k2"));
    assertEquals(UndoOutcome.HAS_PASSAGES, undo(Gala.MAIN, first.checkin().id(), desk()));
    assertEquals(UndoOutcome.UNDONE, undo(Gala.MAIN, open().getFirst().id(), desk()));
    assertEquals(UndoOutcome.UNDONE, undo(Gala.MAIN, first.checkin().id(), desk()));

    assertEquals(
        new AdmittedAgain(((AdmittedAgain) refused).refusal(), true),
        scan("t10000", offline("other", "k2")));
    assertEquals(first, scan("t10000", offline("phone", "k1")));
    assertEquals(0, gala.count(Gala.MAIN));
  }

  @Test
  void withoutAKey_tokenCodeAndTimeNameTheAdmission() {
    gala.put(Gala.order(1, "adult"));
    CheckedIn first = assertInstanceOf(CheckedIn.class, scan("t10000", offline("phone", null)));

    assertEquals(
        new AlreadyCheckedIn(first.checkin(), 0, true, null),
        scan("t10000", offline("phone", null)));
    assertEquals(List.of(), open());
    for (boolean repeated : List.of(false, true)) {
      assertEquals(
          new AdmittedAgain(new AlreadyCheckedIn(first.checkin(), 0, false, null), repeated),
          scan("t10000", offline("other", null)));
    }
    assertEquals(1, open().size());
  }

  /** Which of two was wrong follows from when they scanned, not from who sent it first. */
  @Test
  void openEntry_isTheLaterOne_whicheverUploadsFirst() {
    gala.put(Gala.order(1, "adult", "adult"));
    for (List<String> phones : List.of(List.of("a", "b"), List.of("b", "a"))) {
      String code = phones.getFirst().equals("a") ? "t10000" : "t10001";
      for (String phone : phones) {
        Instant at = phone.equals("a") ? scanned : scanned.plusSeconds(10);
        scan(code, scan(phone, phone + code, false, at));
      }
    }

    assertEquals(
        List.of("b's name", "b's name"), open().stream().map(Happening::scannedBy).toList());
    assertEquals(
        2, doors.pulse(new PulseWindow(1, false), Gala.MAIN).lists().getFirst().doubleAdmissions());
    assertEquals(
        List.of(true, false, false, true),
        doors.log(Gala.MAIN, Mode.LIVE).stream().map(Happening::explained).toList());
  }

  @Test
  void onlineScanThatIsRefused_isNotRecorded() {
    gala.put(Gala.order(1, "adult"));
    scan("t10000", Gala.scan("phone", null));

    assertInstanceOf(AlreadyCheckedIn.class, scan("t10000", online("other", "k")));
    assertInstanceOf(UnknownQrCode.class, scan("nobody", online("other", "k2")));
    assertEquals(List.of(), open());
  }

  @Test
  void look_saysWhatAScanWouldBeAnswered_andWritesNothing() {
    gala.put(Gala.order(1, "adult"));

    assertEquals(
        new TicketLook.Seen(
            10_000,
            "T10000",
            "Guest 10000",
            "adult",
            null,
            DeskNote.NONE,
            null,
            false,
            0,
            null,
            null),
        look("t10000"));
    assertEquals(0, gala.count(Gala.MAIN));
    CheckedIn in = assertInstanceOf(CheckedIn.class, scan("t10000", online("phone", null)));
    assertEquals(
        new TicketLook.Seen(
            10_000,
            "T10000",
            "Guest 10000",
            "adult",
            null,
            DeskNote.NONE,
            new AlreadyCheckedIn(in.checkin(), 0, true, null),
            true,
            1,
            new TicketLook.LastPassage(false, in.checkin().createdAt(), gala.list(Gala.MAIN)),
            null),
        look("t10000"));
    assertEquals(new TicketLook.Unseen(new UnknownQrCode()), look("nobody"));
  }

  @Test
  void look_countsWhatIsLeftOfAnOrder() {
    gala.put(Gala.order(1, "adult", "adult", "vip"));
    assertEquals(order(Map.of("adult", 2), null), look("o1"));

    CheckedIn first = assertInstanceOf(CheckedIn.class, scan("t10000", online("phone", null)));
    assertEquals(order(Map.of("adult", 1), null), look("o1"));
    scan("t10001", online("phone", null));
    assertEquals(
        order(Map.of("adult", 0), new AlreadyCheckedIn(first.checkin(), 0, true, null)),
        look("o1"));

    gala.put(Gala.order(2, "vip"));
    TicketLook.SeenOrder elsewhere = assertInstanceOf(TicketLook.SeenOrder.class, look("o2"));
    assertEquals(
        new NotAdmissible(
            Reason.WRONG_LIST, List.of(gala.list(Gala.VIP), gala.list(Gala.EVERYONE))),
        elsewhere.refusal());
  }

  private static TicketLook order(Map<String, Integer> remaining, CheckinOutcome refusal) {
    TreeMap<String, Integer> inside = new TreeMap<>(Map.of("adult", 2 - remaining.get("adult")));
    return new TicketLook.SeenOrder(
        1, new TreeMap<>(Map.of("adult", 2)), new TreeMap<>(remaining), inside, refusal);
  }

  private TicketLook look(String code) {
    return doors.look(Gala.MAIN, code, online("phone", null));
  }

  private List<Happening> open() {
    return doors.open(Gala.MAIN);
  }

  private CheckinOutcome scan(String code, Scan scan) {
    return scan(Gala.MAIN, code, scan);
  }

  private Scan offline(String token, String key) {
    return scan(token, key, false, scanned);
  }

  private Scan online(String token, String key) {
    return scan(token, key, true, null);
  }
}
