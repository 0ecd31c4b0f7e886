package io.doorlist.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.doorlist.domain.QrCode;
import io.doorlist.json.Json;
import io.doorlist.testing.Gateway;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Inputs with codes that shops print, in API Gateway's form: decoded, or as digests if no path can
 * contain them. Each code is looked at, let in and refused once.
 */
final class CodesOfAnyText {
  private static final List<String> CODES =
      List.of(
          "signed+0123=abc==",
          "hqR2MQ==.e+Z/9a=b/",
          "row 7 seat 12",
          "müßig-übel-Zoë",
          "100%,half%2Fdone",
          "票-123-🎟-456",
          "y".repeat(129),
          "é".repeat(256));

  private CodesOfAnyText() {}

  /** The function of check-in lists. */
  interface Function {
    InvocationOutcome invoke(byte[] input) throws IOException, InterruptedException;
  }

  /**
   * Sends the inputs.
   *
   * @param order of this run: its tickets have the codes, followed by its number
   * @param log returns the function's log
   */
  static void assertTaken(SampleStack stack, long order, Function function, Supplier<String> log)
      throws IOException, InterruptedException {
    List<String> codes =
        CODES.stream().map(code -> code.substring(0, code.length() - 1) + order % 10).toList();
    stack.load(line(order, codes));
    for (String code : codes) {
      boolean inPath = code.length() <= 128 && !code.contains("/") && !code.contains("%");
      String first = inPath ? code : digest(code);

      assertEquals(200L, status(function.invoke(input("get-admission", first))), code);
      assertEquals(201L, status(function.invoke(input("check-in-ticket", first))), code);
      assertEquals(409L, status(function.invoke(input("check-in-ticket", digest(code)))), code);
    }
    for (String code : codes) {
      assertFalse(log.get().contains(code), () -> code + " is in the log");
      assertFalse(log.get().contains(QrCode.digest(code)), () -> code + "'s digest is in the log");
    }
  }

  private static String digest(String code) {
    return "sha256-" + QrCode.digest(code);
  }

  private static byte[] input(String name, String code) throws IOException {
    Gateway.Input input =
        Gateway.Input.recorded(name).with(code, "pathParameters", "ticket_qr_token");
    Map<String, Object> headers = new LinkedHashMap<>();
    ((Map<?, ?>) input.members().get("headers"))
        .forEach((key, value) -> headers.put((String) key, value));
    headers.remove("Idempotency-Key");
    Map<String, Object> lists = new LinkedHashMap<>();
    headers.forEach((key, value) -> lists.put(key, List.of(value)));
    Map<String, Object> sent =
        input.with(headers, "headers").with(lists, "multiValueHeaders").members();
    return Json.writeValue(sent).getBytes(StandardCharsets.UTF_8);
  }

  private static Object status(InvocationOutcome outcome) throws IOException {
    if (outcome instanceof InvocationOutcome.Returned returned) {
      return Json.readObject(returned.output()).get("statusCode");
    }
    throw new AssertionError(outcome.toString());
  }

  private static String line(long order, List<String> codes) {
    String time = "2026-08-02T10:15:30Z";
    List<Map<String, Object>> tickets = new ArrayList<>();
    for (String code : codes) {
      long number = tickets.size() + 1L;
      tickets.add(
          Map.of(
              "id",
              order * 100 + number,
              "reference",
              "C" + order + "-" + number,
              "state",
              "valid",
              "name",
              "Guest",
              "ticket_type",
              "adult",
              "qr_code_identifier",
              code,
              "created_at",
              time,
              "updated_at",
              time));
    }
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("kind", "order");
    line.put("account", "acme");
    line.put("event", "spring-gala");
    line.put("id", order);
    line.put("reference", "C" + order);
    line.put("state", "confirmed");
    line.put("payment_state", "paid");
    line.put("currency", "EUR");
    line.put("amount", 0L);
    line.put("created_at", time);
    line.put("updated_at", time);
    line.put("tickets", tickets);
    return Json.writeValue(line);
  }
}
