package io.doorlist.domain.order;

import java.time.Instant;
import java.util.Objects;

/**
 * Money that a desk took from a guest, or gave back. A payment is never changed. Another payment
 * corrects a wrong one.
 *
 * @param key a random UUID, which identifies the payment for good
 * @param ticket id of the guest's ticket
 * @param amount in cents of the currency; negative if it was given back
 * @param currency by ISO 4217
 * @param at when the server received it
 * @param token id of the token
 * @param by the organiser's name for the token, or {@code null}
 */
public record Payment(
    String key, long ticket, long amount, String currency, Instant at, String token, String by) {
  /** The largest amount of one payment, in cents. */
  public static final long MAX_AMOUNT = 100_000_000;

  public Payment {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(currency, "currency");
    Objects.requireNonNull(at, "at");
    Objects.requireNonNull(token, "token");
    if (amount == 0 || Math.abs(amount) > MAX_AMOUNT) {
      throw new IllegalArgumentException("a payment of " + amount + " cents");
    }
  }
}
