package io.doorlist.domain.order;

import java.time.Instant;
import java.util.Objects;

/**
 * Where an order is from that a desk added. No source has it, so no import changes it.
 *
 * @param at when the server took it
 * @param by the organiser's name for the token, or {@code null}
 * @param request digest of the request, to recognise another one with the same key
 * @param arrival where its check-ins are, or {@code null} if it was added without
 */
public record AddedAtDoor(Instant at, String by, String request, Arrival arrival) {
  public AddedAtDoor {
    Objects.requireNonNull(at, "at");
    Objects.requireNonNull(request, "request");
  }

  /**
   * The row of a list's log with the check-ins that were made together with the order.
   *
   * @param list id of the list
   * @param ordinal of the row
   */
  public record Arrival(long list, long ordinal) {}
}
