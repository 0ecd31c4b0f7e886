package io.doorlist.door.rules;

/**
 * A number that a rule writes with a point or an exponent. {@code Double} would do, but for how it
 * is written as text: see {@link Decimals}.
 */
final class Decimal extends Number {
  private static final long serialVersionUID = 1L;

  /** Python writes exponents from here on. */
  private static final int LARGE = 16;

  private static final int SMALL = -4;

  private final double value;

  Decimal(double value) {
    this.value = value;
  }

  @Override
  public int intValue() {
    return (int) value;
  }

  @Override
  public long longValue() {
    return (long) value;
  }

  @Override
  public float floatValue() {
    return (float) value;
  }

  @Override
  public double doubleValue() {
    return value;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Decimal decimal && value == decimal.value;
  }

  @Override
  public int hashCode() {
    return Long.hashCode((long) value);
  }

  /** Returns it as Python writes it. */
  @Override
  public String toString() {
    if (Double.isInfinite(value)) {
      return value < 0 ? "-inf" : "inf";
    }
    String shortest = Decimals.shortest(Math.abs(value));
    int split = shortest.indexOf('e');
    int exponent = Integer.parseInt(shortest.substring(split + 1));
    String sign = 1 / value < 0 ? "-" : "";
    if (exponent < SMALL || exponent >= LARGE) {
      String size = (Math.abs(exponent) < 10 ? "0" : "") + Math.abs(exponent);
      return sign + shortest.substring(0, split) + (exponent < 0 ? "e-" : "e+") + size;
    }
    String digits = shortest.substring(0, split).replace(".", "");
    if (exponent < 0) {
      return sign + "0." + "0".repeat(-exponent - 1) + digits;
    }
    digits += "0".repeat(Math.max(0, exponent + 2 - digits.length()));
    return sign + digits.substring(0, exponent + 1) + "." + digits.substring(exponent + 1);
  }
}
