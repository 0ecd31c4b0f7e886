package io.doorlist.phone;

import java.util.List;
import java.util.Map;

/**
 * What the service answered to an {@link Upload}, scan by scan.
 *
 * @param status of the request; 0 if there was no answer
 * @param body of the answer; empty if there is none
 */
record UploadAnswer(int status, Map<?, ?> body, long retryAfterSeconds, int scans) {
  private List<?> results() {
    return Json.list(body.get("results"));
  }

  /** Returns whether each scan has a result of its own. */
  private boolean each() {
    return status == 200 && results().size() == scans;
  }

  /**
   * Returns whether the service could not read the request, so that each scan must be sent alone.
   */
  boolean unread() {
    return scans > 1 && (status == 400 || status == 413 || status == 415);
  }

  /** Returns the answer to one scan, by its place in the request. */
  Answer of(int place) {
    if (!each()) {
      return new Answer(status == 200 ? 0 : status, body, true);
    }
    Map<?, ?> result = Json.object(results().get(place));
    Map<?, ?> about = result;
    for (String member : List.of("checkin", "exit", "order", "problem")) {
      about = result.get(member) instanceof Map<?, ?> inner ? inner : about;
    }
    return new Answer((int) Json.number(result.get("status")), about, false);
  }

  long retryAfterSeconds(int place) {
    return each()
        ? Json.number(Json.object(results().get(place)).get("retry_after"))
        : retryAfterSeconds;
  }
}
