package io.doorlist.local.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicyTest {
  private static final String ARN = "arn:aws:execute-api:eu-west-1:1:api/v1/GET/things/7";

  @ParameterizedTest
  @CsvSource({
    "*, true",
    "arn:aws:execute-api:eu-west-1:1:api/v1/GET/things/7, true",
    "arn:aws:execute-api:*:*:api/*/GET/*, true",
    "arn:aws:execute-api:*:*:api/*/POST/*, false",
    "arn:aws:execute-api:eu-west-1:1:api/v1/get/things/7, false",
    "arn:aws:execute-api:eu-west-1:1:api/v1/GET/things, false",
    "*7*, true",
    "*8, false"
  })
  void resource_matches_withWildcards(String resource, boolean allowed) {
    assertEquals(allowed, policy(statement("Allow", resource)).allows(ARN));
  }

  @Test
  void nothing_isAllowed_whenNoStatementSaysSo() {
    assertFalse(policy().allows(ARN));
    assertFalse(policy(statement("Deny", "*"), statement("Allow", "*")).allows(ARN));
  }

  @Test
  void document_isRefused_whenItMayMeanMoreThanIsKnown() {
    for (Map<String, Object> statement :
        List.<Map<String, Object>>of(
            Map.of(
                "Effect", "Allow", "Action", "execute-api:Invoke", "Resource", "*", "Condition", 1),
            Map.of("Effect", "Allow", "NotAction", "*", "Resource", "*"),
            Map.of("Effect", "Allow", "Action", "execute-api:*", "Resource", "*"),
            Map.of("Effect", "Allow", "Action", "execute-api:Invoke", "Resource", 1))) {
      assertThrows(IllegalArgumentException.class, () -> policy(statement));
    }
    assertThrows(IllegalArgumentException.class, () -> Policy.of(null));
  }

  private static Map<String, Object> statement(String effect, String resource) {
    return Map.of("Effect", effect, "Action", "execute-api:Invoke", "Resource", resource);
  }

  private static Policy policy(Object... statements) {
    return Policy.of(Map.of("Statement", List.of(statements)));
  }
}
