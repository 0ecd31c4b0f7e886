package io.doorlist.cli.following;

import static io.doorlist.cli.following.RecordedPretix.answer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.cli.following.RecordedPretix.Behaviour;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.UndoOutcome;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.ingest.shop.ReportPositionStore;
import io.doorlist.testing.Stores;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What happened at the door gets to pretix, each once, whatever fails (issue 33). */
class PretixReporterTest extends FollowFixture {
  /** Codes of pretix that come in, and the positions that have them. */
  private static final Map<String, Long> GUESTS =
      new TreeMap<>(
          Map.of("n1", 101L, "o11", 114L, "w1", 123L, "w2", 124L, "main", 126L, "addon", 127L));

  @BeforeEach
  void follow() {
    followGala();
  }

  @Test
  void report_tellsEntriesExitsAndUndos_eachOnce_inOrderOfTheTicket() {
    enter("n1");
    enter("o11");
    exit("n1", null);
    enter("n1");
    PretixReporter reporter = reporter("one");
    reporter.report();
    long wrong = enter("w1");
    reporter.report();
    assertEquals(UndoOutcome.UNDONE, undo(wrong));

    reporter.report();
    reporter.report();

    assertEquals(
        List.of(
            "gala 1 101 entry",
            "gala 1 101 exit",
            "gala 1 101 entry",
            "gala 1 114 entry",
            "gala 1 123 entry"),
        byTicket(shop.order));
    assertEquals(4, taken());
    assertEquals("", said());
  }

  @Test
  void report_tellsTimesOfTheDoor_notOfTheUpload() {
    Instant scanned = Instant.now().minusSeconds(3_600).truncatedTo(ChronoUnit.MILLIS);
    scan("n1", false, scanned);

    reporter("one").report();

    assertEquals(
        List.of(scanned), shop.checkins.values().stream().map(RecordedPretix.Checkin::at).toList());
  }

  @Test
  void report_leavesOut_whatWasUndoneBeforeItWasReported() {
    undo(enter("n1"));

    reporter("one").report();

    assertEquals(List.of(), shop.order);
    assertEquals("", said());
  }

  /**
   * Whatever a shop, or what stands before it, may answer: pretix refuses to undo twice with an
   * array.
   */
  @Test
  void report_losesNothing_whateverIsAnswered() {
    List<Behaviour> unexpected =
        List.of(
            answer(200, "<html>maintenance</html>"),
            answer(200, "[]"),
            answer(201, ""),
            answer(201, "\"ok\""),
            answer(302, "", "Location", "https://elsewhere.example/"),
            answer(401, "{}"),
            answer(400, "<html>Bad Request</html>"),
            answer(400, ""),
            answer(404, "Not Found"),
            answer(405, "{}"),
            answer(413, "{}"),
            answer(429, "{}", "Retry-After", "soon"),
            answer(500, "[]"),
            answer(502, "<html>"),
            answer(503, "{}", "Retry-After", "1"),
            RecordedPretix::cut,
            RecordedPretix::loseAnswer);
    Instant[] now = {Instant.now()};
    Stores later = table.stores(steps(now));
    Random random = new Random(47);
    List<String> codes = List.copyOf(GUESTS.keySet());
    Map<String, Long> in = new TreeMap<>();
    PretixReporter reporter = reporter(later, now);
    for (int turn = 0; turn < 80; turn++) {
      String code = codes.get(random.nextInt(codes.size()));
      if (in.containsKey(code)) {
        assertEquals(UndoOutcome.UNDONE, undo(in.remove(code)));
      } else {
        in.put(code, enter(code));
      }
      for (int request = random.nextInt(4); request > 0; request--) {
        shop.next(unexpected.get(random.nextInt(unexpected.size())));
      }
      if (random.nextInt(5) == 0) {
        // As after kill -9: what the process knew is gone.
        reporter = reporter(later, now);
      }
      now[0] = now[0].plusSeconds(random.nextInt(90));
      tryReport(reporter);
    }
    shop.asRecorded();
    for (int minute = 0; minute < 3; minute++) {
      now[0] = now[0].plus(DeferredReports.AGAIN);
      reporter.report();
    }

    assertEquals(
        in.keySet().stream().map(GUESTS::get).sorted().toList(),
        shop.checkins.values().stream()
            .filter(RecordedPretix.Checkin::successful)
            .map(RecordedPretix.Checkin::position)
            .sorted()
            .toList());
    assertFalse(said().contains("not taken"), said());
  }

  @Test
  void report_setsAsideByName_whatPretixNeverTakes_andGoesOnWithTheRest() {
    Instant[] now = {Instant.now()};
    Stores later = table.stores(steps(now));
    PretixReporter reporter = reporter(later, now);
    shop.broken = 101L;
    enter("n1");
    enter("o11");
    exit("n1", null);

    for (int minute = 0; minute <= DeferredReports.TRIES * 2; minute++) {
      for (int look = 0; look < 6; look++) {
        reporter.report();
        now[0] = now[0].plus(DeferredReports.AGAIN.dividedBy(6));
      }
      if (minute % 2 == 0) {
        exit("o11", null);
      } else {
        enter("o11");
      }
    }
    reporter.report();

    assertEquals(Set.of("gala 1 114 entry", "gala 1 114 exit"), Set.copyOf(shop.order));
    String why = ": pretix answers 500 to /events/gala/checkinlists/1/positions/101/redeem/";
    assertEquals(
        List.of(
            "waiting, and tried again: event gala, list 1: the entry of ticket 101" + why,
            "not taken by the shop: event gala, list 1: the entry of ticket 101" + why,
            "not taken by the shop: event gala, list 1: the exit of ticket 101" + why),
        lines());
    int asked = shop.asked.size();
    reporter(later, now).report();
    assertTrue(shop.asked.size() - asked <= 1, "the table knows that all before is done");
  }

  @Test
  void report_takesAnErrorForARefusal_whateverItsStatus() {
    shop.next(
        answer(201, "{\"status\":\"error\",\"reason\":\"product\"}"), answer(400, "[\"no\"]"));
    enter("n1");
    reporter("one").report();
    enter("o11");
    reporter("one").report();
    enter("w1");
    reporter("one").report();

    assertEquals(List.of("gala 1 123 entry"), shop.order);
    assertEquals(
        List.of(
            "not taken by the shop: event gala, list 1: the entry of ticket 101 (201): product",
            "not taken by the shop: event gala, list 1: the entry of ticket 114 (400)"),
        lines());
  }

  @Test
  void report_namesOnce_whatPretixNoLongerKnows_andGoesOn() {
    shop.gonePositions.add(101L);
    shop.goneLists.add(2L);
    CheckinList pending = gala.list(2).orElseThrow();
    enter("n1");
    for (String code : List.of("n1", "o11", "w1")) {
      table.stores().checkins().checkInTicket(gala, pending, code, scan(true, null));
    }
    enter("w2");

    PretixReporter reporter = reporter("one");
    reporter.report();
    reporter.report();

    assertEquals(List.of("gala 1 124 entry"), shop.order);
    assertEquals(
        List.of(
            "not taken by the shop: event gala, list 1: the entry of ticket 101 (404): invalid",
            "not taken by the shop: event gala, list 2 is not there any more"),
        lines());
  }

  @Test
  void report_namesAnUndoOnce_thatIsTooLateForPretix() {
    CheckinOutcome upload = scan("n1", false, Instant.now().minusSeconds(3_600));
    PretixReporter reporter = reporter("one");
    reporter.report();
    assertEquals(UndoOutcome.UNDONE, undo(((CheckinOutcome.CheckedIn) upload).checkin().id()));
    enter("o11");

    reporter.report();
    reporter.report();

    assertEquals(List.of("gala 1 101 entry", "gala 1 114 entry"), shop.order);
    assertEquals(
        List.of(
            "not taken by the shop: event gala, list 1: the undo for ticket 101 (400): undone too"
                + " late for pretix"),
        lines());
  }

  @Test
  void report_saysOnce_thatTheTokenWasRevoked_andLosesNothing() {
    enter("n1");
    PretixReporter revoked =
        reporter("revoked", table.stores(), "one", Set.of(), Clock.systemUTC());
    int[] turns = {0};
    FollowCommand.reports(revoked, status).until(wait -> ++turns[0] < 4);
    revoked.end();
    assertEquals(1, said().lines().count(), said());
    assertTrue(said().contains("does not accept the API token (401)"), said());

    reporter("two").report();

    assertEquals(List.of("gala 1 101 entry"), shop.order);
  }

  @Test
  void report_isOneProcessesTurn_untilItIsSilent() {
    Instant[] now = {Instant.now()};
    Stores later = table.stores(steps(now));
    enter("n1");
    PretixReporter first = reporter("first");
    first.report();
    shop.asked.clear();
    enter("o11");
    PretixReporter second = reporter(RecordedPretix.TOKEN, later, "second", Set.of(), steps(now));
    second.report();
    assertEquals(List.of(), shop.asked, "it is the first one's turn");

    now[0] = now[0].plus(ReportPositionStore.TURN).plusSeconds(60);
    second.report();

    assertEquals(List.of("gala 1 101 entry", "gala 1 114 entry"), shop.order);
  }

  private PretixReporter reporter(Stores later, Instant[] now) {
    return reporter(RecordedPretix.TOKEN, later, "one", Set.of(), steps(now));
  }

  private void tryReport(PretixReporter reporter) {
    try {
      reporter.report();
    } catch (ShopFault e) {
      // The next one goes on.
      return;
    }
  }

  /** Several tickets are reported at a time; each ticket's passages keep their order. */
  private static List<String> byTicket(List<String> passages) {
    return passages.stream().sorted(Comparator.comparing(each -> each.split(" ")[2])).toList();
  }

  private long taken() {
    return shop.checkins.values().stream().filter(RecordedPretix.Checkin::successful).count();
  }
}
