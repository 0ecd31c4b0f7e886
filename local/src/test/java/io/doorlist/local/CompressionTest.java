package io.doorlist.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The test template compresses bodies of 2,000 bytes and more. */
class CompressionTest extends HostFixture {
  private static final String LONG = "door ".repeat(400);

  private static String output(String body) {
    return "{\"statusCode\": 200, \"headers\": {\"ETag\": \"W/a\", \"Vary\": \"Origin\"}, \"body\": \""
        + body
        + "\"}";
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "br, GZIP;q=0.5", "deflate, gzip, *"})
  void body_isCompressed_whenClientAsksForIt(String accepted) throws IOException {
    HttpExchange answer = host.reply(output(LONG), "Accept-Encoding: " + accepted);

    assertEquals("gzip", answer.header("Content-Encoding"));
    assertEquals("W/a", answer.header("ETag"));
    assertTrue(answer.bytes().length < 200);
    assertEquals(Integer.toString(answer.bytes().length), answer.header("Content-Length"));
    try (GZIPInputStream plain = new GZIPInputStream(new ByteArrayInputStream(answer.bytes()))) {
      assertEquals(LONG, new String(plain.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"identity", "gzip;q=0", "gzip; q=0.000", "br", "gzipx", "x-gzip2"})
  void body_isPlain_whenClientDoesNotTakeGzip(String accepted) {
    HttpExchange answer = host.reply(output(LONG), "Accept-Encoding: " + accepted);

    assertNull(answer.header("Content-Encoding"));
    assertEquals(LONG, answer.body());
  }

  @Test
  void body_isPlain_whenItIsShort() {
    HttpExchange answer = host.reply(output("short"), "Accept-Encoding: gzip");

    assertNull(answer.header("Content-Encoding"));
    assertEquals("short", answer.body());
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "identity"})
  void answer_variesByEncoding_whetherOrNotItIsCompressed(String accepted) {
    HttpExchange answer = host.reply(output(LONG), "Accept-Encoding: " + accepted);

    assertEquals("Origin, Accept-Encoding", answer.header("Vary"));
    assertNull(host.reply("{\"statusCode\": 200, \"body\": \"a\"}").header("Vary"));
  }
}
