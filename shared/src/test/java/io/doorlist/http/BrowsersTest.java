package io.doorlist.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The headers for browsers. */
class BrowsersTest extends HandlerFixture {
  @Test
  void handle_letsBrowsersReadAnswersAndProblems_ifTheirOriginIsAllowed() throws Exception {
    Inputs allowed = Inputs.of("GET", THINGS).header("Origin", "https://door.example");

    for (Answer answer : List.of(handle(allowed), handle(allowed.identity(Map.of())))) {
      assertEquals("https://door.example", answer.headers().get("Access-Control-Allow-Origin"));
      assertEquals(
          "Link, X-Request-Id, Retry-After, ETag",
          answer.headers().get("Access-Control-Expose-Headers"));
      assertEquals(
          answer.status() == 200 ? "Origin" : "Accept-Language, Origin",
          answer.headers().get("Vary"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"https://evil.example", "https://door.example.evil.example", "null", "*"})
  void handle_tellsBrowsersNothing_ifTheirOriginIsNotAllowed(String origin) throws Exception {
    Answer answer = handle(Inputs.of("GET", THINGS).header("Origin", origin));

    assertEquals(handle(Inputs.of("GET", THINGS)), answer);
  }
}
