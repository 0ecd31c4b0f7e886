package io.doorlist.phone;

import static io.doorlist.phone.QueuedScan.Kind.ENTRY;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.phone.Outbox.Answer;
import io.doorlist.phone.Outbox.Settled;
import io.doorlist.phone.QueuedScan.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is sent when, and what an answer means for it. */
class OutboxTest {
  private static final long NOW = 1_790_000_000_000L;

  @Test
  void next_takesAHundredOfOneList_oldestFirst() {
    List<QueuedScan> queue = new ArrayList<>();
    for (int i = 0; i < 150; i++) {
      queue.add(decided("a" + i, "1", "code" + i));
      queue.add(decided("b" + i, "2", "code" + i));
    }

    List<QueuedScan> batch = Outbox.next(queue, NOW);

    assertEquals(100, batch.size());
    assertEquals("a0", batch.getFirst().key());
    assertEquals("a99", batch.getLast().key());
  }

  @Test
  void next_staysUnderWhatTheServerTakes_whenCodesAreLong() {
    List<QueuedScan> queue = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      queue.add(decided("k" + i, "1", "陶".repeat(170)));
    }

    List<QueuedScan> batch = Outbox.next(queue, NOW);

    int bytes = batch.stream().mapToInt(scan -> scan.code().length() * 3 + 200).sum();
    assertTrue(bytes < 64_000, () -> bytes + " bytes");
    assertTrue(batch.size() > 50, () -> batch.size() + " scans");
  }

  @Test
  void next_passesByWhatWaitsAndWhatIsSetAside() {
    QueuedScan bad = decided("bad", "1", "x").setAside();
    QueuedScan waiting = decided("waiting", "1", "y").later(NOW + 1);
    QueuedScan due = decided("due", "1", "z");

    assertEquals(List.of(due), Outbox.next(List.of(bad, waiting, due), NOW));
    assertEquals(0, Outbox.waitMillis(List.of(bad, waiting, due), NOW));
    assertEquals(1, Outbox.waitMillis(List.of(bad, waiting), NOW));
    assertEquals(-1, Outbox.waitMillis(List.of(bad), NOW));
    List<QueuedScan> back = List.of(asked(Stage.AWAY, 1, NOW + 1), decided("back", "1", "x"));
    assertEquals(List.of(), Outbox.next(back, NOW));
    assertEquals(1, Outbox.waitMillis(back, NOW));
  }

  /** Else its answer, or the undo, would be that of the earlier scan. */
  @ParameterizedTest
  @EnumSource(
      value = Stage.class,
      names = {"AWAY", "UNDOING"})
  void next_holdsBackScansOfACode_whoseEarlierScanMayStillBeUndone(Stage stage) {
    QueuedScan undo =
        new QueuedScan(
            "undo", "1", "x", "", NOW, true, true, stage, List.of(7L), 1, NOW + 5_000, ENTRY);
    QueuedScan again = decided("again", "1", "x");
    QueuedScan sameCodeElsewhere = decided("elsewhere", "2", "x");
    QueuedScan other = decided("other", "1", "y");

    assertEquals(List.of(other), Outbox.next(List.of(undo, again, other), NOW));
    assertEquals(List.of(), Outbox.next(List.of(undo, again), NOW));
    assertEquals(5_000, Outbox.waitMillis(List.of(undo, again), NOW));
    assertFalse(Outbox.next(List.of(undo, again), NOW + 5_000).contains(again));
    assertEquals(List.of(sameCodeElsewhere), Outbox.next(List.of(undo, sameCodeElsewhere), NOW));
    assertEquals(List.of(again), Outbox.next(List.of(again), NOW));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 429, 500, 502, 503, 504})
  void settle_keepsTheScanForLater_whenNobodyCouldAnswer(int status) {
    QueuedScan scan = asked(Stage.IN, 1, 0);

    assertKept(asked(Stage.IN, 1, NOW + 1_000), settle(scan, status, "", "", 0));
    assertKept(asked(Stage.IN, 1, NOW + 30_000), settle(scan, status, "", "", 30));
  }

  @Test
  void settle_asksABusyServerSooner_andNoTwoPhonesAtOnce() {
    assertEquals(500, Outbox.backOffMillis(1, 503, 0));
    assertEquals(1_500, Outbox.backOffMillis(1, 503, 1));
    assertEquals(4_000, Outbox.backOffMillis(3, 429, 0.5));
    assertEquals(8_000, Outbox.backOffMillis(1_000, 503, 0.5));
    assertEquals(60_000, Outbox.backOffMillis(1_000, 500, 0.5));
  }

  @ParameterizedTest
  @CsvSource({
    "409, already_checked_in, '', already_checked_in",
    "422, not_admissible, void, void",
    "404, not_found, '', unknown"
  })
  void settle_tellsTheServerFirst_whenItWasOnlyAsked(
      int status, String code, String reason, String told) {
    QueuedScan asked = asked(Stage.OPEN, 1, 0);
    QueuedScan decided = asked.admitted();

    assertKept(decided, settleAs(asked, decided, status, code));
    assertEquals(new Settled.DoubleAdmission(told), settle(decided, status, code, reason, 0));
    assertEquals(new Settled.Done(), settle(asked(Stage.AWAY, 1, 0), status, code, reason, 0));
  }

  @Test
  void settle_asksOnceMoreAMinuteLater_whenAnEarlierRequestMayStillArrive() {
    QueuedScan away = asked(Stage.AWAY, 2, 0);
    QueuedScan refused = asked(Stage.REFUSED, 2, NOW + 60_000);
    QueuedScan begun = asked(Stage.AWAY, 3, NOW + 60_000);

    assertKept(refused, settle(away, 409, "already_checked_in", "", 0));
    assertEquals(begun, refused.begun());
    assertEquals(new Settled.Done(), settleAs(refused, begun, 409, "already_checked_in"));
    assertKept(begun.undoing(List.of(7L)), settleAs(refused, begun, 201, ""));
    assertKept(begun.later(NOW + 4_000), settleAs(refused, begun, 429, ""));
  }

  @Test
  void withdrawnScan_isForgotten_onlyIfTheServerCannotKnowOfIt() {
    assertEquals(Optional.empty(), decided("k", "1", "x").withdrawn());
    assertEquals(Optional.of(asked(Stage.AWAY, 1, 0)), decided("k", "1", "x").begun().withdrawn());
  }

  @Test
  void settle_undoesWhatNobodyWasTold() {
    QueuedScan undoing = asked(Stage.AWAY, 1, 0).undoing(List.of(7L));

    assertKept(undoing, settle(asked(Stage.AWAY, 1, 0), 201, "", "", 0));
    assertEquals(new Settled.Done(), settle(undoing, 204, "", "", 0));
    assertEquals(new Settled.Done(), settle(undoing, 404, "not_found", "", 0));
    assertEquals(new Settled.NotUndone(), settle(undoing, 403, "undo_not_allowed", "", 0));
    assertEquals(new Settled.NotUndone(), settle(undoing, 409, "has_passages", "", 0));
    assertEquals(new Settled.Locked(), settle(undoing, 403, "forbidden", "", 0));
  }

  @Test
  void settle_holdsNobodyIn() {
    QueuedScan exit = asked(Stage.IN, 1, 0).as(QueuedScan.Kind.EXIT);
    assertEquals(new Settled.Done(), settle(exit, 404, "not_found", "", 0));
    assertEquals(new Settled.Done(), settle(exit, 201, "", "", 0));
    assertEquals(Stage.IN, asked(Stage.OPEN, 1, 0).as(QueuedScan.Kind.EXIT).begun().stage());
  }

  @ParameterizedTest
  @CsvSource({"400, invalid_parameter", "413, body_too_large", "422, idempotency_key_reused"})
  void settle_setsAsideWhatTheServerCannotRead(int status, String code) {
    assertKept(asked(Stage.SET_ASIDE, 1, 0), settle(asked(Stage.IN, 1, 0), status, code, "", 0));
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 403})
  void settle_locksTheQueue_whenTheTokenOpensNothing(int status) {
    assertEquals(new Settled.Locked(), settle(asked(Stage.IN, 1, 0), status, "", "", 0));
  }

  @Test
  void settle_waitsForTheFirstRequest_whenItsKeyIsInUse() {
    assertKept(
        asked(Stage.IN, 1, NOW + 1_000),
        settle(asked(Stage.IN, 1, 0), 409, "idempotency_key_in_use", "", 0));
  }

  private static Settled settleAs(QueuedScan sent, QueuedScan scan, int status, String code) {
    return Outbox.settle(sent, scan, new Answer(status, code, "", 0, List.of(7L)), NOW, 0.5);
  }

  private static Settled settle(
      QueuedScan scan, int status, String code, String reason, long wait) {
    return Outbox.settle(scan, scan, new Answer(status, code, reason, wait, List.of(7L)), NOW, 0.5);
  }

  private static void assertKept(QueuedScan expected, Settled settled) {
    assertEquals(new Settled.Kept(expected), settled);
  }

  private static QueuedScan asked(Stage stage, int attempts, long notBefore) {
    return new QueuedScan(
        "k", "1", "x", "", NOW - 1_000, true, true, stage, List.of(), attempts, notBefore, ENTRY);
  }

  private static QueuedScan decided(String key, String list, String code) {
    return QueuedScan.decided(key, list, code, NOW - 1_000, true);
  }
}
