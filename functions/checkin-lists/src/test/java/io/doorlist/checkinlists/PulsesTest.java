package io.doorlist.checkinlists;

import static io.doorlist.testing.Gateway.assertProblem;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.PulseWindow;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.order.TicketState;
import io.doorlist.ingest.ImportStore;
import io.doorlist.store.sequence.Sequence;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.Pace;
import io.doorlist.store.table.TableSchema;
import io.doorlist.testing.CountingClient;
import io.doorlist.testing.Gateway.Answer;
import io.doorlist.testing.Gateway.Input;
import io.doorlist.testing.Imports;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** getPulse: what a board shows. */
class PulsesTest extends FunctionFixture {
  private static final Duration A_MINUTE = Duration.ofMinutes(1);

  private int scans;

  PulsesTest() {
    super(Instant.parse("2026-09-14T17:00:00Z"));
  }

  @Test
  void pulse_countsATicketOnce_howeverManyListsItIsInOn() throws Exception {
    checkIn("3");
    checkIn("4");
    scan("4", "true");
    scan("4", "false");

    Answer answer = call(pulse());

    assertEquals(200, answer.status());
    assertEquals("2026-09-14T17:00:00Z", answer.at("at"));
    assertEquals(1L, answer.at("people_in"));
    Map<?, ?> main = list(answer, 0);
    assertEquals("Main door", main.get("name"));
    assertEquals(2L, main.get("admitted_count"));
    assertEquals(1L, main.get("checked_in_count"));
    assertEquals(0L, main.get("double_admissions"));
    assertEquals(Map.of("adult", 1L), main.get("by_type"));
    assertEquals(Map.of(), main.get("refused"));
    assertEquals(60, ((List<?>) main.get("per_minute")).size());
    assertEquals(1L, ((List<?>) main.get("per_minute")).getLast());
    Map<?, ?> stage = list(answer, 1);
    assertEquals(1L, stage.get("checked_in_count"));
    assertEquals(1L, stage.get("double_admissions"));
    assertEquals(Map.of("already_checked_in", 1L), stage.get("refused"));
    Map<?, ?> phone = (Map<?, ?>) ((List<?>) stage.get("phones")).getFirst();
    assertEquals(1L, phone.get("last_minute"));
    assertEquals("2026-09-14T17:00:00Z", phone.get("last_scan_at"));
  }

  @Test
  void pulse_isUnchanged_untilAnythingIsDifferent() throws Exception {
    String undone = checkIn("4").at("id").toString();
    Answer last = call(pulse());
    Map<String, Callable<Object>> changes = new LinkedHashMap<>();
    changes.put("a check-in", () -> checkIn("3"));
    changes.put("a refusal", () -> scan("3", "true"));
    changes.put("a double admission", () -> scan("3", "false"));
    changes.put("an undo", () -> undo(undone));
    changes.put("a ticket that is void", this::voidTicket);
    changes.put("a list's name", this::renameList);
    changes.put("arrivals are a minute older", () -> pass(A_MINUTE));

    for (Map.Entry<String, Callable<Object>> change : changes.entrySet()) {
      assertEquals(304, call(again(last)).status(), "before " + change.getKey());
      change.getValue().call();
      Answer changed = call(again(last));
      assertEquals(200, changed.status(), change.getKey());
      assertNotEquals(withoutTime(last), withoutTime(changed), change.getKey());
      last = changed;
    }
  }

  @Test
  void pulse_isUnchanged_whateverTheMinute_ifItShowsNobody() throws Exception {
    Answer nobody = call(pulse());
    pass(A_MINUTE);
    assertEquals(304, call(again(nobody)).status());
    checkIn("3");
    scan("3", "true");
    pass(A_MINUTE.multipliedBy(59));
    Answer old = call(pulse());
    pass(A_MINUTE);
    Answer gone = call(again(old));

    assertEquals(200, gone.status());
    assertEquals(Collections.nCopies(60, 0L), list(gone, 0).get("per_minute"), gone::body);
    assertEquals(1L, list(gone, 0).get("checked_in_count"));
    pass(A_MINUTE.multipliedBy(90));
    assertEquals(304, call(again(gone)).status());
  }

  @Test
  void unknownCodes_areCounted_scannedOrLookedAt() throws Exception {
    for (String recorded : List.of("check-in-ticket", "get-admission")) {
      Input input =
          Input.recorded(recorded)
              .with("no-such-code", "pathParameters", "ticket_qr_token")
              // Online: who was let in offline is a double admission instead.
              .with(null, "queryStringParameters")
              .with(null, "multiValueQueryStringParameters");
      assertEquals(404, call(input).status());
    }

    assertEquals(Map.of("unknown", 2L), list(call(pulse()), 0).get("refused"));
  }

  /** Two round trips: the HEADs of three sequences a list, and the refusals. */
  @Test
  void unchangedPulse_readsNothingButHeadsAndRefusals() throws Exception {
    checkIn("3");
    Answer first = call(pulse());
    client.spent();
    assertEquals(200, call(pulse()).status());
    CountingClient.Cost whole = client.spent();
    assertEquals(304, call(again(first)).status());
    CountingClient.Cost unchanged = client.spent();

    assertEquals(2, unchanged.reads());
    assertEquals(0, unchanged.writes());
    assertTrue(unchanged.readUnits() <= 6.5, unchanged::toString);
    assertTrue(unchanged.readUnits() < whole.readUnits(), () -> unchanged + ", " + whole);
  }

  @Test
  void pulse_isOfItsMinutes() throws Exception {
    Answer hour = call(pulse());
    Input poll =
        minutes("5")
            .with(List.of(hour.headers().get("ETag")), "multiValueHeaders", "If-None-Match");

    assertEquals(200, call(poll).status());
  }

  /** A reserved place may become a row at any time, and HEAD does not tell. */
  @Test
  void pulse_hasNoNameByItsHeads_whileAPlaceIsOpen() throws Exception {
    String checkins = TableSchema.checkins("acme", "spring-gala", 3, Mode.LIVE);
    Dynamo dynamo = stores.forCommand(Pace.FREE);
    Sequence sequence = new Sequence(dynamo);
    long place = sequence.reserve(checkins, 1, deadline());
    Answer open = call(pulse());
    CheckinList main =
        stores.events().readDefinition("acme", "spring-gala").orElseThrow().list(3).orElseThrow();
    assertNull(
        stores
            .pulses()
            .read("acme", "spring-gala", List.of(main), Mode.LIVE, PulseWindow.ofMinutes(60))
            .version());

    assertEquals(304, call(again(open)).status());
    sequence.giveUp(checkins, place, 1, deadline());
    checkIn("3");
    assertEquals(200, call(again(open)).status());
  }

  @Test
  void pulse_goesBackAsFarAsAsked() throws Exception {
    Answer answer = call(minutes("180"));

    assertEquals(Collections.nCopies(180, 0L), list(answer, 0).get("per_minute"), answer::body);
    assertProblem(400, "invalid_parameter", call(minutes("0")));
    assertProblem(400, "invalid_parameter", call(minutes("181")));
  }

  @Test
  void pulse_countsByGate_whoCameInThere() throws Exception {
    checkIn("3");
    Answer atGate = call(scanning("4", "true").identity("gate", "5"));
    assertEquals(201, atGate.status());

    assertEquals(Map.of(), list(call(pulse()), 0).get("by_gate"));
    assertEquals(Map.of("5", 1L), list(call(pulse()), 1).get("by_gate"));
    undo(atGate.at("id").toString());
    assertEquals(Map.of(), list(call(pulse()), 1).get("by_gate"));
  }

  /** However long ago it was; its refusals go with it, and a 304 saves its body. */
  @Test
  void evening_isShownWhole() throws Exception {
    checkIn("3");
    assertEquals(409, scan("3", "true").status());
    clock.pass(Duration.ofDays(2));

    assertEquals(Map.of(), list(call(minutes("180")), 0).get("refused"));
    Answer evening = call(evening());
    assertEquals("2026-09-14T16:00:00Z", evening.at("evening_from"));
    assertEquals(Map.of("already_checked_in", 1L), list(evening, 0).get("refused"));
    List<?> quarters = (List<?>) list(evening, 0).get("per_quarter");
    assertEquals(96, quarters.size());
    assertEquals(1L, quarters.get(4));
    String tag = evening.headers().get("ETag");
    assertEquals(
        304, call(evening().with(List.of(tag), "multiValueHeaders", "If-None-Match")).status());
  }

  private static Input evening() throws IOException {
    return pulse().with(List.of("true"), "multiValueQueryStringParameters", "evening");
  }

  private Answer checkIn(String list) throws IOException {
    Answer answer = scan(list, "true");
    assertEquals(201, answer.status());
    return answer;
  }

  private Answer undo(String id) throws IOException {
    Answer answer =
        call(
            Input.recorded("delete-checkin")
                .with("4", "pathParameters", "checkin_list_id")
                .with(id, "pathParameters", "id"));
    assertEquals(204, answer.status(), answer::body);
    return answer;
  }

  private Object voidTicket() {
    ImportStore importer = Imports.into(stores);
    Imports.put(
        importer,
        "acme",
        "spring-gala",
        SpringGala.order1001(Instant.parse("2026-09-14T16:00:00Z"), "K7QX2", TicketState.VOID));
    importer.settle();
    return importer;
  }

  /** The name of a list may be as old as a remembered definition. */
  private Object renameList() {
    ImportStore importer = Imports.into(stores);
    importer.putCheckinList("acme", "spring-gala", Imports.list(3, "Front door", "adult"));
    importer.settle();
    return pass(Duration.ofSeconds(6));
  }

  private Object pass(Duration time) {
    clock.pass(time);
    return time;
  }

  private Instant deadline() {
    return clock.instant().plusSeconds(60);
  }

  private static String withoutTime(Answer answer) {
    return answer.body().replaceFirst("\"at\":\"[^\"]*\",", "");
  }

  private static Input again(Answer known) throws IOException {
    return pulse().with(List.of(known.headers().get("ETag")), "multiValueHeaders", "If-None-Match");
  }

  private Answer scan(String list, String online) throws IOException {
    return call(scanning(list, online));
  }

  private Input scanning(String list, String online) throws IOException {
    return Input.recorded("check-in-ticket")
        .with(List.of("scan-" + ++scans), "multiValueHeaders", "Idempotency-Key")
        .with(List.of(online), "multiValueQueryStringParameters", "online")
        .with(list, "pathParameters", "checkin_list_id");
  }

  private static Input pulse() throws IOException {
    return Input.recorded("get-pulse");
  }

  private static Input minutes(String minutes) throws IOException {
    return pulse().with(List.of(minutes), "multiValueQueryStringParameters", "minutes");
  }

  private static Map<?, ?> list(Answer answer, int index) throws IOException {
    return (Map<?, ?>) ((List<?>) answer.at("lists")).get(index);
  }
}
