package io.doorlist.phone;

/**
 * An answer to a request.
 *
 * @param date the header {@code Date}, in epoch milliseconds; 0 if there is none
 * @param etag the header {@code ETag}; empty if there is none
 * @param retryAfterSeconds the header {@code Retry-After}; 0 if there is none
 * @param requestId the header {@code X-Request-Id}; empty if there is none
 */
public record Response(
    int status, String body, long date, String etag, long retryAfterSeconds, String requestId) {
  /** Leaves names and codes out, so that no log has them. */
  @Override
  public String toString() {
    return "Response[" + status + "]";
  }
}
