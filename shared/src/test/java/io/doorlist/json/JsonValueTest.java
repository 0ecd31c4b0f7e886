package io.doorlist.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class JsonValueTest {
  @Test
  void text_keepsMembersInTheirOrder() {
    JsonValue value =
        JsonValue.object(
            json ->
                json.put("z", "a \"b\" \u0001 é")
                    .put("a", JsonValue.array(List.of(JsonValue.of(-1), JsonValue.of(true))))
                    .put("n", (String) null)
                    .put("i", (Number) null)
                    .put("at", Instant.parse("2026-09-14T17:03:20.900Z"))
                    .putMilliseconds("ms", Instant.parse("2026-09-14T17:03:20Z"))
                    .putObject("o", (Object) null, (object, none) -> object.put("x", 1)));

    assertEquals(
        "{\"z\":\"a \\\"b\\\" \\u0001 é\",\"a\":[-1,true],\"n\":null,\"i\":null,"
            + "\"at\":\"2026-09-14T17:03:20.900Z\",\"ms\":\"2026-09-14T17:03:20.000Z\",\"o\":null}",
        value.text());
  }

  @Test
  void ofUtf8_writesJsonAsText() {
    byte[] body = "{\"name\":\"Tomás\\n😀\"}".getBytes(StandardCharsets.UTF_8);

    assertEquals("\"{\\\"name\\\":\\\"Tomás\\\\n😀\\\"}\"", JsonValue.ofUtf8(body).text());
  }

  @Test
  void text_escapesHalfASurrogatePair_soThatUtf8CarriesIt() {
    assertEquals("\"a\\uD800b 😀\"", JsonValue.of("a\ud800b 😀").text());
  }
}
