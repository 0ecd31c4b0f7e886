package io.doorlist.door.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DecimalTest {
  /** The second column is what {@code repr} of Python 3 says. */
  @ParameterizedTest
  @CsvSource({
    "1.0, 1.0",
    "1.50, 1.5",
    "0.0, 0.0",
    "-0.0, -0.0",
    "0.1, 0.1",
    "0.0001, 0.0001",
    "0.00001, 1e-05",
    "12345678.5, 12345678.5",
    "1e15, 1000000000000000.0",
    "1e16, 1e+16",
    "1.25e100, 1.25e+100",
    "-2.5e-7, -2.5e-07",
    "1e-10, 1e-10",
    "0.30000000000000004, 0.30000000000000004",
    "1e400, inf",
    "-1e400, -inf"
  })
  void toString_isPythons(String text, String python) {
    assertEquals(python, new Comparisons.Decimal(Decimals.parse(text)).toString());
  }

  @Test
  void shortest_meansTheSameNumber() {
    Random random = new Random(37);
    for (int i = 0; i < 100_000; i++) {
      double number = Double.longBitsToDouble(random.nextLong());
      if (Double.isFinite(number)) {
        assertEquals(number, Decimals.parse(Decimals.shortest(number)));
        assertEquals(number, Decimals.parse(new Comparisons.Decimal(number).toString()));
      }
    }
  }

  /** As {@code toExponential} of JavaScript says it. */
  @Test
  void shortest_hasTheSignOfItsExponent() {
    assertEquals("1.5e+0", Decimals.shortest(1.5));
    assertEquals("-1.25e-2", Decimals.shortest(-0.0125));
  }
}
