package io.doorlist.exactness.planted;

import io.doorlist.exactness.simulator.evening.Flaw.Served;
import io.doorlist.json.Json;
import io.doorlist.json.MalformedJsonException;
import io.doorlist.testing.FunctionInvoker.Answer;
import io.doorlist.testing.FunctionInvoker.Input;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Faults in a function's handling of requests, planted between the function and the gateway. */
final class FunctionFaults {
  private static final String TICKET = "/tickets/{ticket_qr_token}";
  private static final String SCANNED_AT = "scanned_at";
  private static final String QUERY = "multiValueQueryStringParameters";

  /** How many ids a list has in one mode; the mode, then the list's number come before them. */
  private static final long PLACES = 1L << 32;

  private static final AtomicLong SENT = new AtomicLong();

  private FunctionFaults() {}

  /** A look lets the ticket in. */
  static Served lookLetsIn(Served function) {
    return input -> {
      if (resource(input).endsWith(TICKET)) {
        function.serve(
            input.with(resource(input) + "/checkins", "resource").with("POST", "httpMethod"));
      }
      return function.serve(input);
    };
  }

  /** The answers of a batch are not in the order of its scans. */
  static Served batchOutOfOrder(Served function) {
    return answers(function, Collections::reverse);
  }

  /** A batch forgets its last answer. */
  static Served batchCutShort(Served function) {
    return answers(function, List::removeLast);
  }

  /** Each scan of a batch is taken, whatever became of those before it. */
  static Served batchGoesOn(Served function) {
    return input -> {
      if (!isBatch(input)) {
        return function.serve(input);
      }
      List<Object> results = new ArrayList<>();
      Answer last = null;
      for (Object scan : list(input.members().get("body"), "scans")) {
        Map<String, Object> alone = Map.of("scans", List.of(scan));
        last = function.serve(input.with(Json.writeValue(alone), "body"));
        if (last.status() != 200) {
          return last;
        }
        results.addAll(list(last.body(), "results"));
      }
      return new Answer(200, last.headers(), Json.writeValue(Map.of("results", results)));
    };
  }

  /** A scan that could not begin in time is refused for good. */
  static Served batchRefusesWhatFailed(Served function) {
    return answers(
        function,
        results ->
            results.replaceAll(
                result ->
                    Long.valueOf(503).equals(((Map<?, ?>) result).get("status"))
                        ? Map.of("status", 404, "problem", Map.of("code", "not_found"))
                        : result));
  }

  /** The scans of a batch get other keys each time the batch is sent. */
  static Served batchWithNewKeys(Served function) {
    return scans(
        function, scan -> scan.put("idempotency_key", "key-of-sending-" + SENT.incrementAndGet()));
  }

  /** A batch treats scans that were decided offline like online scans. */
  static Served batchForgetsOffline(Served function) {
    return scans(function, scan -> scan.put("online", true));
  }

  /** Offline scans are judged by the time of their arrival. */
  static Served offlineByArrival(Served function) {
    Served batches = scans(function, scan -> scan.remove(SCANNED_AT));
    return input -> {
      if (input.members().get(QUERY) instanceof Map<?, ?> query) {
        Map<Object, Object> changed = new HashMap<>(query);
        changed.remove(SCANNED_AT);
        return batches.serve(input.with(changed, QUERY));
      }
      return batches.serve(input);
    };
  }

  /** An undo does not ask which list an id belongs to, and undoes the same row of its own list. */
  static Served undoOfAnyList(Served function) {
    return input -> {
      if (!input.members().get("httpMethod").equals("DELETE")) {
        return function.serve(input);
      }
      Map<?, ?> path = (Map<?, ?>) input.members().get("pathParameters");
      long id = Long.parseLong(path.get("id").toString());
      long list = Long.parseLong(path.get("checkin_list_id").toString());
      long lists = 2 * PLACES;
      return function.serve(
          input.with(Long.toString(list * lists + id % lists), "pathParameters", "id"));
    };
  }

  private static Served scans(Served function, Consumer<Map<String, Object>> spoil) {
    return input -> {
      if (!isBatch(input)) {
        return function.serve(input);
      }
      List<Map<String, Object>> scans = new ArrayList<>();
      for (Object each : list(input.members().get("body"), "scans")) {
        Map<String, Object> scan = new LinkedHashMap<>();
        ((Map<?, ?>) each).forEach((name, value) -> scan.put((String) name, value));
        spoil.accept(scan);
        scans.add(scan);
      }
      return function.serve(input.with(Json.writeValue(Map.of("scans", scans)), "body"));
    };
  }

  private static Served answers(Served function, Consumer<List<Object>> spoil) {
    return input -> {
      Answer answer = function.serve(input);
      if (!isBatch(input) || answer.status() != 200) {
        return answer;
      }
      List<Object> results = new ArrayList<>(list(answer.body(), "results"));
      spoil.accept(results);
      return new Answer(200, answer.headers(), Json.writeValue(Map.of("results", results)));
    };
  }

  private static String resource(Input input) {
    return input.members().get("resource").toString();
  }

  private static boolean isBatch(Input input) {
    return input.members().get("httpMethod").equals("POST")
        && resource(input).endsWith("{checkin_list_id}/checkins");
  }

  private static List<?> list(Object json, String member) {
    try {
      return (List<?>) Json.readObject(json.toString()).get(member);
    } catch (MalformedJsonException e) {
      throw new IllegalStateException(e);
    }
  }
}
