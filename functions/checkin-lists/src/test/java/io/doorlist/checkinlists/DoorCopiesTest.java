package io.doorlist.checkinlists;

import static io.doorlist.testing.FunctionInvoker.assertProblem;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.doorlist.door.CodeDigest;
import io.doorlist.door.DoorArea;
import io.doorlist.door.DoorColumnsReader;
import io.doorlist.door.DoorCopy;
import io.doorlist.door.DoorDelta;
import io.doorlist.door.Emptying;
import io.doorlist.door.ListFacts;
import io.doorlist.door.OfflineDoor;
import io.doorlist.door.Reason;
import io.doorlist.door.Reentry;
import io.doorlist.door.Verdict;
import io.doorlist.door.Window;
import io.doorlist.json.Json;
import io.doorlist.testing.FunctionInvoker.Answer;
import io.doorlist.testing.FunctionInvoker.Input;
import io.doorlist.testing.Imports;
import java.io.IOException;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** getDoorCopy: what a phone gets, and what its polls cost. */
class DoorCopiesTest extends FunctionFixture {
  private static final Instant NOW = Instant.parse("2026-09-14T17:03:20Z");
  private static final String COPY = "get-door-copy";
  private static final String STAGE = "4";

  DoorCopiesTest() {
    super(NOW);
  }

  @Test
  void copy_decidesAsTheServerDoes_andGivesNothingAway() throws Exception {
    Answer main = call(Input.recorded(COPY));
    Answer stage = call(list(STAGE));
    OfflineDoor mainDoor = door(main);
    OfflineDoor stageDoor = door(stage);

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
    assertEquals("[{\"id\":4,\"name\":\"Stage\"}]", Json.writeValue(child.get("admitted_on")));
  }

  @Test
  void delta_isTheWholeCopy_whenTheVersionIsOfAnotherTableOrList() throws Exception {
    Answer stage = call(list(STAGE));

    assertProblem(400, "invalid_parameter", call(have("x".repeat(6001))));
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

  private static Input list(String id) throws IOException {
    return Input.recorded(COPY).with(id, "pathParameters", "checkin_list_id");
  }

  private static Input have(String version) throws IOException {
    return Input.recorded(COPY).with(List.of(version), "multiValueQueryStringParameters", "have");
  }

  private static Verdict decide(OfflineDoor door, String code, OfflineDoor other) {
    return door.decide(code, List.of(other), NOW.getEpochSecond());
  }

  private static String text(Answer answer, String member) throws IOException {
    return (String) answer.at(member);
  }

  private static OfflineDoor door(Answer answer) throws IOException {
    return new OfflineDoor(
        new ListFacts(false, new Window(Window.OPEN_START, Window.OPEN_END), null),
        new DoorArea("", Reentry.of(answer.at("list", "reentry").toString()), Emptying.NEVER),
        new CodeDigest(bytes(answer, "salt")),
        copy(answer));
  }

  private static DoorCopy copy(Answer answer) throws IOException {
    DoorCopy copy = new DoorCopy();
    copy.apply(delta(answer));
    return copy;
  }

  private static DoorDelta delta(Answer answer) throws IOException {
    return DoorColumnsReader.readAll(bytes(answer, "columns"));
  }

  private static byte[] bytes(Answer answer, String member) throws IOException {
    return Base64.getDecoder().decode(text(answer, member));
  }
}
