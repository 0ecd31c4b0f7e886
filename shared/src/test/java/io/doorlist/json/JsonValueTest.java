package io.doorlist.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonValueTest {
  @Test
  void text_keepsMembersInTheirOrder() {
    Map<String, JsonValue> members = new LinkedHashMap<>();
    members.put("z", JsonValue.of("a \"b\" \u0001 é"));
    members.put("a", JsonValue.array(List.of(JsonValue.of(-1), JsonValue.of(true))));
    members.put("n", JsonValue.of((String) null));

    assertEquals(
        "{\"z\":\"a \\\"b\\\" \\u0001 é\",\"a\":[-1,true],\"n\":null}",
        JsonValue.object(members).text());
  }

  @Test
  void ofUtf8_writesJsonAsText() throws Exception {
    byte[] body = "{\"name\":\"Tomás\\n😀\"}".getBytes(StandardCharsets.UTF_8);

    String text = JsonValue.object(Map.of("body", JsonValue.ofUtf8(body))).text();

    assertEquals(Map.of("body", "{\"name\":\"Tomás\\n😀\"}"), Json.readObject(text));
  }

  @Test
  void writeTo_leavesTheStreamOpen() throws Exception {
    boolean[] closed = new boolean[1];
    ByteArrayOutputStream stream =
        new ByteArrayOutputStream() {
          @Override
          public void close() {
            closed[0] = true;
          }
        };

    JsonValue.of(7).writeTo(stream);

    assertEquals("7", stream.toString(StandardCharsets.UTF_8));
    assertFalse(closed[0]);
  }

  @Test
  void text_escapesHalfASurrogatePair_soThatUtf8CarriesIt() {
    assertEquals("\"a\\uD800b 😀\"", JsonValue.of("a\ud800b 😀").text());
  }
}
