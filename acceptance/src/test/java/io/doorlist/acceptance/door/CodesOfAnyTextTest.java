package io.doorlist.acceptance.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.doorlist.acceptance.access.LeaksTest;
import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.client.Json;
import io.doorlist.acceptance.service.ContractTest;
import io.doorlist.acceptance.service.Event;
import io.doorlist.acceptance.service.Order;
import io.doorlist.acceptance.service.Receiver;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * A scanned code can be any text that a shop prints: every operation with a code accepts it,
 * percent-encoded or as its digest in a path, unchanged in a body (issue 20). {@link LeaksTest}
 * checks that no log contains these codes.
 */
class CodesOfAnyTextTest extends ContractTest {
  private static final String SIGNED = "hqR2MQ==.e+Z/9a=b/";

  private static final List<String> CODES =
      List.of(
          "signed+0123=abc==",
          SIGNED,
          "row 7 seat 12",
          "müßig-übel-Zoë",
          "100%,half%2Fdone",
          "one,two;three",
          "gate#3?x=1&y=2;z",
          "../../etc/passwd",
          "票-123-🎟-456",
          "\"quoted\\'<b>",
          "x".repeat(128),
          "y".repeat(129),
          "z".repeat(512),
          "é".repeat(256));

  /** A path can contain it unescaped, whatever the gateway. */
  private static final int MAX_IN_A_PATH = 128;

  /** A code, and one way to write it in a path. */
  private record Form(String code, String inPath) {
    @Override
    public String toString() {
      String shown = code.length() > 24 ? code.substring(0, 24) + "..." : code;
      return shown + (inPath.startsWith("sha256-") ? " by its digest" : "");
    }
  }

  private static Stream<Form> forms() {
    return CODES.stream()
        .flatMap(
            code -> {
              Form digest = new Form(code, digest(code));
              return passes(code)
                  ? Stream.of(new Form(code, encoded(code)), digest)
                  : Stream.of(digest);
            });
  }

  /** Returns whether every gateway passes a code in a path. */
  private static boolean passes(String code) {
    return code.length() <= MAX_IN_A_PATH && !code.contains("/") && !code.contains("%");
  }

  @TestFactory
  Stream<DynamicTest> getAdmissionAndCheckInTicket_takeAnyText() {
    return each(
        form -> {
          Event event = event(List.of(form.code()));
          String path = event.list(1) + "/tickets/" + form.inPath();

          Answer look = get(path, service.door);
          Answer in = service.client.expect(201, Call.post(path + "/checkins").by(service.door));
          Answer again = service.client.send(Call.post(path + "/checkins").by(service.door));

          assertEquals("admissible", look.at("verdict"));
          assertEquals("R1-1", look.at("ticket", "reference"));
          assertEquals("R1-1", in.at("ticket", "reference"));
          assertEquals(409, again.status());
          assertEquals(in.at("id"), again.at("checkin", "id"));
          assertCodeHidden(form, look, in, again);
        });
  }

  @TestFactory
  Stream<DynamicTest> checkInOrder_takesAnyText() {
    return each(
        form -> {
          Event event = service.freshEvent();
          Order order = Order.of(1, "adult", "adult");
          Map<String, Object> line = order.line(event.account(), event.slug());
          line.put("qr_code_identifier", form.code());
          service.cli.load(List.of(line));
          String path = event.list(1) + "/orders/" + form.inPath() + "/checkins";

          Answer in = service.client.expect(201, Call.post(path).form("adult=1").by(service.door));

          assertEquals(1, ((Number) in.at("remaining", "adult")).intValue());
          assertCodeHidden(form, in);
        });
  }

  /** Both forms in one body; the second one finds the ticket checked in. */
  @Test
  void createCheckins_takesAnyText_andItsDigest() {
    Event event = event(CODES);
    List<String> forms = new ArrayList<>(CODES);
    CODES.forEach(code -> forms.add(digest(code)));

    List<Map<String, Object>> results = upload(event, service.door, forms, false);

    for (int i = 0; i < CODES.size(); i++) {
      assertEquals(201, results.get(i).get("status"), CODES.get(i));
      Map<String, Object> second = results.get(i + CODES.size());
      assertEquals(409, second.get("status"), CODES.get(i));
      assertEquals(
          Json.at(results.get(i), "checkin", "id"),
          Json.at(second, "problem", "checkin", "id"),
          CODES.get(i));
    }
  }

  @Test
  void doubleAdmissions_areRecordedOnce_whicheverFormThePhoneSends() {
    Event event = event(CODES);
    upload(event, service.otherDoor, CODES, true);

    List<Map<String, Object>> twice =
        upload(event, service.door, CODES.stream().map(CodesOfAnyTextTest::digest).toList(), true);
    upload(event, service.door, CODES.stream().map(CodesOfAnyTextTest::digest).toList(), true);

    twice.forEach(
        result ->
            assertEquals(true, Json.at(result, "problem", "recorded"), () -> Json.write(result)));
    Answer list = get(event.list(1) + "/double_admissions?items=250", service.door);
    assertEquals((long) CODES.size(), list.at("meta", "pagination", "count"));
    assertEquals(
        references(),
        new TreeSet<>(
            list.rows("double_admissions").stream()
                .map(row -> (String) row.get("reference"))
                .toList()));
  }

  @Test
  void listTicketsOfList_showsWhatIsPrinted_andTheChecksumOfItsUrl() throws Exception {
    Event event = event(CODES);

    List<Map<String, Object>> rows = get(event.list(1) + "/tickets", service.door).rows("tickets");

    assertEquals(CODES, rows.stream().map(row -> row.get("qr_code_identifier")).toList());
    for (Map<String, Object> row : rows) {
      String url = (String) row.get("qr_code_url");
      byte[] bytes = url.getBytes(StandardCharsets.UTF_8);
      assertEquals(
          HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes)),
          row.get("url_checksum"));
    }
  }

  @Test
  void replacedCode_isRevoked_inBothForms() {
    Event event = event(List.of(SIGNED));
    Map<String, Object> line = line(event, List.of("new " + SIGNED));
    line.put("updated_at", "2026-08-03T10:15:30Z");
    service.cli.load(List.of(line));

    for (String code : List.of(digest(SIGNED), digest("new " + SIGNED))) {
      Call call = Call.post(event.list(1) + "/tickets/" + code + "/checkins").by(service.door);
      if (code.equals(digest(SIGNED))) {
        assertEquals("revoked", service.client.expect(422, call).at("reason"));
      } else {
        service.client.expect(201, call);
      }
    }
  }

  /** Each ticket is checked in twice: on one list by its code, on the other by its digest. */
  @Test
  void webhookEvents_tellOfEachCheckIn_whateverTheFormOfItsCode() throws Exception {
    // A service that runs elsewhere cannot deliver to this machine.
    assumeTrue(service.calls().isPresent());
    Event event = event(CODES);
    SortedSet<String> expected = new TreeSet<>();
    try (Receiver receiver = Receiver.answering()) {
      receiver.subscribe(service, event, "ticket.checked_in");
      for (int list : List.of(1, 3)) {
        for (int i = 0; i < CODES.size(); i++) {
          String code = CODES.get(i);
          String inPath = list == 1 && passes(code) ? encoded(code) : digest(code);
          String path = event.list(list) + "/tickets/" + inPath + "/checkins";
          service.client.expect(201, Call.post(path).by(service.door));
          expected.add("R1-" + (i + 1) + " at " + list);
        }
      }

      service.await(() -> delivered(event) == expected.size());

      SortedSet<String> told = new TreeSet<>();
      for (String body : receiver.received()) {
        Map<String, Object> ticket = Json.object(Json.at(Json.parse(body), "data", "object"));
        told.add(ticket.get("reference") + " at " + Json.at(ticket, "checkin_list", "id"));
        CODES.forEach(code -> assertCodeHidden(code, body));
      }
      assertEquals(expected, told);
      assertEquals(expected.size(), receiver.received().size());
    }
  }

  /** Returns how many check-ins of an event were delivered at the first attempt. */
  private long delivered(Event event) {
    String path = "/" + event.account() + "/webhooks/events?items=250&event_slug=" + event.slug();
    Answer answer = service.client.send(Call.get(path).by(service.door));
    return answer.status() == 503
        ? 0
        : answer.rows("webhook_events").stream()
            .filter(row -> row.get("webhook_event").equals("ticket.checked_in"))
            .filter(row -> row.get("state").equals("delivered"))
            .count();
  }

  /** Returns the references of the tickets of an order that has all codes. */
  private static Set<String> references() {
    return new TreeSet<>(
        IntStream.rangeClosed(1, CODES.size()).mapToObj(number -> "R1-" + number).toList());
  }

  private interface Check {
    void of(Form form);
  }

  private static Stream<DynamicTest> each(Check check) {
    return forms().map(form -> DynamicTest.dynamicTest(form.toString(), () -> check.of(form)));
  }

  /** An answer about a ticket says whose it is, but does not contain its code. */
  private static void assertCodeHidden(Form form, Answer... answers) {
    for (Answer answer : answers) {
      assertCodeHidden(form.code(), answer.text());
    }
  }

  private static void assertCodeHidden(String code, String text) {
    assertTrue(!text.contains(code), text);
    assertTrue(!text.contains(digest(code)), text);
  }

  /** Imports an event with one order, whose tickets have these codes. */
  private Event event(List<String> codes) {
    Event event = service.freshEvent();
    service.cli.load(List.of(line(event, codes)));
    return event;
  }

  private static Map<String, Object> line(Event event, List<String> codes) {
    Map<String, Object> line =
        Order.group(1, codes.size(), "adult").line(event.account(), event.slug());
    List<Map<String, Object>> tickets = Json.objects(line.get("tickets"));
    for (int i = 0; i < codes.size(); i++) {
      tickets.get(i).put("qr_code_identifier", codes.get(i));
    }
    line.put("tickets", tickets);
    return line;
  }

  private List<Map<String, Object>> upload(
      Event event, String token, List<String> codes, boolean offline) {
    List<Map<String, Object>> scans = new ArrayList<>();
    for (String code : codes) {
      scans.add(
          Map.of(
              "ticket_qr_token",
              code,
              "scanned_at",
              "2026-09-14T17:01:00Z",
              "online",
              !offline,
              "idempotency_key",
              event.slug() + "-scan-" + scans.size()));
    }
    Call call =
        Call.post(event.list(1) + "/checkins")
            .body("application/json", Json.write(Map.of("scans", scans)))
            .by(token);
    // Scans that could not be handled in time are sent again with their keys, as by phones.
    List<Map<String, Object>> results = List.of();
    for (int times = 0; times < 5; times++) {
      results = service.client.expect(200, call).rows("results");
      if (results.stream().noneMatch(result -> Integer.valueOf(503).equals(result.get("status")))) {
        break;
      }
    }
    return results;
  }

  private static String encoded(String code) {
    return URLEncoder.encode(code, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static String digest(String code) {
    try {
      byte[] bytes = code.getBytes(StandardCharsets.UTF_8);
      return "sha256-"
          + Base64.getUrlEncoder()
              .withoutPadding()
              .encodeToString(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
