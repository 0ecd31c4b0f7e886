package io.doorlist.local.gateway;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The policy in an authorizer's answer: what may be called. A Deny beats every Allow, and what is
 * not allowed is denied.
 */
record Policy(List<Statement> statements) {
  private static final String INVOKE = "execute-api:invoke";

  Policy {
    statements = List.copyOf(statements);
  }

  /**
   * One statement.
   *
   * @param resources patterns of method ARNs, with the wildcards {@code *} and {@code ?}
   */
  record Statement(boolean allow, List<String> actions, List<String> resources) {
    private boolean covers(String methodArn) {
      return actions.stream().anyMatch(each -> matches(each.toLowerCase(Locale.ROOT), INVOKE))
          && resources.stream().anyMatch(each -> matches(each, methodArn));
    }
  }

  /**
   * Returns the policy in a document.
   *
   * @throws IllegalArgumentException if it is not one, or has members that this host does not know:
   *     ignoring a condition could allow what it forbids
   */
  static Policy of(Object document) {
    if (!(document instanceof Map<?, ?> map)) {
      throw new IllegalArgumentException("policyDocument is missing");
    }
    Object written = map.get("Statement");
    ArrayList<Policy.Statement> statements = new ArrayList<>();
    for (Object each : written instanceof List<?> list ? list : List.of(orEmpty(written))) {
      if (!(each instanceof Map<?, ?> statement)) {
        throw new IllegalArgumentException("a policy statement is not an object");
      }
      for (Object member : statement.keySet()) {
        if (!List.of("Sid", "Effect", "Action", "Resource").contains(member)) {
          throw new IllegalArgumentException("a policy statement has an unknown member");
        }
      }
      Object effect = statement.get("Effect");
      if (!"Allow".equals(effect) && !"Deny".equals(effect)) {
        throw new IllegalArgumentException("a policy statement has no Effect");
      }
      statements.add(
          new Statement(
              effect.equals("Allow"),
              patterns(statement.get("Action")),
              patterns(statement.get("Resource"))));
    }
    return new Policy(statements);
  }

  private static Object orEmpty(Object value) {
    return value == null ? "" : value;
  }

  private static List<String> patterns(Object written) {
    ArrayList<String> patterns = new ArrayList<>();
    for (Object each : written instanceof List<?> list ? list : List.of(orEmpty(written))) {
      if (!(each instanceof String pattern) || pattern.isEmpty()) {
        throw new IllegalArgumentException("a policy statement has no Action or Resource");
      }
      patterns.add(pattern);
    }
    return patterns;
  }

  /** Returns whether it allows anything at all. */
  boolean allowsSomething() {
    return statements.stream().anyMatch(Statement::allow);
  }

  boolean allows(String methodArn) {
    boolean allowed = false;
    for (Statement statement : statements) {
      if (statement.covers(methodArn)) {
        if (!statement.allow()) {
          return false;
        }
        allowed = true;
      }
    }
    return allowed;
  }

  /** Matches in linear space and without recursion: on a mismatch only the last star is widened. */
  static boolean matches(String pattern, String text) {
    int p = 0;
    int star = -1;
    int starText = 0;
    for (int t = 0; t < text.length(); ) {
      if (p < pattern.length() && pattern.charAt(p) == '*') {
        star = p++;
        starText = t;
      } else if (p < pattern.length()
          && (pattern.charAt(p) == '?' || pattern.charAt(p) == text.charAt(t))) {
        p++;
        t++;
      } else if (star >= 0) {
        p = star + 1;
        t = ++starText;
      } else {
        return false;
      }
    }
    while (p < pattern.length() && pattern.charAt(p) == '*') {
      p++;
    }
    return p == pattern.length();
  }
}
