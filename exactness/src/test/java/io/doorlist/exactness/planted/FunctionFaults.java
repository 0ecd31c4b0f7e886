package io.doorlist.exactness.planted;

import io.doorlist.json.Json;
import io.doorlist.json.MalformedJsonException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Faults in a function's handling of requests, planted between the function and the gateway. */
final class FunctionFaults {
  private static final String TICKET = "/tickets/{ticket_qr_token}";
  private static final String SCANNED_AT = "scanned_at";

  /** How many ids a list has in one mode; the mode, then the list's number come before them. */
  private static final long PLACES = 1L << 32;

  private static final AtomicLong SENT = new AtomicLong();

  private FunctionFaults() {}

  /** A look lets the ticket in. */
  static UnaryOperator<byte[]> lookLetsIn(UnaryOperator<byte[]> function) {
    return input -> {
      Map<String, Object> request = json(input);
      if (request.get("resource").toString().endsWith(TICKET)) {
        request.put("resource", request.get("resource") + "/checkins");
        request.put("httpMethod", "POST");
        function.apply(bytes(request));
      }
      return function.apply(input);
    };
  }

  /** The answers of a batch are not in the order of its scans. */
  static UnaryOperator<byte[]> batchOutOfOrder(UnaryOperator<byte[]> function) {
    return answers(function, Collections::reverse);
  }

  /** A batch forgets its last answer. */
  static UnaryOperator<byte[]> batchCutShort(UnaryOperator<byte[]> function) {
    return answers(function, List::removeLast);
  }

  /** A scan that could not begin in time is refused for good. */
  static UnaryOperator<byte[]> batchRefusesWhatFailed(UnaryOperator<byte[]> function) {
    return answers(
        function,
        results ->
            results.replaceAll(
                result ->
                    isNumber(((Map<?, ?>) result).get("status"), 503)
                        ? Map.of("status", 404, "problem", Map.of("code", "not_found"))
                        : result));
  }

  /** The scans of a batch get other keys each time the batch is sent. */
  static UnaryOperator<byte[]> batchWithNewKeys(UnaryOperator<byte[]> function) {
    return scans(
        function, scan -> scan.put("idempotency_key", "key-of-sending-" + SENT.incrementAndGet()));
  }

  /** A batch treats scans that were decided offline like online scans. */
  static UnaryOperator<byte[]> batchForgetsOffline(UnaryOperator<byte[]> function) {
    return scans(function, scan -> scan.put("online", true));
  }

  /** Offline scans are judged by the time of their arrival. */
  static UnaryOperator<byte[]> offlineByArrival(UnaryOperator<byte[]> function) {
    UnaryOperator<byte[]> batches = scans(function, scan -> scan.remove(SCANNED_AT));
    return input -> {
      Map<String, Object> request = json(input);
      if (request.get("multiValueQueryStringParameters") instanceof Map<?, ?> query) {
        Map<Object, Object> changed = new HashMap<>(query);
        changed.remove(SCANNED_AT);
        request.put("multiValueQueryStringParameters", changed);
      }
      return batches.apply(bytes(request));
    };
  }

  /** An undo does not ask which list an id belongs to, and undoes the same row of its own list. */
  static UnaryOperator<byte[]> undoOfAnyList(UnaryOperator<byte[]> function) {
    return input -> {
      Map<String, Object> request = json(input);
      if (request.get("httpMethod").equals("DELETE")) {
        Map<Object, Object> path = new HashMap<>((Map<?, ?>) request.get("pathParameters"));
        long id = Long.parseLong(path.get("id").toString());
        long list = Long.parseLong(path.get("checkin_list_id").toString());
        long lists = 2 * PLACES;
        path.put("id", Long.toString(list * lists + id % lists));
        request.put("pathParameters", path);
      }
      return function.apply(bytes(request));
    };
  }

  private static UnaryOperator<byte[]> scans(
      UnaryOperator<byte[]> function, Consumer<Map<String, Object>> spoil) {
    return input -> {
      Map<String, Object> request = json(input);
      if (!isBatch(request)) {
        return function.apply(input);
      }
      List<Map<String, Object>> scans = new ArrayList<>();
      for (Object each : (List<?>) json(request.get("body").toString()).get("scans")) {
        Map<String, Object> scan = new LinkedHashMap<>();
        ((Map<?, ?>) each).forEach((name, value) -> scan.put((String) name, value));
        spoil.accept(scan);
        scans.add(scan);
      }
      request.put("body", Json.writeValue(Map.of("scans", scans)));
      return function.apply(bytes(request));
    };
  }

  private static UnaryOperator<byte[]> answers(
      UnaryOperator<byte[]> function, Consumer<List<Object>> spoil) {
    return input -> {
      byte[] output = function.apply(input);
      Map<String, Object> answer = json(output);
      if (!isBatch(json(input)) || !isNumber(answer.get("statusCode"), 200)) {
        return output;
      }
      List<Object> results =
          new ArrayList<>((List<?>) json(answer.get("body").toString()).get("results"));
      spoil.accept(results);
      answer.put("body", Json.writeValue(Map.of("results", results)));
      return bytes(answer);
    };
  }

  private static boolean isNumber(Object value, int number) {
    return value instanceof Number status && status.intValue() == number;
  }

  private static boolean isBatch(Map<String, Object> request) {
    return request.get("httpMethod").equals("POST")
        && request.get("resource").toString().endsWith("{checkin_list_id}/checkins");
  }

  private static Map<String, Object> json(byte[] text) {
    return json(new String(text, StandardCharsets.UTF_8));
  }

  private static Map<String, Object> json(String text) {
    try {
      return new LinkedHashMap<>(Json.readObject(text));
    } catch (MalformedJsonException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] bytes(Map<String, Object> json) {
    return Json.writeValue(json).getBytes(StandardCharsets.UTF_8);
  }
}
