package io.doorlist.phone;

import java.util.Map;

/**
 * A request that the phone wants to send now.
 *
 * @param id to give back with the answer
 * @param path below the API's address, with a slash at the beginning
 * @param headers besides the headers that every request has
 * @param body empty if there is none
 * @param timeoutMillis after this time the request counts as unanswered
 */
public record Request(
    int id,
    String method,
    String path,
    Map<String, String> headers,
    String body,
    int timeoutMillis) {
  /** Leaves token and code out, so that no log has them. */
  @Override
  public String toString() {
    return "Request[" + id + "]";
  }
}
