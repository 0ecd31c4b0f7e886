package io.doorlist.exactness.simulator.evening;

import io.doorlist.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A read that is repeated.
 *
 * @param part the rest of the path after the list, empty for the list itself
 * @param tag of the answer that the client has, or {@code null}
 */
public record Poll(long list, String part, int page, String tag) {
  public static final List<String> PARTS = List.of("", "/checkins", "/orders", "/tickets");
  private static final int ITEMS = 5;

  public Poll with(String newTag) {
    return new Poll(list, part, page, newTag);
  }

  /** Returns API Gateway's input for the function. */
  byte[] input(String requestId) {
    Map<String, Object> headers = new LinkedHashMap<>();
    if (tag != null) {
      headers.put("If-None-Match", List.of(tag));
    }
    Map<String, Object> input = new LinkedHashMap<>();
    input.put("resource", ProxyRequest.LIST + part);
    input.put("path", "/");
    input.put("httpMethod", "GET");
    input.put("multiValueHeaders", headers);
    if (!part.isEmpty()) {
      input.put(
          "multiValueQueryStringParameters",
          Map.of(
              "page", List.of(Integer.toString(page)), "items", List.of(Integer.toString(ITEMS))));
    }
    input.put(
        "pathParameters",
        Map.of(
            "account_slug", SimulatedEvent.ACCOUNT,
            "event_slug", SimulatedEvent.EVENT,
            "checkin_list_id", Long.toString(list)));
    input.put(
        "requestContext",
        Map.of("requestId", requestId, "authorizer", ProxyRequest.caller("token-a")));
    return Json.writeValue(input).getBytes(StandardCharsets.UTF_8);
  }
}
