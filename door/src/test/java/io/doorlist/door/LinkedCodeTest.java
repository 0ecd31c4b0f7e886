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

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "https://lu.example/check-in/evt-1?pk=g-2 | g-2,evt-1",
        "https://x.example/?code=A%2F1+b&utm=c | A/1 b",
        "https://x.example/t?xcode=A&codes=B#code=C | t",
        "https://x.example/t?code | t",
        "https://x.example/t?code=A&code=B | A,t",
        "https://x.example/?event_qr_code=1&ticket_id=38&event_id=37&security_code=bb2&path=wp%2Fqr"
            + " | event_qr_code=1&ticket_id=38&security_code=bb2",
        "https://x.example/q?event_qr_code=1&ticket_id=38 | q",
        "code=A | ''"
      })
  void parts_areWhatAnAddressCarries(String text, String parts) {
    assertEquals(parts, String.join(",", LinkedCode.parts(text)));
  }
}
