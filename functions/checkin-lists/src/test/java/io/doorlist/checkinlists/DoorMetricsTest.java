package io.doorlist.checkinlists;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.doorlist.domain.checkin.Checkin;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.TicketPassage;
import io.doorlist.door.Reason;
import io.doorlist.json.Json;
import io.doorlist.testing.Gateway.Input;
import io.doorlist.testing.TestContext;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a door's answers add to its metrics. */
class DoorMetricsTest {
  private static final Checkin CHECKIN =
      new Checkin(5, 9001, "R-1", "Ada Example", Boundary.NOW, true, true, false, null, null);

  private final List<String> lines = new ArrayList<>();

  @Test
  void checkIn_isOneLineOfEmbeddedMetrics_withoutQrCodeAndName() throws Exception {
    handle(new CheckinOutcome.CheckedIn(CHECKIN, null, false));

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
  void checkInOfOrder_countsItsTickets() throws Exception {
    handle(
        new CheckinOutcome.OrderCheckedIn(
            Collections.nCopies(3, new CheckinOutcome.CheckedIn(CHECKIN, null, false)),
            new TreeMap<>(Map.of("adult", 1))));

    assertEquals(3L, line().get("CheckIns"));
  }

  @Test
  void checkInOfOrder_thatComesBack_countsReentries() throws Exception {
    TicketPassage passage = new TicketPassage(9, false, 9001, "R-1", Boundary.NOW, null, "Gate 1");

    handle(
        new CheckinOutcome.OrderCheckedIn(
            Collections.nCopies(2, new CheckinOutcome.Reentered(CHECKIN, null, passage, 2)),
            new TreeMap<>(Map.of("adult", 0))));

    assertEquals(2L, line().get("Reentries"));
    assertFalse(line().containsKey("CheckIns"));
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

    assertEquals(
        List.of(
            Json.writeValue(
                Json.readObject(
                    """
                    {"_aws": {"Timestamp": 1789405200000, "CloudWatchMetrics": [
                       {"Namespace": "Doorlist", "Dimensions": [["FunctionName", "Reason"]],
                        "Metrics": [{"Name": "Refusals", "Unit": "Count"}]}]},
                     "FunctionName": "function", "Reason": "blocked", "Refusals": 1,
                     "account": "acme", "event": "spring-gala", "list": "3", "ticket": "9001",
                     "token": "f306b3d18725eec351200173", "request_id": "request-1"}
                    """))),
        lines);

    lines.clear();
    handle(new CheckinOutcome.AlreadyCheckedIn(CHECKIN, 42, false));
    assertEquals("9001", line().get("ticket"));
    assertEquals("request-1", line().get("request_id"));
    assertFalse(lines.getFirst().contains("Ada"));
  }

  @Test
  void duplicatesAndUnknownCodes_haveFiguresOfTheirOwn() throws Exception {
    handle(new CheckinOutcome.AlreadyCheckedIn(CHECKIN, 42, false));
    assertEquals(1L, line().get("Duplicates"));

    lines.clear();
    handle(new CheckinOutcome.UnknownQrCode());
    assertEquals(1L, line().get("UnknownQrCodes"));
  }

  @Test
  void unknownCodesOfASlowedToken_haveOneMore() throws Exception {
    handle(new CheckinOutcome.TooManyUnknownQrCodes(48));

    assertEquals(2, lines.size());
    assertEquals(1L, Json.readObject(lines.get(0)).get("UnknownQrCodes"));
    assertEquals(1L, Json.readObject(lines.get(1)).get("TooManyUnknownQrCodes"));
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
    Boundary.of(input, call -> OutcomeMapper.answer(outcome))
        .handleRequest(
            new ByteArrayInputStream(bytes),
            new ByteArrayOutputStream(),
            TestContext.logging(10_000, line -> lines.add(line.strip())));
  }
}
