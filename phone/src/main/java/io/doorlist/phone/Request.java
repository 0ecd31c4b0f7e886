package io.doorlist.phone;

import java.util.Map;

/**
 * A request that the phone wants to send now.
 *
 * @param id by which its answer is given back
 * @param path below the API's address, with a slash at the beginning
 * @param headers besides those that every request has
 * @param body empty if there is none
 * @param timeoutMillis after which it has no answer
 */
public record Request(
    int id,
    String method,
    String path,
    Map<String, String> headers,
    String body,
    int timeoutMillis) {
  /** Shows no token and no code. */
  @Override
  public String toString() {
    return "Request[" + id + "]";
  }
}
