package io.doorlist.table;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A value of a type that our items never have, so somebody else wrote it. It is kept as it is.
 *
 * @param type as DynamoDB names it: N for a number that is no {@code long}, NULL, SS, NS or BS
 * @param value the digits of a number, {@code true} for NULL, or the elements of a set in ascending
 *     order, each once
 */
public record Opaque(String type, Object value) {
  public static final Opaque NULL = new Opaque("NULL", true);

  /** Returns a set. Its elements are texts, numbers as digits, or {@link Bytes}. */
  public static Opaque set(String type, Stream<?> elements) {
    Comparator<Object> order =
        switch (type) {
          case "NS" -> Comparator.comparing(each -> new BigDecimal((String) each));
          case "SS" -> Comparator.comparing(String.class::cast);
          default -> (one, other) -> Arrays.compare(((Bytes) one).array(), ((Bytes) other).array());
        };
    Function<Object, Object> plain =
        type.equals("NS") ? each -> digits(new BigDecimal((String) each)) : each -> each;
    return new Opaque(type, elements.map(plain).sorted(order).toList());
  }

  /**
   * Returns the number that these digits spell: a {@code long} if it fits, otherwise an opaque
   * value.
   */
  public static Object ofDigits(String digits) {
    return ofNumber(new BigDecimal(digits));
  }

  /**
   * Returns a number as attributes keep it: a {@code long} if it fits, otherwise an opaque value.
   */
  static Object ofNumber(BigDecimal number) {
    try {
      return number.longValueExact();
    } catch (ArithmeticException e) {
      return new Opaque("N", digits(number));
    }
  }

  /** Returns the value of an attribute as a number; empty if it is not one. */
  static Optional<BigDecimal> number(Object value) {
    return switch (value) {
      case Long number -> Optional.of(BigDecimal.valueOf(number));
      case Opaque opaque ->
          opaque.type.equals("N")
              ? Optional.of(new BigDecimal((String) opaque.value))
              : Optional.empty();
      case null -> Optional.empty();
      default -> Optional.empty();
    };
  }

  /** Returns whether this is a set that contains the element. */
  boolean contains(Object element) {
    return type.equals("NS")
        ? number(element).map(Opaque::digits).filter(elements()::contains).isPresent()
        : elements().contains(element);
  }

  private static String digits(BigDecimal number) {
    return number.stripTrailingZeros().toPlainString();
  }

  /** Returns the elements of a set; none if this is no set. */
  public List<?> elements() {
    return value instanceof List<?> set ? set : List.of();
  }
}
