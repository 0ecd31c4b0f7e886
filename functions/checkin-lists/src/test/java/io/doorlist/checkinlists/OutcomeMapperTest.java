package io.doorlist.checkinlists;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.doorlist.domain.checkin.Checkin;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.RecordedPassage;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.ListTerms;
import io.doorlist.domain.event.TicketType;
import io.doorlist.domain.order.DeskNote;
import io.doorlist.door.Reason;
import io.doorlist.json.Json;
import io.doorlist.json.StaffView;
import io.doorlist.testing.FunctionInvoker.Answer;
import io.doorlist.testing.FunctionInvoker.Input;
import io.doorlist.testing.TestContext;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What acceptance tests do not show of a door's answers, and what these add to its metrics. */
class OutcomeMapperTest {
  private static final Checkin CHECKIN =
      new Checkin(5, 9001, "R-1", "Ada Example", Boundary.NOW, true, true, false, null, null);

  private static final StaffView VIEW = new StaffView("en", true);

  private final List<String> lines = new ArrayList<>();

  @Test
  void checkIn_isOneLineOfEmbeddedMetrics_withoutQrCodeAndName() throws Exception {
    handle(new CheckinOutcome.CheckedIn(CHECKIN, null, false, null));

    assertEquals(
        List.of(
            Json.writeValue(
                Json.readObject(
                    """
                    {"_aws": {"Timestamp": 1789405200000, "CloudWatchMetrics": [
                       {"Namespace": "Doorlist", "Dimensions": [["FunctionName"]],
                        "Metrics": [{"Name": "CheckIns", "Unit": "Count"}]}]},
                     "FunctionName": "function", "CheckIns": 1,
                     "account": "acme", "event": "spring-gala", "list": "3",
                     "token": "f306b3d18725eec351200173", "request_id": "request-1"}
                    """))),
        lines);
  }

  @Test
  void everyOutcome_countsItsOwn() throws Exception {
    CheckinOutcome.CheckedIn in = new CheckinOutcome.CheckedIn(CHECKIN, null, false, null);
    RecordedPassage passage =
        new RecordedPassage(9, false, 9001, "R-1", Boundary.NOW, null, "Gate 1");
    CheckinOutcome.Reentered again = new CheckinOutcome.Reentered(CHECKIN, null, passage, 2, null);
    SortedMap<String, Integer> left = new TreeMap<>(Map.of("adult", 1));

    assertCounted(
        new CheckinOutcome.OrderCheckedIn(List.of(in, in, again), left),
        "CheckIns 2",
        "Reentries 1");
    assertCounted(new CheckinOutcome.OrderCheckedIn(List.of(again, again), left), "Reentries 2");
    assertCounted(new CheckinOutcome.AlreadyCheckedIn(CHECKIN, 42, false, null), "Duplicates 1");
    assertCounted(new CheckinOutcome.UnknownQrCode(), "UnknownQrCodes 1");
    assertCounted(
        new CheckinOutcome.TooManyUnknownQrCodes(48),
        "UnknownQrCodes 1",
        "TooManyUnknownQrCodes 1");
  }

  private static void assertCounted(CheckinOutcome outcome, String... metrics) {
    assertEquals(
        List.of(metrics),
        OutcomeMapper.answer(outcome, null, VIEW).metrics().stream()
            .map(each -> each.name() + " " + each.count())
            .toList());
  }

  @ParameterizedTest
  @EnumSource(Reason.class)
  void refusals_areCountedByReason(Reason reason) throws Exception {
    handle(new CheckinOutcome.NotAdmissible(reason, List.of()));

    assertEquals(1L, line().get("Refusals"));
    assertEquals(reason.name().toLowerCase(Locale.ROOT), line().get("Reason"));
    assertEquals(List.of(List.of("FunctionName", "Reason")), directive().get("Dimensions"));
    assertFalse(line().containsKey("ticket"));
  }

  /** Issue 36: a guest's complaint could not be traced from the phone's request to the reason. */
  @Test
  void requestOfAPhone_leadsToTheReasonAndTheTicket_butToNobodysName() throws Exception {
    handle(new CheckinOutcome.NotAdmissible(Reason.BLOCKED, List.of()).of(9001));

    assertEquals("blocked", line().get("Reason"));
    assertEquals("9001", line().get("ticket"));
    assertEquals("f306b3d18725eec351200173", line().get("token"));
    lines.clear();
    handle(new CheckinOutcome.AlreadyCheckedIn(CHECKIN, 42, false, null));
    assertEquals("9001", line().get("ticket"));
    assertEquals("request-1", line().get("request_id"));
    assertFalse(lines.getFirst().contains("Ada"));
  }

  @Test
  void alreadyCheckedIn_saysWhereTheTicketIsInside() throws Exception {
    Instant since = Instant.parse("2026-08-02T10:15:30Z");
    CheckinList door = new CheckinList(4, 2, "Door", true, List.of(), ListTerms.NONE, since, since);
    CheckinOutcome.Inside inside = new CheckinOutcome.Inside(door, since);
    CheckinOutcome outcome = new CheckinOutcome.AlreadyCheckedIn(CHECKIN, 42, false, inside);

    Answer answer = Boundary.answer(call -> OutcomeMapper.answer(outcome, null, VIEW));

    assertEquals("2026-08-02T10:15:30Z", answer.at("inside_since"));
    assertEquals("{\"id\":4,\"name\":\"Door\"}", Json.writeValue(answer.at("checkin_list")));
  }

  @Test
  void unpaidTicket_isNotedForTheStaff_inTheLanguageOfTheDevice() throws Exception {
    TicketType type = new TicketType(1, "adult", "Adult", "check ID", false);
    for (Map.Entry<String, String> said :
        Map.of("en", "unpaid: 25.00 to collect", "de", "nicht bezahlt: 25.00").entrySet()) {
      CheckinOutcome in =
          new CheckinOutcome.CheckedIn(CHECKIN, type, false, new CheckinOutcome.Unpaid(2500L));

      Answer answer =
          Boundary.answer(
              call -> OutcomeMapper.answer(in, null, new StaffView(said.getKey(), true)));

      assertEquals("check ID · " + said.getValue(), answer.at("note"));
      assertEquals(true, answer.at("attention"));
    }
  }

  @Test
  void guestsNote_isForThoseWhoReadIt_besideTheTypesNote() throws Exception {
    TicketType type = new TicketType(1, "adult", "Adult", "check ID", false);
    DeskNote note = new DeskNote("call Anna", true);
    CheckinOutcome in = new CheckinOutcome.CheckedIn(CHECKIN, type, false, null, note);
    CheckinOutcome already = new CheckinOutcome.AlreadyCheckedIn(CHECKIN, 42, false, null, note);
    CheckinOutcome blocked = new CheckinOutcome.NotAdmissible(Reason.BLOCKED, List.of()).of(note);
    StaffView hidden = new StaffView("en", false);

    Answer read = Boundary.answer(call -> OutcomeMapper.answer(in, null, VIEW));
    Answer unread = Boundary.answer(call -> OutcomeMapper.answer(in, null, hidden));

    assertEquals("check ID · call Anna", read.at("note"));
    assertEquals(true, read.at("attention"));
    assertFalse(read.body().contains("noted"));
    assertEquals("check ID", unread.at("note"));
    assertEquals(false, unread.at("attention"));
    assertEquals(true, unread.at("noted"));
    for (CheckinOutcome refusal : List.of(already, blocked)) {
      Answer told = Boundary.answer(call -> OutcomeMapper.answer(refusal, null, VIEW));
      Answer untold = Boundary.answer(call -> OutcomeMapper.answer(refusal, null, hidden));

      assertEquals("call Anna", told.at("note"));
      assertEquals(true, told.at("attention"));
      assertFalse(untold.body().contains("Anna"));
      assertEquals(true, untold.at("noted"));
    }
  }

  @Test
  void shownValues_areForEverybody() throws Exception {
    DeskNote note = DeskNote.NONE.showing(List.of(new DeskNote.Shown("Table", "7")));
    String shown = "[{\"title\":\"Table\",\"value\":\"7\"}]";
    for (CheckinOutcome outcome :
        List.of(
            new CheckinOutcome.CheckedIn(CHECKIN, null, false, null, note),
            new CheckinOutcome.AlreadyCheckedIn(CHECKIN, 42, false, null, note),
            new CheckinOutcome.NotAdmissible(Reason.BLOCKED, List.of()).of(note))) {
      for (boolean notes : List.of(true, false)) {
        StaffView view = new StaffView("en", notes);

        Answer answer = Boundary.answer(call -> OutcomeMapper.answer(outcome, null, view));

        assertEquals(shown, Json.writeValue(answer.at("shown")));
        assertFalse(answer.body().contains("noted"));
      }
    }
  }

  @Test
  void attentionAlone_isANoteWithoutText() throws Exception {
    CheckinOutcome refusal =
        new CheckinOutcome.NotAdmissible(Reason.VOID, List.of()).of(new DeskNote(null, true));

    Answer told = Boundary.answer(call -> OutcomeMapper.answer(refusal, null, VIEW));

    assertNull(told.at("note"));
    assertEquals(true, told.at("attention"));
  }

  @Test
  void tooManyUnknownCodes_sayWhenToGoOn() throws Exception {
    CheckinOutcome outcome = new CheckinOutcome.TooManyUnknownQrCodes(48);

    Answer answer = Boundary.answer(call -> OutcomeMapper.answer(outcome, null, VIEW));

    assertEquals("48", answer.headers().get("Retry-After"));
  }

  private Map<String, Object> line() throws IOException {
    assertEquals(1, lines.size());
    return Json.readObject(lines.getFirst());
  }

  private Map<?, ?> directive() throws IOException {
    Map<?, ?> metadata = (Map<?, ?>) line().get("_aws");
    return (Map<?, ?>) ((List<?>) metadata.get("CloudWatchMetrics")).getFirst();
  }

  private void handle(CheckinOutcome outcome) throws IOException {
    Input input =
        Input.recorded("check-in-ticket").with("request-1", "requestContext", "requestId");
    byte[] bytes = Json.writeValue(input.members()).getBytes(StandardCharsets.UTF_8);
    Boundary.of(input, call -> OutcomeMapper.answer(outcome, null, VIEW))
        .handleRequest(
            new ByteArrayInputStream(bytes),
            new ByteArrayOutputStream(),
            TestContext.logging(10_000, line -> lines.add(line.strip())));
  }
}
