package io.doorlist.exactness.simulator.evening;

import io.doorlist.json.Json;
import io.doorlist.json.MalformedJsonException;
import java.util.Map;

/**
 * The function's answer to API Gateway.
 *
 * @param tag the {@code ETag}, or {@code null}
 */
public record ProxyAnswer(int status, String tag, String body) {
  static ProxyAnswer read(byte[] output) {
    try {
      Map<String, Object> answer = Json.readObject(output);
      return new ProxyAnswer(
          ((Number) answer.get("statusCode")).intValue(),
          (String) ((Map<?, ?>) answer.get("headers")).get("ETag"),
          (String) answer.get("body"));
    } catch (MalformedJsonException e) {
      throw new IllegalStateException("the function's output is not JSON", e);
    }
  }
}
