package io.doorlist.domain.order;

import java.util.Objects;

/**
 * An amount of money.
 *
 * @param currency by ISO 4217
 */
public record Amount(long cents, String currency) {
  public Amount {
    Objects.requireNonNull(currency, "currency");
  }
}
