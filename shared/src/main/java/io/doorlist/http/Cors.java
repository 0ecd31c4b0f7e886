package io.doorlist.http;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What browsers of other origins may do: whatever the API does, if their origin is allowed, and
 * nothing if not.
 */
final class Cors {
  private final List<String> allowedOrigins;

  Cors(List<String> allowedOrigins) {
    this.allowedOrigins = List.copyOf(allowedOrigins);
  }

  /** Returns the headers of an answer. */
  Map<String, String> answer(Request request) {
    return origin(request)
        .map(
            origin ->
                Map.of(
                    "Access-Control-Allow-Origin", origin,
                    "Access-Control-Expose-Headers", "Link, X-Request-Id, Retry-After, ETag",
                    "Vary", "Origin"))
        .orElse(Map.of());
  }

  /** Returns the headers of the answer to a browser that asks first. */
  Map<String, String> preflight(Request request, String methods) {
    return origin(request)
        .map(
            origin ->
                Map.of(
                    "Access-Control-Allow-Origin", origin,
                    "Access-Control-Allow-Methods", methods,
                    "Access-Control-Allow-Headers",
                        "Authorization, Content-Type, Idempotency-Key, If-None-Match",
                    "Access-Control-Max-Age", "7200",
                    "Vary", "Origin"))
        .orElse(Map.of());
  }

  private Optional<String> origin(Request request) {
    return request.headers().single(Headers.ORIGIN).filter(allowedOrigins::contains);
  }
}
