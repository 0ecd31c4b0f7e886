package io.doorlist.domain.order;

import java.time.Instant;
import java.util.Objects;

/**
 * A change that staff made to one value of a guest.
 *
 * @param was the value of the source that it replaces; {@code null} if the source has none, or if
 *     the correction is not in force
 * @param at when the server received it
 * @param by the organiser's name for the token, or {@code null}
 * @param inForce whether it replaces the source's value; otherwise it only records who changed the
 *     value, and when
 */
public record Correction(GuestField field, String was, Instant at, String by, boolean inForce) {
  public Correction {
    Objects.requireNonNull(field, "field");
    Objects.requireNonNull(at, "at");
    if (!inForce) {
      was = null;
    }
  }

  Correction past() {
    return new Correction(field, null, at, by, false);
  }
}
