package io.doorlist.domain.order;

import java.time.Instant;
import java.util.Objects;

/**
 * Says that a desk added an order, when and how. The order comes from no source (a shop or a guest
 * list), so no import changes it.
 *
 * @param at when the server took it
 * @param by the organiser's name for the token, or {@code null}
 * @param request digest of the request; a different request with the same key is recognised by it
 * @param arrival where the order's check-ins are, or {@code null} if it was added without check-ins
 */
public record AddedAtDoor(Instant at, String by, String request, Arrival arrival) {
  public AddedAtDoor {
    Objects.requireNonNull(at, "at");
    Objects.requireNonNull(request, "request");
  }

  /**
   * The row in the log of a list that has the check-ins made together with the order.
   *
   * @param list id of the list
   * @param ordinal of the row
   */
  public record Arrival(long list, long ordinal) {}
}
