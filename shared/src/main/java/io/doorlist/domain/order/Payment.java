package io.doorlist.domain.order;

import java.time.Instant;
import java.util.Objects;

/**
 * Money that a desk took from a guest, or gave back. It stays for good: what was wrong is put right
 * by another payment.
 *
 * @param key a random UUID, which names the payment for ever
 * @param ticket id of the guest's ticket
 * @param amount in cents of the currency; below 0 if it was given back
 * @param currency by ISO 4217
 * @param at when the server took it
 * @param token id of the token
 * @param by the organiser's name for the token, or {@code null}
 */
public record Payment(
    String key, long ticket, long amount, String currency, Instant at, String token, String by) {
  /** The most that one payment can be, in cents. */
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
