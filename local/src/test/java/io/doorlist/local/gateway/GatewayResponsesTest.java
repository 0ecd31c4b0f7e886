package io.doorlist.local.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.local.gateway.GatewayResponses.Type;
import io.doorlist.local.template.Deployment.GatewayResponseSpec;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GatewayResponsesTest {
  private static final GatewayResponses RESPONSES =
      new GatewayResponses(
          Map.of(
              "DEFAULT_4XX",
              new GatewayResponseSpec(400, Map.of(), "{\"status\":400,\"code\":\"c\"}")));

  /** Issue 21: a template can only contain response types that AWS has. */
  @ParameterizedTest
  @CsvSource({
    "BAD_REQUEST, 400",
    "REQUEST_TOO_LARGE, 400",
    "URI_TOO_LONG, 414",
    "HEADERS_TOO_LARGE, 431"
  })
  void status_isTheTemplates_butForWhatItCannotMean(Type type, int expected) {
    GatewayAnswer answer = RESPONSES.answer(type, "id");

    assertEquals(expected, answer.status());
    assertEquals(
        "{\"status\":%s,\"code\":\"c\"}".formatted(expected),
        new String(answer.body(), StandardCharsets.UTF_8));
  }
}
