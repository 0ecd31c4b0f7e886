package io.doorlist.http;

import io.doorlist.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Builds API Gateway's proxy inputs; immutable, each method returns a new one. */
final class Inputs {
  private final Map<String, Object> members;

  private Inputs(Map<String, Object> members) {
    this.members = members;
  }

  /** Returns the input of a request by a token with access to everything of account "acme". */
  static Inputs of(String method, String resource) {
    return new Inputs(Map.of())
        .with("httpMethod", method)
        .with("resource", resource)
        .with("path", "/acme/spring-gala/things")
        .with("pathParameters", Map.of("account_slug", "acme", "event_slug", "spring-gala"))
        .identity(
            Map.of(
                "token_id", "0123456789abcdef01234567",
                "account", "acme",
                "events", "*",
                "mode", "live",
                "role", "full"));
  }

  Inputs with(String name, Object value) {
    Map<String, Object> more = new LinkedHashMap<>(members);
    more.put(name, value);
    return new Inputs(more);
  }

  Inputs identity(Map<String, String> identity) {
    return with("requestContext", Map.of("requestId", "request-1", "authorizer", identity));
  }

  Inputs header(String name, String... values) {
    return with("multiValueHeaders", Map.of(name, List.of(values)));
  }

  Inputs query(String name, String... values) {
    return with("multiValueQueryStringParameters", Map.of(name, List.of(values)));
  }

  String json() {
    return Json.writeValue(members);
  }
}
