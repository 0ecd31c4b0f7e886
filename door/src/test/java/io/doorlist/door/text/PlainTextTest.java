package io.doorlist.door.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class PlainTextTest {
  @Test
  void blanksAndDigits_areThoseOfJava() {
    for (char each = 0; each < Character.MAX_VALUE; each++) {
      assertEquals(Character.isWhitespace(each), PlainText.isBlank(each), "" + (int) each);
      int digit = each < 128 ? Character.digit(each, 16) : -1;
      assertEquals(digit, PlainText.hexDigit(each), "" + (int) each);
    }
    assertEquals("a  b", PlainText.stripped("\u3000 a  b\t\n"));
    assertEquals("https", PlainText.lowerCase("HttPs"));
  }
}
