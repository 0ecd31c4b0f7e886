package io.doorlist.local.gateway;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The policy in an authorizer's answer. It says by patterns of ARNs which methods may be called. A
 * Deny beats every Allow, and what is not allowed is denied.
 */
record Policy(List<Pattern> allowed, List<Pattern> denied) {
  private static final Set<String> MEMBERS = Set.of("Effect", "Action", "Resource");

  /**
   * Returns the policy in a document.
   *
   * @throws IllegalArgumentException if it is not a policy, or if it contains anything that this
   *     host does not know. Ignoring a condition could allow what it forbids
   */
  static Policy of(Object document) {
    Policy policy = new Policy(new ArrayList<>(), new ArrayList<>());
    if (!(document instanceof Map<?, ?> map && map.get("Statement") instanceof List<?> all)) {
      throw new IllegalArgumentException("the policy has no statements");
    }
    for (Object each : all) {
      if (!(each instanceof Map<?, ?> statement)
          || !statement.keySet().equals(MEMBERS)
          || !"execute-api:Invoke".equals(statement.get("Action"))
          || !(statement.get("Resource") instanceof String resource)) {
        throw new IllegalArgumentException("a policy statement is not known here");
      }
      boolean allows = "Allow".equals(statement.get("Effect"));
      (allows ? policy.allowed : policy.denied).add(pattern(resource));
    }
    return policy;
  }

  private static Pattern pattern(String resource) {
    return Pattern.compile(
        Arrays.stream(resource.split("\\*", -1))
            .map(Pattern::quote)
            .collect(Collectors.joining(".*")));
  }

  boolean allows(String methodArn) {
    return matches(allowed, methodArn) && !matches(denied, methodArn);
  }

  private static boolean matches(List<Pattern> patterns, String methodArn) {
    return patterns.stream().anyMatch(each -> each.matcher(methodArn).matches());
  }
}
