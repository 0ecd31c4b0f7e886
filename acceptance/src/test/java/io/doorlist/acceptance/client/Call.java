package io.doorlist.acceptance.client;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One request, to be sent by {@link Client}.
 *
 * @param path as it is sent, with the query, percent-encoded; the base URL comes before it
 */
public record Call(String method, String path, Map<String, String> headers, byte[] body) {
  private static final String FORM = "application/x-www-form-urlencoded";

  public static Call get(String path) {
    return of("GET", path);
  }

  public static Call post(String path) {
    return of("POST", path);
  }

  public static Call of(String method, String path) {
    return new Call(method, path, Map.of(), new byte[0]);
  }

  /** Returns this request with a bearer token; with none if that is {@code null}. */
  public Call by(String token) {
    return token == null ? this : header("Authorization", "Bearer " + token);
  }

  public Call header(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return new Call(method, path, more, body);
  }

  /** Returns this request with an {@code Idempotency-Key}. */
  public Call key(String key) {
    return header("Idempotency-Key", key);
  }

  /** Returns this request with a form as its body, already encoded. */
  public Call form(String form) {
    return body(FORM, form);
  }

  public Call body(String type, String text) {
    return new Call(method, path, headers, text.getBytes(StandardCharsets.UTF_8))
        .header("Content-Type", type);
  }

  /** Returns this request with more query parameters, already encoded. */
  public Call query(String query) {
    return new Call(method, path + (path.contains("?") ? "&" : "?") + query, headers, body);
  }

  /** Returns the same request with another method. */
  public Call as(String otherMethod) {
    return new Call(otherMethod, path, headers, body);
  }

  /** Returns whether it can be sent twice and does nothing twice. */
  boolean isRepeatable() {
    return method.equals("GET") || method.equals("HEAD") || headers.containsKey("Idempotency-Key");
  }

  @Override
  public String toString() {
    return method + " " + path;
  }
}
