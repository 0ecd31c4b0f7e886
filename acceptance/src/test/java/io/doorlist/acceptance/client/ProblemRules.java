package io.doorlist.acceptance.client;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The members of problems by code. In openapi.yaml the problems of a status are one flat schema, so
 * that every generator can read them; these rules say which members go together.
 */
final class ProblemRules {
  private static final Set<String> ALWAYS =
      Set.of("type", "title", "status", "detail", "code", "request_id");

  /** The members of a problem with a code or reason, in addition to those that all have. */
  private record Rule(int status, Set<String> required, Set<String> optional) {
    Rule(int status, String... required) {
      this(status, Set.of(required), Set.of());
    }

    Rule optional(String... members) {
      return new Rule(status, required, Set.of(members));
    }
  }

  private static final Map<String, Rule> CODES =
      Map.ofEntries(
          Map.entry("invalid_parameter", new Rule(400).optional("errors")),
          Map.entry("unauthorized", new Rule(401)),
          Map.entry("forbidden", new Rule(403)),
          Map.entry("undo_not_allowed", new Rule(403)),
          Map.entry("has_passages", new Rule(409)),
          Map.entry("not_found", new Rule(404).optional("recorded")),
          Map.entry("method_not_allowed", new Rule(405)),
          Map.entry(
              "already_checked_in",
              new Rule(409, "checkin", "seconds_since", "same_token")
                  .optional("recorded", "inside_since", "checkin_list")),
          Map.entry("not_enough_tickets", new Rule(409, "remaining").optional("recorded")),
          Map.entry("idempotency_key_in_use", new Rule(409)),
          Map.entry("body_too_large", new Rule(413)),
          Map.entry("unsupported_media_type", new Rule(415)),
          Map.entry(
              "not_admissible",
              new Rule(422, "reason")
                  .optional(
                      "recorded",
                      "admitted_on",
                      "valid_from",
                      "valid_until",
                      "opens_at",
                      "closes_at",
                      "explanation",
                      "missing")),
          Map.entry("idempotency_key_reused", new Rule(422)),
          Map.entry("too_many_requests", new Rule(429)),
          Map.entry("internal_error", new Rule(500)),
          Map.entry("unavailable", new Rule(503)));

  /** The reasons with more members, of which exactly one is present. */
  private static final Map<String, Set<String>> REASONS =
      Map.of(
          "wrong_list", Set.of("admitted_on"),
          "too_early", Set.of("valid_from", "opens_at"),
          "too_late", Set.of("valid_until", "closes_at"),
          "rules", Set.of("explanation"));

  private ProblemRules() {}

  /** Returns what is wrong with a problem; empty if nothing. */
  static List<String> errors(Map<String, Object> problem) {
    Rule rule = CODES.get((String) problem.get("code"));
    if (rule == null) {
      return List.of("no such code: " + problem.get("code"));
    }
    List<String> errors = new ArrayList<>();
    if (!("urn:doorlist:problem:" + problem.get("code")).equals(problem.get("type"))) {
      errors.add("the type of another code: " + problem.get("type"));
    }
    if (!Long.valueOf(rule.status()).equals(Json.at(problem, "status"))) {
      errors.add("the status of another code: " + problem.get("status"));
    }
    Set<String> missing = new TreeSet<>(ALWAYS);
    missing.addAll(rule.required());
    missing.removeAll(problem.keySet());
    if (!missing.isEmpty()) {
      errors.add("missing: " + missing);
    }
    Set<String> extra = new TreeSet<>(problem.keySet());
    extra.removeAll(ALWAYS);
    extra.removeAll(rule.required());
    extra.removeAll(rule.optional());
    if (!extra.isEmpty()) {
      errors.add("of another code: " + extra);
    }
    if (problem.get("reason") instanceof String reason) {
      errors.addAll(reasonErrors(reason, problem));
    }
    return errors;
  }

  /**
   * Returns what is wrong with the results of a batch: each is a check-in, an exit or a problem.
   */
  static List<String> resultErrors(List<Map<String, Object>> results) {
    List<String> errors = new ArrayList<>();
    for (Map<String, Object> result : results) {
      boolean created = Long.valueOf(201).equals(Json.at(result, "status"));
      Set<String> bodies = created ? Set.of("checkin", "exit") : Set.of("problem");
      Set<String> said = new TreeSet<>(result.keySet());
      if (Set.of(429, 503).contains(((Long) Json.at(result, "status")).intValue())) {
        said.remove("retry_after");
      }
      if (bodies.stream().noneMatch(body -> said.equals(Set.of("status", body)))) {
        errors.add("neither a check-in nor an exit nor a problem: " + result.keySet());
      } else if (!created) {
        Map<String, Object> problem = Json.object(result.get("problem"));
        errors.addAll(ProblemRules.errors(problem));
        if (!result.get("status").equals(problem.get("status"))) {
          errors.add("the problem of another status: " + result.get("status"));
        }
      }
    }
    return errors;
  }

  private static List<String> reasonErrors(String reason, Map<String, Object> problem) {
    Set<String> allowed = REASONS.getOrDefault(reason, Set.of());
    Set<String> said = new TreeSet<>();
    REASONS.values().forEach(said::addAll);
    said.retainAll(problem.keySet());
    if (!allowed.containsAll(said) || !allowed.isEmpty() && said.size() != 1) {
      return List.of("with " + reason + " one of " + allowed + ", not " + said);
    }
    return List.of();
  }
}
