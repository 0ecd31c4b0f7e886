package io.doorlist.exactness.simulator.evening;

import io.doorlist.testing.FunctionInvoker;
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

  FunctionInvoker.Input input(String requestId) {
    Map<String, Object> headers = new LinkedHashMap<>();
    if (tag != null) {
      headers.put("If-None-Match", List.of(tag));
    }
    Map<String, Object> query =
        part.isEmpty()
            ? Map.of()
            : Map.of("page", List.of("" + page), "items", List.of("" + ITEMS));
    return ProxyRequest.input(
        ProxyRequest.LIST + part,
        "GET",
        "token-a",
        ProxyRequest.path(list),
        headers,
        query,
        null,
        requestId);
  }
}
