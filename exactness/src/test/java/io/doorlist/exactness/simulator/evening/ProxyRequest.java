package io.doorlist.exactness.simulator.evening;

import io.doorlist.exactness.history.Asked;
import io.doorlist.testing.FunctionInvoker.Input;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** API Gateway's input for the function. */
public final class ProxyRequest {
  static final String LIST = "/{account_slug}/{event_slug}/checkin_lists/{checkin_list_id}";

  private ProxyRequest() {}

  static Input of(Asked asked, String requestId) {
    Map<String, Object> path = path(asked.list());
    Map<String, Object> headers = new LinkedHashMap<>();
    headers.put("Accept", List.of("application/json"));
    if (asked.key() != null) {
      headers.put("Idempotency-Key", List.of(asked.key()));
    }
    Map<String, Object> query = new LinkedHashMap<>();
    String body = null;
    String resource = LIST;
    switch (asked.kind()) {
      case TICKET -> {
        resource += "/tickets/{ticket_qr_token}/checkins";
        path.put("ticket_qr_token", asked.subject());
        variant(asked.variant(), query);
      }
      case ORDER -> {
        resource += "/orders/{order_qr_token}/checkins";
        path.put("order_qr_token", asked.subject());
        headers.put("Content-Type", List.of("application/x-www-form-urlencoded"));
        body = asked.form();
      }
      case PAGE -> {
        resource += "/checkins";
        query.put("page", List.of(Integer.toString(asked.page())));
        query.put("items", List.of(Integer.toString(asked.items())));
      }
      case UNDO -> {
        resource += "/checkins/{id}";
        path.put("id", asked.subject());
      }
      case LOOK -> {
        resource += "/tickets/{ticket_qr_token}";
        path.put("ticket_qr_token", asked.subject());
      }
      case COUNT -> {}
      case TAKE_OUT, REVOKE, MOVE -> throw new IllegalArgumentException("no request of a phone's");
    }
    return input(resource, method(asked), asked.token(), path, headers, query, body, requestId);
  }

  /** Returns a batch of scans with the list and the token of the first. */
  static Input batch(List<Asked> scans, String requestId) {
    Map<String, Object> headers = new LinkedHashMap<>();
    headers.put("Content-Type", List.of("application/json"));
    return input(
        LIST + "/checkins",
        "POST",
        scans.getFirst().token(),
        path(scans.getFirst().list()),
        headers,
        Map.of(),
        Asked.batch(scans),
        requestId);
  }

  static Map<String, Object> path(long list) {
    Map<String, Object> path = new LinkedHashMap<>();
    path.put("account_slug", SimulatedEvent.ACCOUNT);
    path.put("event_slug", SimulatedEvent.EVENT);
    path.put("checkin_list_id", Long.toString(list));
    return path;
  }

  static Input input(
      String resource,
      String method,
      String token,
      Map<String, Object> path,
      Map<String, Object> headers,
      Map<String, Object> query,
      String body,
      String requestId) {
    Map<String, Object> input = new LinkedHashMap<>();
    input.put("resource", resource);
    input.put("path", resource);
    input.put("httpMethod", method);
    input.put("multiValueHeaders", headers);
    input.put("multiValueQueryStringParameters", query.isEmpty() ? null : query);
    input.put("pathParameters", path);
    input.put("requestContext", Map.of("requestId", requestId, "authorizer", caller(token)));
    input.put("body", body);
    input.put("isBase64Encoded", false);
    return new Input(input);
  }

  private static Map<String, Object> caller(String token) {
    Map<String, Object> caller = new LinkedHashMap<>();
    caller.put("principalId", token);
    caller.put("token_id", token);
    caller.put("account", SimulatedEvent.ACCOUNT);
    caller.put("events", "*");
    caller.put("mode", "live");
    caller.put("role", token.equals(Asked.DESK) ? "desk" : "scanner");
    return caller;
  }

  private static String method(Asked asked) {
    return switch (asked.kind()) {
      case TICKET, ORDER -> "POST";
      case UNDO -> "DELETE";
      default -> "GET";
    };
  }

  private static void variant(String variant, Map<String, Object> query) {
    for (String parameter : variant.isEmpty() ? new String[0] : variant.split("&", -1)) {
      String[] pair = parameter.split("=", 2);
      query.put(pair[0], List.of(pair[1]));
    }
  }
}
