package io.doorlist.local.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
    "arn:aws:execute-api:eu-west-1:1:api/v1/GET/things/?, true",
    "arn:aws:execute-api:eu-west-1:1:api/v1/GET/things/??, false",
    "arn:aws:execute-api:*:*:api/*/GET/*, true",
    "arn:aws:execute-api:*:*:api/*/POST/*, false",
    "arn:aws:execute-api:eu-west-1:1:api/v1/get/things/7, false",
    "arn:aws:execute-api:eu-west-1:1:api/v1/GET/things, false",
    "*7*, true",
    "*8, false"
  })
  void resource_matches_withWildcards(String resource, boolean allowed) {
    assertEquals(allowed, policy(statement("Allow", "execute-api:Invoke", resource)).allows(ARN));
  }

  @ParameterizedTest
  @CsvSource({
    "execute-api:Invoke, true",
    "execute-api:invoke, true",
    "execute-api:*, true",
    "*, true",
    "execute-api:ManageConnections, false"
  })
  void action_matches_whateverItsCase(String action, boolean allowed) {
    assertEquals(allowed, policy(statement("Allow", action, "*")).allows(ARN));
  }

  @Test
  void pattern_matchesInReasonableTime_whateverItsStars() {
    assertFalse(Policy.matches("*a".repeat(50) + "b", "a".repeat(2_000)));
    assertTrue(Policy.matches("a*".repeat(50), "a".repeat(2_000)));
  }

  @Test
  void nothing_isAllowed_whenNoStatementSaysSo() {
    assertFalse(policy().allows(ARN));
    assertFalse(policy(statement("Deny", "*", "*"), statement("Allow", "*", "*")).allows(ARN));
  }

  @Test
  void statement_mayStandAlone_andHoldSinglePatterns() {
    Map<String, Map<String, Object>> document =
        Map.of(
            "Statement",
            Map.of("Effect", "Allow", "Action", List.of("*"), "Resource", List.of("*")));

    assertTrue(Policy.of(document).allows(ARN));
  }

  @Test
  void document_isRefused_whenItMayMeanMoreThanIsKnown() {
    for (Map<String, Object> statement :
        List.<Map<String, Object>>of(
            Map.of("Effect", "Allow", "Action", "*", "Resource", "*", "Condition", Map.of()),
            Map.of("Effect", "Allow", "NotAction", "*", "Resource", "*"),
            Map.of("Effect", "allow", "Action", "*", "Resource", "*"),
            Map.of("Effect", "Allow", "Resource", "*"),
            Map.of("Effect", "Allow", "Action", "*"),
            Map.of("Effect", "Allow", "Action", 1, "Resource", "*"))) {
      assertThrows(IllegalArgumentException.class, () -> policy(statement));
    }
    assertThrows(IllegalArgumentException.class, () -> Policy.of(null));
    assertThrows(IllegalArgumentException.class, () -> Policy.of(Map.of()));
  }

  private static Map<String, Object> statement(String effect, String action, String resource) {
    return Map.of("Effect", effect, "Action", action, "Resource", resource);
  }

  private static Policy policy(Object... statements) {
    return Policy.of(Map.of("Statement", List.of(statements)));
  }
}
