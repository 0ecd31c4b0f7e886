package io.doorlist.table;

import java.math.BigDecimal;
import java.util.Optional;

/**
 * Numbers of items: those of ours are {@code long}, and DynamoDB has longer ones, with fractions.
 */
final class Numbers {
  private Numbers() {}

  /** Returns the number that a value is; empty if it is none. */
  static Optional<BigDecimal> read(Object value) {
    return switch (value) {
      case Long number -> Optional.of(BigDecimal.valueOf(number));
      case Opaque opaque -> opaque.number();
      case null -> Optional.empty();
      default -> Optional.empty();
    };
  }

  /** Returns a number as attributes hold it. */
  static Object value(BigDecimal number) {
    try {
      return number.longValueExact();
    } catch (ArithmeticException e) {
      return new Opaque("N", number.stripTrailingZeros().toPlainString());
    }
  }
}
