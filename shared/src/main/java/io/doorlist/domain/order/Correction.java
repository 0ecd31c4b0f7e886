package io.doorlist.domain.order;

import java.time.Instant;
import java.util.Objects;

/**
 * A change that staff made of one value of a guest.
 *
 * @param was what the source says instead; {@code null} for nothing, or if it is not in force
 * @param at when the server took it
 * @param by the organiser's name for the token, or {@code null}
 * @param inForce whether it replaces what the source says; otherwise only who made it is known
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
