package io.doorlist.acceptance.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.client.Json;
import io.doorlist.acceptance.service.ContractTest;
import io.doorlist.acceptance.service.Event;
import io.doorlist.acceptance.service.Order;
import io.doorlist.acceptance.service.Secrets;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * A scanned code can be any text that a shop prints, and every operation with a code accepts it
 * (issue 20). A path has the code percent-encoded, or its digest. A body has the code unchanged, or
 * its digest. {@code LeaksTest} checks that no log contains these codes.
 */
class CodesOfAnyTextTest extends ContractTest {
  private static final List<String> CODES =
      List.of(
          "hqR2MQ==.e+Z/9a=b/",
          "row 7 seat 12",
          "müßig-übel-Zoë",
          "100%,half%2Fdone",
          "gate#3?x=1&y=2;z",
          "../../etc/passwd",
          "票-123-🎟-456",
          "\"quoted\\'<b>",
          "z".repeat(512));

  /** Returns a code as a path can have it: not every gateway passes every text. */
  private static String inPath(String code) {
    boolean passes = code.length() <= 128 && !code.contains("/") && !code.contains("%");
    return passes
        ? URLEncoder.encode(code, StandardCharsets.UTF_8).replace("+", "%20")
        : digest(code);
  }

  private static String ofOrder(String code) {
    return "o" + code.substring(1);
  }

  private static String digest(String code) {
    return "sha256-" + Secrets.digest(code);
  }

  @Test
  void everyOperationWithACode_takesAnyText_andItsDigest_andRepeatsNone() {
    Event event = service.freshEvent();
    List<Map<String, Object>> lines = new ArrayList<>();
    for (String code : CODES) {
      Order order = Order.of(lines.size() + 1, "adult", "adult");
      Map<String, Object> line = order.line(event.account(), event.slug());
      line.put("qr_code_identifier", ofOrder(code));
      Json.objects(line.get("tickets")).getFirst().put("qr_code_identifier", code);
      lines.add(line);
    }
    service.cli.load(lines);
    assertEquals(
        CODES,
        get(event.list(1) + "/tickets", service.door).rows("tickets").stream()
            .map(row -> row.get("qr_code_identifier"))
            .filter(CODES::contains)
            .toList());

    for (String code : CODES) {
      String ticket = event.list(1) + "/tickets/" + inPath(code);
      String reference = "R" + (CODES.indexOf(code) + 1) + "-1";
      Answer look = get(ticket, service.door);
      Answer in = service.client.expect(201, Call.post(ticket + "/checkins").by(service.door));
      Answer again = upload(event, code);
      Answer byDigest = upload(event, digest(code));
      String order = event.list(1) + "/orders/" + inPath(ofOrder(code)) + "/checkins";
      Answer rest = service.client.expect(201, Call.post(order).form("adult=1").by(service.door));

      assertEquals("admissible", look.at("verdict"), code);
      assertEquals(reference, look.at("ticket", "reference"), code);
      assertEquals(reference, in.at("ticket", "reference"), code);
      for (Answer each : List.of(again, byDigest)) {
        assertEquals(in.at("id"), each.at("results", 0, "problem", "checkin", "id"), code);
      }
      for (Answer each : List.of(look, in, again, byDigest, rest)) {
        assertFalse(each.text().contains(code) || each.text().contains(digest(code)), code);
      }
    }
  }

  private Answer upload(Event event, String code) {
    String key = "again-" + code.hashCode();
    Map<String, Object> scan = Map.of("ticket_qr_token", code, "idempotency_key", key);
    return service.client.expect(
        200,
        Call.post(event.list(1) + "/checkins")
            .body("application/json", Json.write(Map.of("scans", List.of(scan))))
            .by(service.door));
  }
}
