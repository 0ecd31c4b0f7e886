package io.doorlist.door;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LinkedCodeTest {
  @ParameterizedTest
  @CsvSource({
    "https://example.org/t/ABC123, ABC123",
    "HTTPS://EXAMPLE.ORG/T/ABC123, ABC123",
    "http://example.org/ABC123/?utm=a/b#c/d, ABC123",
    "https://example.org/t/a%2Fb%20c%09d, 'a/b c\td'",
    "https://example.org/, ''",
    "https://example.org, ''",
    "https://, ''",
    "ftp://example.org/ABC123, ''",
    "ABC/123, ''"
  })
  void lastPart_isWhatThePathEndsWith(String text, String code) {
    assertEquals(code, LinkedCode.lastPart(text).orElse(""));
  }
}
