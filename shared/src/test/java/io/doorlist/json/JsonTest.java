package io.doorlist.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {
  @Test
  void readObject_keepsOrderTypesAndDigits() throws Exception {
    Map<String, Object> object =
        Json.readObject(
            """
            {"z": "text", "a": 1, "big": 12345678901234567890, "price": 10.50, "small": 1e-7,
             "yes": true, "no": false, "nothing": null, "list": [1, "two", []], "inner": {"b": {}}}
            """);

    Map<String, Object> expected = new LinkedHashMap<>();
    expected.put("z", "text");
    expected.put("a", 1L);
    expected.put("big", new BigInteger("12345678901234567890"));
    expected.put("price", new BigDecimal("10.50"));
    expected.put("small", new BigDecimal("1E-7"));
    expected.put("yes", true);
    expected.put("no", false);
    expected.put("nothing", null);
    expected.put("list", List.of(1L, "two", List.of()));
    expected.put("inner", Map.of("b", Map.of()));
    assertEquals(expected, object);
    assertEquals(new ArrayList<>(expected.keySet()), new ArrayList<>(object.keySet()));
  }

  @Test
  void readObject_namesPlaceAndReason_whenMemberIsTwice() {
    MalformedJsonException exception =
        assertThrows(
            MalformedJsonException.class,
            () -> Json.readObject("{\"a\": 1,\n  \"secret\": 2, \"secret\": 3}"));

    assertEquals("has a member twice", exception.reason());
    assertEquals("line 2, column 26: has a member twice", exception.getMessage());
  }

  @Test
  void readObject_refusesWithoutRepeatingIt_whenTextIsNotOneObject() {
    String texts =
        """
        | |null|[]|"secret"|{|{"secret"|{"secret":}|{"secret":secret}|{"a":01}|{"a":+1}|{"a":NaN}
        |{"a":.5}|{"a":1,}|{"a":[1,]}|{'secret':1}|{secret:1}|{"a":"\\x"}|{"a":"line
        break"}|{} {}|{} secret|{}]|{/* secret */}|{"a":{"secret":1,"secret":1}}|{"a":"\\ud800"}
        |{"a":"\\udc00\\ud800"}|{"\\ud83d":1}""";

    for (String text : texts.split("\\|")) {
      MalformedJsonException exception =
          assertThrows(MalformedJsonException.class, () -> Json.readObject(text), text);
      assertFalse(exception.getMessage().contains("secret"), exception.getMessage());
      assertNull(exception.getCause());
      assertTrue(exception.column() > 0, exception.getMessage());
    }
  }

  @Test
  void readObject_refuses_whenNestedTooDeeply() throws Exception {
    Json.readObject("{\"a\":" + "[".repeat(63) + "]".repeat(63) + "}");

    MalformedJsonException exception =
        assertThrows(
            MalformedJsonException.class,
            () -> Json.readObject("{\"a\":" + "[".repeat(64) + "]".repeat(64) + "}"));

    assertEquals("is nested too deeply or too long", exception.reason());
  }

  @Test
  void readObject_refuses_whenBytesAreNotUtf8() {
    byte[] latin1 = "{\"a\":\"Tomás\"}".getBytes(StandardCharsets.ISO_8859_1);
    byte[] utf16 = "{\"a\":1}".getBytes(StandardCharsets.UTF_16);

    assertThrows(MalformedJsonException.class, () -> Json.readObject(latin1));
    assertThrows(MalformedJsonException.class, () -> Json.readObject(utf16));
  }

  @Test
  void writeValue_writesWhatReadObjectReads() throws Exception {
    String text =
        "{\"z\":\"\\\"\\\\\\n\",\"a\":[1,2.50,1E+400,-7,12345678901234567890],\"b\":{},"
            + "\"c\":null,\"d\":true,\"e\":\"Tomás 😀\"}";

    assertEquals(text, Json.writeValue(Json.readObject(text)));
  }

  @Test
  void writeValue_writesPlainValues() {
    assertEquals("\"a\"", Json.writeValue("a"));
    assertEquals("[1,null,false]", Json.writeValue(Arrays.asList(1, null, false)));
    assertEquals("null", Json.writeValue(null));
    assertEquals("{\"a\":[7]}", Json.writeValue(Map.of("a", List.of(JsonValue.of(7)))));
  }

  @Test
  void writeValue_refuses_whenJsonHasNoSuchThing() {
    assertThrows(IllegalArgumentException.class, () -> Json.writeValue(new Object()));
    assertThrows(IllegalArgumentException.class, () -> Json.writeValue(Map.of("a", new Object())));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "null", "[{\"a\": 1}]", "\"a\""})
  void readInput_hasNoMembers_whenItIsNoObject(String input) throws Exception {
    assertEquals(Map.of(), Json.readInput(stream(input)));
  }

  @Test
  void readInput_throws_whenItIsCutOff() {
    assertThrows(IOException.class, () -> Json.readInput(stream("{\"a\": {\"b\": 1")));
  }

  @Test
  void text_givesScalarsAsText_andNothingOfTheRest() throws Exception {
    Map<?, ?> input =
        Json.readInput(stream("{\"in\": [\"a\", 12.50, true, null, {\"a\": 1}, []]}"));

    assertEquals(
        Arrays.asList("a", "12.50", "true", null, null, null),
        Json.elements(input.get("in")).stream().map(Json::text).toList());
    assertEquals(List.of(), Json.elements(Json.members(input.get("in")).get("none")));
  }

  private static InputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }
}
