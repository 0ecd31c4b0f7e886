package io.doorlist.checkinlists;

import static io.doorlist.testing.Gateway.assertProblem;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.doorlist.domain.order.TicketState;
import io.doorlist.door.CodeDigest;
import io.doorlist.door.CopyDoor;
import io.doorlist.door.DoorCopy;
import io.doorlist.door.DoorDelta;
import io.doorlist.door.DoorPieces;
import io.doorlist.door.ListFacts;
import io.doorlist.door.Reason;
import io.doorlist.door.Verdict;
import io.doorlist.http.Settings;
import io.doorlist.ingest.ImportStore;
import io.doorlist.store.Stores;
import io.doorlist.testing.CountingClient;
import io.doorlist.testing.Gateway;
import io.doorlist.testing.Gateway.Answer;
import io.doorlist.testing.Gateway.Input;
import io.doorlist.testing.Imports;
import io.doorlist.testing.TestTable;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** getDoorCopy: what a phone gets, and what its polls cost. */
class DoorCopiesTest {
  private static final Instant NOW = Instant.parse("2026-09-14T17:03:20Z");
  private static final String COPY = "get-door-copy";
  private static final String STAGE = "4";

  private CountingClient reads;
  private Stores stores;
  private CheckinListsFunction function;
  private CheckinListsFunction writing;

  @BeforeEach
  void loadTable() {
    TestTable table = new TestTable();
    Clock clock = Clock.fixed(NOW, ZoneOffset.UTC);
    stores = table.stores(clock);
    SpringGala.load(stores);
    reads = new CountingClient(TestTable.client());
    Settings settings = Settings.of(Map.of("QR_BASE_URL", "https://doorlist.example/t"));
    function = new CheckinListsFunction(table.stores(reads, clock), clock, settings);
    writing = new CheckinListsFunction(stores, clock, settings);
  }

  @Test
  void copy_decidesAsTheServerDoes_andGivesNothingAway() throws Exception {
    Answer main = call(Input.recorded(COPY));
    Answer stage = call(list(STAGE));
    CopyDoor mainDoor = door(main);
    CopyDoor stageDoor = door(stage);

    assertEquals(new Verdict.Admissible(), decide(mainDoor, "t-K7QX2-1", stageDoor));
    assertEquals(new Verdict.Refused(Reason.WRONG_LIST), decide(mainDoor, "t-K7QX2-3", stageDoor));
    assertEquals(new Verdict.Unknown(), decide(mainDoor, "t-V0ID-1", stageDoor));
    assertEquals(new Verdict.Unknown(), decide(mainDoor, "t-TEST-1", stageDoor));
    assertNotEquals(text(main, "salt"), text(stage, "salt"));
    for (String secret : List.of("t-K7QX2", "Ada", "K7QX2-1")) {
      assertFalse(main.body().contains(secret), main.body());
    }
  }

  @Test
  void copy_hasTheListsOwnWords() throws Exception {
    Answer answer = call(Input.recorded(COPY));

    assertEquals(200, answer.status());
    assertNull(answer.at("have"));
    assertEquals(false, answer.at("more"));
    assertEquals("2026-09-14T17:03:20Z", answer.at("at"));
    assertEquals("https://doorlist.example/t", answer.at("qr_base_url"));
    Map<?, ?> list = (Map<?, ?>) answer.at("list");
    assertEquals("Main door", list.get("name"));
    List<?> types = (List<?>) answer.at("ticket_types");
    Map<?, ?> child = (Map<?, ?>) types.get(1);
    assertEquals("child", child.get("slug"));
    assertEquals(List.of(Map.of("id", 4L, "name", "Stage")), longs(child.get("admitted_on")));
  }

  @Test
  void delta_bringsWhatChanged_andEqualsAFreshCopy() throws Exception {
    Answer before = call(Input.recorded(COPY));
    DoorCopy copy = copy(before);

    checkIn();
    ImportStore importer = Imports.into(stores);
    Imports.put(
        importer, "acme", "spring-gala", SpringGala.order1001(NOW, "K7QX2", TicketState.VOID));
    importer.settle();
    Answer after = call(have(text(before, "version")));
    DoorDelta delta = delta(after);
    copy.apply(delta);

    assertEquals(text(before, "version"), text(after, "have"));
    assertEquals(1, delta.left().size());
    assertEquals(1, delta.checkins().size());
    Answer fresh = call(Input.recorded(COPY));
    assertEquals(text(fresh, "version"), text(after, "version"));
    assertEquals(copy(fresh), copy);
    assertEquals(1, copy.admitted());
  }

  @Test
  void poll_costsOneRoundTrip_whenNothingHasChanged() throws Exception {
    Answer first = call(Input.recorded(COPY));
    Input poll =
        have(text(first, "version"))
            .with(List.of(first.headers().get("ETag")), "multiValueHeaders", "If-None-Match");
    call(poll);
    reads.spent();

    Answer again = call(poll);

    assertEquals(304, again.status());
    assertEquals("", again.body());
    assertEquals(new CountingClient.Cost(2, 1, 0, 0), reads.spent());
  }

  /** Who is refused elsewhere then does not hear that this phone may know better. */
  @Test
  void poll_notesOnceAMinute_thatAPhoneAtAnExitHasNothingToSend() throws Exception {
    Answer first = call(Input.recorded(COPY));
    Input poll =
        have(text(first, "version"))
            .with(List.of("true"), "multiValueQueryStringParameters", "exits")
            .with(List.of(first.headers().get("ETag")), "multiValueHeaders", "If-None-Match");
    reads.spent();

    assertEquals(304, call(poll).status());
    assertEquals(1, reads.spent().writeUnits());
    assertEquals(304, call(poll).status());
    assertEquals(0, reads.spent().writeUnits());
  }

  @Test
  void delta_costsWhatTheChangesCost() throws Exception {
    Answer first = call(Input.recorded(COPY));
    checkIn();
    reads.spent();

    Answer after = call(have(text(first, "version")));

    assertEquals(1, delta(after).checkins().size());
    assertEquals(0, delta(after).tickets().size());
    assertEquals(new CountingClient.Cost(4, 3, 0, 0), reads.spent());
  }

  @Test
  void delta_isTheWholeCopy_whenTheVersionIsOfAnotherTableOrList() throws Exception {
    Answer stage = call(list(STAGE));

    for (String foreign : List.of(text(stage, "version"), "x", "1.a.b.c.d.e", "1.a.b.-1.0")) {
      Answer answer = call(have(foreign));

      assertEquals(200, answer.status());
      assertNull(answer.at("have"));
      assertEquals(2, copy(answer).admitted());
    }
  }

  @Test
  void version_isAnother_whenTheWordsAre() throws Exception {
    Answer before = call(Input.recorded(COPY));

    Imports.into(stores).putCheckinList("acme", "spring-gala", Imports.list(4, "Stage door"));
    Answer after = call(have(text(before, "version")));

    assertNotEquals(text(before, "version"), text(after, "version"));
    assertEquals(DoorDelta.NONE, delta(after));
  }

  @Test
  void copy_isRefused_asOtherReadsOfAListAre() throws Exception {
    assertProblem(404, "not_found", call(list("99")));
    assertProblem(403, "forbidden", call(Input.recorded(COPY).identity("events", "other-event")));
    assertEquals(200, call(Input.recorded(COPY).identity("role", "scanner")).status());
    assertProblem(400, "invalid_parameter", call(have("x".repeat(6001))));
  }

  private Answer call(Input input) throws IOException {
    return Gateway.call(function, input);
  }

  private void checkIn() throws IOException {
    assertEquals(201, Gateway.call(writing, Input.recorded("check-in-ticket")).status());
  }

  private static Input list(String id) throws IOException {
    return Input.recorded(COPY).with(id, "pathParameters", "checkin_list_id");
  }

  private static Input have(String version) throws IOException {
    return Input.recorded(COPY).with(List.of(version), "multiValueQueryStringParameters", "have");
  }

  private static Verdict decide(CopyDoor door, String code, CopyDoor other) {
    return door.decide(code, List.of(other), NOW.getEpochSecond());
  }

  private static CopyDoor door(Answer answer) throws IOException {
    byte[] salt = Base64.getDecoder().decode(text(answer, "salt"));
    return new CopyDoor(ListFacts.PLAIN, new CodeDigest(salt), copy(answer));
  }

  private static DoorCopy copy(Answer answer) throws IOException {
    DoorCopy copy = new DoorCopy();
    copy.apply(delta(answer));
    return copy;
  }

  private static DoorDelta delta(Answer answer) throws IOException {
    return DoorPieces.readAll(Base64.getDecoder().decode(text(answer, "columns")));
  }

  private static String text(Answer answer, String member) throws IOException {
    return (String) answer.at(member);
  }

  private static Object longs(Object lists) {
    return ((List<?>) lists)
        .stream()
            .map(
                each ->
                    Map.of(
                        "id", ((Number) ((Map<?, ?>) each).get("id")).longValue(),
                        "name", ((Map<?, ?>) each).get("name")))
            .toList();
  }
}
