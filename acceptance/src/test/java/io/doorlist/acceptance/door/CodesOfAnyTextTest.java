package io.doorlist.acceptance.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import org.junit.jupiter.api.Test;

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

  /** Returns whether every gateway passes a code in a path. */
  private static boolean passes(String code) {
    return code.length() <= MAX_IN_A_PATH && !code.contains("/") && !code.contains("%");
  }

  /**
   * Each ticket is checked in twice: on one list by its code, if a path can contain it, and on the
   * other by its digest. Webhook events tell of both.
   */
  @Test
  void getAdmissionAndCheckInTicket_takeAnyText_andWebhookEventsTellOfIt() throws Exception {
    Event event = event(CODES);
    SortedSet<String> expected = new TreeSet<>();
    try (Receiver receiver = Receiver.answering()) {
      // A service that runs elsewhere cannot deliver to this machine.
      boolean delivers = service.calls().isPresent();
      if (delivers) {
        receiver.subscribe(service, event, "ticket.checked_in");
      }
      for (int list : List.of(1, 3)) {
        for (int i = 0; i < CODES.size(); i++) {
          String reference = "R1-" + (i + 1);
          takesTicket(event, list, CODES.get(i), reference);
          expected.add(reference + " at " + list);
        }
      }
      if (!delivers) {
        return;
      }

      service.await(() -> delivered(event) == expected.size());

      SortedSet<String> told = new TreeSet<>();
      for (String body : receiver.received()) {
        Map<String, Object> ticket = Json.object(Json.at(Json.parse(body), "data", "object"));
        told.add(ticket.get("reference") + " at " + Json.at(ticket, "checkin_list", "id"));
        CODES.forEach(code -> assertCodeHidden(code, body));
      }
      assertEquals(expected, told);
      // What was delivered a second time, as the first answer came too late, is the same.
      assertEquals(expected.size(), Set.copyOf(receiver.received()).size());
    }
  }

  private void takesTicket(Event event, int list, String code, String reference) {
    String path = event.list(list) + "/tickets/" + inPath(list, code);

    Answer look = get(path, service.door);
    Answer in = service.client.expect(201, Call.post(path + "/checkins").by(service.door));
    Answer again = service.client.expect(409, Call.post(path + "/checkins").by(service.door));

    assertEquals("admissible", look.at("verdict"), code);
    assertEquals(reference, look.at("ticket", "reference"), code);
    assertEquals(reference, in.at("ticket", "reference"), code);
    assertEquals(in.at("id"), again.at("checkin", "id"), code);
    List.of(look, in, again).forEach(answer -> assertCodeHidden(code, answer.text()));
  }

  @Test
  void checkInOrder_takesAnyText() {
    Event event = service.freshEvent();
    List<Map<String, Object>> lines = new ArrayList<>();
    for (String code : CODES) {
      Map<String, Object> line =
          Order.of(lines.size() + 1, "adult", "adult").line(event.account(), event.slug());
      line.put("qr_code_identifier", code);
      lines.add(line);
    }
    service.cli.load(lines);

    for (int list : List.of(1, 3)) {
      for (String code : CODES) {
        String path = event.list(list) + "/orders/" + inPath(list, code) + "/checkins";
        Answer in = service.client.expect(201, Call.post(path).form("adult=1").by(service.door));

        assertEquals(1, ((Number) in.at("remaining", "adult")).intValue(), code);
        assertCodeHidden(code, in.text());
      }
    }
  }

  /** Returns a code as a path has it: on list 1 as it is, if that can be, otherwise its digest. */
  private static String inPath(int list, String code) {
    return list == 1 && passes(code) ? encoded(code) : digest(code);
  }

  /** A batch takes a code and its digest, and records a double admission once for both. */
  @Test
  void createCheckins_takesAnyText_andItsDigest() {
    Event event = event(CODES);
    List<String> digests = CODES.stream().map(CodesOfAnyTextTest::digest).toList();

    List<Map<String, Object>> first = upload(event, service.otherDoor, CODES, true);
    List<Map<String, Object>> second = upload(event, service.door, digests, false);
    List<Map<String, Object>> twice = upload(event, service.door, digests, true);
    upload(event, service.door, digests, true);

    for (int i = 0; i < CODES.size(); i++) {
      assertEquals(201, first.get(i).get("status"), CODES.get(i));
      assertEquals(409, second.get(i).get("status"), CODES.get(i));
      assertEquals(
          Json.at(first.get(i), "checkin", "id"),
          Json.at(second.get(i), "problem", "checkin", "id"),
          CODES.get(i));
      assertEquals(true, Json.at(twice.get(i), "problem", "recorded"), CODES.get(i));
    }
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

  /** An answer about a ticket says whose it is, but does not contain its code. */
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
              event.slug() + offline + "-scan-" + scans.size()));
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
