package io.doorlist.local.template;

import io.doorlist.local.json.JsonTree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One pattern of an event source mapping's {@code FilterCriteria}, which says which records pass.
 * All members of a pattern must match. A member with a list of rules matches if one of its rules
 * does. A rule is a text that the value must equal, or {@code exists}.
 */
public record FilterPattern(Map<?, ?> members) {
  private static final String EXISTS = "exists";

  /** Reads a pattern. Refuses one that is malformed or has an unknown rule. */
  public static FilterPattern read(String text) {
    try {
      Map<?, ?> members = (Map<?, ?>) JsonTree.read(text.getBytes(StandardCharsets.UTF_8));
      check(members);
      return new FilterPattern(members);
    } catch (IOException | ClassCastException e) {
      throw new IllegalArgumentException("is not a pattern that is known here", e);
    }
  }

  private static void check(Map<?, ?> members) {
    for (Object expected : members.values()) {
      if (expected instanceof Map<?, ?> nested) {
        check(nested);
        continue;
      }
      for (Object rule : (List<?>) expected) {
        if (!(rule instanceof String)
            && !(rule instanceof Map<?, ?> operator && operator.keySet().equals(Set.of(EXISTS)))) {
          throw new IllegalArgumentException("has the unknown rule " + rule);
        }
      }
    }
  }

  public boolean matches(Map<?, ?> candidate) {
    return matches(members, candidate);
  }

  private static boolean matches(Map<?, ?> members, Map<?, ?> candidate) {
    return members.entrySet().stream()
        .allMatch(
            member -> {
              Object value = candidate.get(member.getKey());
              if (member.getValue() instanceof Map<?, ?> nested) {
                return matches(nested, value instanceof Map<?, ?> map ? map : Map.of());
              }
              return ((List<?>) member.getValue()).stream().anyMatch(rule -> allows(rule, value));
            });
  }

  /**
   * Returns whether a rule allows a value. Lambda supports {@code exists} only for leaves, so an
   * object counts as absent.
   */
  private static boolean allows(Object rule, Object value) {
    return rule instanceof Map<?, ?> operator
        ? operator.get(EXISTS).equals(value != null && !(value instanceof Map))
        : rule.equals(value);
  }
}
