package io.doorlist.http;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What browsers may read from other origins: every answer if the origin is allowed, otherwise none.
 * The gateway answers their preflights by itself (ADR 0001).
 */
final class Cors {
  private final List<String> allowedOrigins;

  Cors(List<String> allowedOrigins) {
    this.allowedOrigins = List.copyOf(allowedOrigins);
  }

  /** Returns the CORS headers of an answer. */
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

  private Optional<String> origin(Request request) {
    return request.headers().single(Headers.ORIGIN).filter(allowedOrigins::contains);
  }
}
