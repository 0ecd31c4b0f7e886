package io.doorlist.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.local.TestHost.FakeTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenAuthorizerTest {
  @TempDir private Path directory;

  private final FakeTime time = new FakeTime();
  private TestHost host;

  @BeforeEach
  void start() {
    host = start("60");
  }

  private TestHost start(String cacheSeconds) {
    return TestHost.start(
        directory, Map.of("CacheSeconds", cacheSeconds), Duration.ofSeconds(29), time);
  }

  @AfterEach
  void stop() {
    host.close();
  }

  @Test
  void function_getsTheIdentity_asStrings() {
    Map<?, ?> authorizer = context(host.send("GET /things", "Authorization: Bearer allow"));

    assertEquals("me", authorizer.get("principalId"));
    assertEquals("1", authorizer.get("calls"));
    assertEquals("true", authorizer.get("flag"));
    assertTrue(authorizer.get("integrationLatency") instanceof Integer);
    assertEquals(4, authorizer.size());
  }

  @Test
  void function_getsNoIdentity_whenRouteIsOpen() {
    Map<?, ?> input = host.send("GET /open/echo", "Authorization: Bearer deny").json();

    assertNull(((Map<?, ?>) input.get("requestContext")).get("authorizer"));
  }

  @Test
  void request_isUnauthorized_whenTokenIsMissingOrDoesNotMatch_orThereAreTwo() {
    for (String header :
        List.of(
            "X: y",
            "Authorization:",
            "Authorization: allow",
            "Authorization: Bearer",
            "Authorization: Bearer allow\r\nAuthorization: Bearer allow")) {
      assertRefused(401, header);
    }

    assertEquals("1", calls("Bearer allow"));
  }

  @Test
  void request_fails_whenFunctionFailsOrSaysNothingUseful() {
    for (String token : List.of("fail", "malformed", "nobody", "condition")) {
      HttpExchange answer = host.send("GET /things", "Authorization: Bearer " + token);

      assertEquals(500, answer.status(), token);
      assertEquals("server", answer.json().get("code"), token);
    }
  }

  @Test
  void request_isDenied_whenPolicyDenies() {
    assertRefused(403, "Authorization: Bearer deny");
  }

  @Test
  void refusal_isNotKept_asTheTokenMayBeThereNext() {
    assertRefused(403, "Authorization: Bearer late");

    assertEquals(200, host.send("GET /things", "Authorization: Bearer late").status());
  }

  @Test
  void policy_isEvaluatedForEachRequest_whileItIsKept() {
    String token = "Authorization: Bearer only-this";

    assertEquals(200, host.send("GET /things/7", token).status());
    assertEquals(403, host.send("GET /things/8", token).status());
    assertEquals(200, host.send("GET /things/7", token).status());
  }

  @Test
  void answer_isKept_untilItsTimeIsOver() {
    assertEquals("1", calls("Bearer allow"));
    time.advance(Duration.ofSeconds(59));
    assertEquals("1", calls("Bearer allow"));
    assertEquals("2", calls("Bearer allow-other"));

    time.advance(Duration.ofSeconds(1));

    assertEquals("3", calls("Bearer allow"));
    assertEquals("3", calls("Bearer allow"));
  }

  @Test
  void answer_isNotKept_whenTheTemplateSaysZero() {
    host.close();
    host = start("0");

    assertEquals("1", calls("Bearer allow"));
    assertEquals("2", calls("Bearer allow"));
  }

  private Object calls(String token) {
    return context(host.send("GET /things", "Authorization: " + token)).get("calls");
  }

  private static Map<?, ?> context(HttpExchange answer) {
    return (Map<?, ?>) ((Map<?, ?>) answer.json().get("requestContext")).get("authorizer");
  }

  private void assertRefused(int status, String header) {
    HttpExchange answer = host.send("GET /things", header);

    assertEquals(status, answer.status());
    assertEquals(answer.header("x-amzn-RequestId"), answer.json().get("id"));
  }
}
