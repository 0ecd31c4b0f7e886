package io.doorlist.phone;

/**
 * An answer to a request.
 *
 * @param date its {@code Date}, in epoch milliseconds; 0 if it has none
 * @param etag empty if it has none
 * @param retryAfterSeconds 0 if it does not say
 * @param requestId its {@code X-Request-Id}; empty if it has none
 */
public record Response(
    int status, String body, long date, String etag, long retryAfterSeconds, String requestId) {
  /** Leaves names and codes out, so that no log has them. */
  @Override
  public String toString() {
    return "Response[" + status + "]";
  }
}
