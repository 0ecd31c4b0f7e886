package io.doorlist.acceptance.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.client.Json;
import io.doorlist.acceptance.service.ContractTest;
import io.doorlist.acceptance.service.Event;
import io.doorlist.acceptance.service.Order;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * A scanned code can be any text that a shop prints: every operation with a code accepts it,
 * percent-encoded or as its digest in a path, unchanged in a body (issue 20). {@code LeaksTest}
 * checks that no log contains these codes.
 */
class CodesOfAnyTextTest extends ContractTest {
  private static final String SIGNED = "hqR2MQ==.e+Z/9a=b/";

  private static final List<String> CODES =
      List.of(
          SIGNED,
          "row 7 seat 12",
          "müßig-übel-Zoë",
          "100%,half%2Fdone",
          "gate#3?x=1&y=2;z",
          "../../etc/passwd",
          "票-123-🎟-456",
          "\"quoted\\'<b>",
          "z".repeat(512));

  /** Returns whether every gateway passes a code in a path. */
  private static boolean passes(String code) {
    return code.length() <= 128 && !code.contains("/") && !code.contains("%");
  }

  /** Each ticket and order is let in by its code, if a path can contain it, and by its digest. */
  @Test
  void everyOperationWithACode_takesAnyText() {
    Event event = event(CODES);
    Event together = ordersOf(CODES);
    assertEquals(
        CODES,
        get(event.list(1) + "/tickets", service.door).rows("tickets").stream()
            .map(row -> row.get("qr_code_identifier"))
            .toList());
    for (int list : List.of(1, 3)) {
      for (int i = 0; i < CODES.size(); i++) {
        String code = CODES.get(i);
        String inPath = list == 1 && passes(code) ? encoded(code) : digest(code);
        takesTicket(event.list(list) + "/tickets/" + inPath, code, "R1-" + (i + 1));
        String order = together.list(list) + "/orders/" + inPath + "/checkins";
        Answer in = service.client.expect(201, Call.post(order).form("adult=1").by(service.door));
        assertCodeHidden(code, in);
      }
    }
  }

  private void takesTicket(String path, String code, String reference) {
    Answer look = get(path, service.door);
    Answer in = service.client.expect(201, Call.post(path + "/checkins").by(service.door));
    Answer again = service.client.expect(409, Call.post(path + "/checkins").by(service.door));

    assertEquals("admissible", look.at("verdict"), code);
    assertEquals(reference, look.at("ticket", "reference"), code);
    assertEquals(reference, in.at("ticket", "reference"), code);
    assertEquals(in.at("id"), again.at("checkin", "id"), code);
    List.of(look, in, again).forEach(answer -> assertCodeHidden(code, answer));
  }

  @Test
  void createCheckins_takesAnyText_andItsDigest() {
    Event event = event(List.of(SIGNED));

    Map<String, Object> first = upload(event, SIGNED);
    Map<String, Object> second = upload(event, digest(SIGNED));

    assertEquals(201, first.get("status"));
    assertEquals(409, second.get("status"));
    assertEquals(Json.at(first, "checkin", "id"), Json.at(second, "problem", "checkin", "id"));
  }

  private Map<String, Object> upload(Event event, String code) {
    Map<String, Object> scan =
        Map.of("ticket_qr_token", code, "idempotency_key", code.substring(7));
    Call call =
        Call.post(event.list(1) + "/checkins")
            .body("application/json", Json.write(Map.of("scans", List.of(scan))));
    return service.client.expect(200, call.by(service.door)).rows("results").getFirst();
  }

  @Test
  void replacedCode_isRevoked_inBothForms() {
    Event event = event(List.of(SIGNED));
    Map<String, Object> line = line(event, List.of("new"));
    line.put("updated_at", "2026-08-03T10:15:30Z");
    service.cli.load(List.of(line));
    String tickets = event.list(1) + "/tickets/";

    Call former = Call.post(tickets + digest(SIGNED) + "/checkins").by(service.door);
    assertEquals("revoked", service.client.refused(422, "not_admissible", former).at("reason"));
    service.client.expect(201, Call.post(tickets + "new/checkins").by(service.door));
  }

  /** An answer about a ticket says whose it is, but does not contain its code. */
  private static void assertCodeHidden(String code, Answer answer) {
    assertTrue(!answer.text().contains(code), answer::toString);
    assertTrue(!answer.text().contains(digest(code)), answer::toString);
  }

  /** Imports an event with one order, whose tickets have these codes. */
  private Event event(List<String> codes) {
    Event event = service.freshEvent();
    service.cli.load(List.of(line(event, codes)));
    return event;
  }

  /** Imports an event with an order of two for each of these codes. */
  private Event ordersOf(List<String> codes) {
    Event event = service.freshEvent();
    List<Map<String, Object>> lines = new ArrayList<>();
    for (String code : codes) {
      Order order = Order.of(lines.size() + 1, "adult", "adult");
      lines.add(order.line(event.account(), event.slug()));
      lines.getLast().put("qr_code_identifier", code);
    }
    service.cli.load(lines);
    return event;
  }

  /** Returns an order whose tickets have these codes. */
  private static Map<String, Object> line(Event event, List<String> codes) {
    Map<String, Object> line =
        Order.group(1, codes.size(), "adult").line(event.account(), event.slug());
    List<Map<String, Object>> tickets = Json.objects(line.get("tickets"));
    for (int i = 0; i < codes.size(); i++) {
      tickets.get(i).put("qr_code_identifier", codes.get(i));
    }
    return line;
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
