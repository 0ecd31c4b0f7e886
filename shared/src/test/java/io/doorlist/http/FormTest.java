package io.doorlist.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.InvalidInputException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FormTest {
  @Test
  void read_decodesFields() {
    assertEquals(
        Map.of("adult", "2", "a b", "=", "é", "", "", "x"),
        form("adult=2&a+b=%3D&%C3%a9=&=x").fields());
  }

  /** 16 KB of digits overflowed the stack. */
  @Test
  void read_takesAFieldAsLongAsABodyMayBe() {
    String digits = "1".repeat(16_000);
    String escaped = "%31".repeat(16_000);

    assertEquals(Map.of("adult", digits), form("adult=" + digits).fields());
    assertEquals(Map.of(digits, digits), form(escaped + "=" + escaped).fields());
    assertEquals("body", refused(() -> form(digits)));
  }

  /** Exponents as far as numbers go: the count is refused, and no digit of it is written out. */
  @ParameterizedTest
  @ValueSource(
      strings = {"1E2147483647", "1E-2147483647", "0E2147483647", "9E999999999", "1E400", "1e9"})
  void readJson_isQuick_howeverLargeTheNumberIs(String number) {
    String digits = json("{\"tickets\":{\"adult\":" + number + "}}").fields().get("adult");

    assertTrue(digits.length() <= 10, digits);
  }

  @Test
  void read_hasNoFields_whenBodyIsEmpty() {
    assertEquals(Map.of(), form("").fields());
  }

  @Test
  void read_refuses_whenBodyIsMalformed() {
    for (String body :
        ("adult|&adult=1|adult=1&|adult=1&&child=1|adult=%|adult=%2|adult=%zz|adult=%+1|adult=%FF"
                + "|adult=%C3|adult=%ED%A0%80|%C0%AF=1|adult=é|adult= 1|adult=1\r\n|{\"adult\": 1}")
            .split("\\|")) {
      assertEquals("body", refused(() -> form(body)), body);
    }
  }

  @Test
  void read_namesTheField_whenItIsThereTwice() {
    assertEquals("adult", refused(() -> form("adult=1&adult=1")));
    assertEquals("adult", refused(() -> form("adult=1&%61dult=2")));
    assertEquals("body", refused(() -> form("%3Cb%3E=1&%3Cb%3E=1")));
  }

  @Test
  void readJson_hasTheFieldsOfTheForm() {
    assertEquals(form("adult=2&child=0"), json("{\"tickets\": {\"child\": 0, \"adult\": 2}}"));
    assertEquals(Map.of("é", "1"), json("{\"tickets\":{\"\\u00e9\":1}}").fields());
    assertEquals(Map.of(), json("{\"tickets\":{}}").fields());
    assertEquals(form("adult=2&child=10"), json("{\"tickets\":{\"adult\":2.0,\"child\":1e1}}"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "{}",
        "{\"adult\":1}",
        "{\"tickets\":[1]}",
        "{\"tickets\":{\"adult\":1},\"list\":3}",
        "{\"tickets\":{\"adult\":1,\"adult\":1}}"
      })
  void readJson_refuses_whenBodyIsMalformed(String body) {
    assertEquals("body", refused(() -> json(body)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"1.5", "1e-1", "-0.5", "\"1\"", "true", "null", "[1]", "{\"a\":1}", "1e99"})
  void readJson_takesNoCountButIntegers(String count) {
    assertEquals(Map.of("adult", ""), json("{\"tickets\":{\"adult\":" + count + "}}").fields());
  }

  @Test
  void accepts_formsAndJsonWithParametersWhateverTheCase_andNothingElse() {
    assertTrue(accepts("{}", "application/json"));
    assertTrue(accepts("{}", "Application/JSON;charset=utf-8"));
    assertTrue(accepts("a=1", "Application/X-WWW-Form-Urlencoded ; charset=UTF-8"));
    assertTrue(accepts(""));
    assertFalse(accepts("a=1"));
    assertFalse(accepts("{}", "application/json", "application/json"));
    for (String other :
        List.of("application/jsonp", "application/problem+json", "multipart/form-data", "", ";")) {
      assertFalse(accepts("a=1", other), other);
    }
  }

  /** Returns which parameter is refused. */
  private static String refused(Executable read) {
    return assertThrows(InvalidInputException.class, read).parameter();
  }

  private static Form form(String body) {
    return Form.read(body.getBytes(StandardCharsets.UTF_8));
  }

  private static Form json(String body) {
    return Form.readJson(body.getBytes(StandardCharsets.UTF_8));
  }

  private static boolean accepts(String body, String... contentTypes) {
    Headers headers = new Headers(Map.of("content-type", List.of(contentTypes)));
    return Form.accepts(headers, body.getBytes(StandardCharsets.UTF_8));
  }
}
