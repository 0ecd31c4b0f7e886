package io.doorlist.acceptance.client;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The members of problems by code. In openapi.yaml the problems of a status are one flat schema, so
 * that every generator can read them; these rules say which members go together.
 */
final class ProblemRules {
  private static final String ALWAYS = "type title status detail code request_id ";

  /**
   * Code, status and members beside those that all have; those with a question mark are optional.
   */
  private static final String CODES =
      """
      invalid_parameter 400 errors?
      unauthorized 401
      forbidden 403
      undo_not_allowed 403
      desk_not_allowed 403
      has_passages 409
      not_found 404 recorded?
      method_not_allowed 405
      already_checked_in 409 checkin seconds_since same_token recorded? inside_since? checkin_list? note? attention? noted? shown?
      not_enough_tickets 409 remaining recorded?
      too_many_at_once 409 at_once
      idempotency_key_in_use 409
      withdrawn 409
      body_too_large 413
      unsupported_media_type 415
      not_admissible 422 reason recorded? missing? admitted_on? valid_from? valid_until? opens_at? closes_at? explanation? note? attention? noted? shown? due? currency?
      guest_not_changed 422 reason
      idempotency_key_reused 422
      too_many_requests 429
      internal_error 500
      unavailable 503
      """;

  /** The reasons with more members, of which exactly one is present. */
  private static final Map<String, Set<String>> REASONS =
      Map.of(
          "wrong_list", Set.of("admitted_on"),
          "too_early", Set.of("valid_from", "opens_at"),
          "too_late", Set.of("valid_until", "closes_at"),
          "rules", Set.of("explanation"));

  private record Rule(long status, Set<String> required, Set<String> allowed) {}

  private static final Map<String, Rule> RULES = rules();

  private ProblemRules() {}

  private static Map<String, Rule> rules() {
    Map<String, Rule> rules = new HashMap<>();
    for (String line : CODES.lines().toList()) {
      String[] words = line.split(" ", 3);
      Set<String> required = new TreeSet<>();
      Set<String> allowed = new TreeSet<>();
      for (String member : (ALWAYS + (words.length > 2 ? words[2] : "")).split(" ")) {
        allowed.add(member.replace("?", ""));
        if (!member.endsWith("?")) {
          required.add(member);
        }
      }
      rules.put(words[0], new Rule(Long.parseLong(words[1]), required, allowed));
    }
    return rules;
  }

  /** Returns what is wrong with a problem; empty if nothing. */
  static List<String> errors(Map<String, Object> problem) {
    Object code = problem.get("code");
    Rule rule = RULES.get(String.valueOf(code));
    if (rule == null) {
      return List.of("no such code: " + code);
    }
    List<String> errors = new ArrayList<>();
    if (!("urn:doorlist:problem:" + code).equals(problem.get("type"))
        || !Long.valueOf(rule.status()).equals(Json.at(problem, "status"))) {
      errors.add("type or status of another code: " + problem);
    }
    Set<String> members = problem.keySet();
    if (!members.containsAll(rule.required()) || !rule.allowed().containsAll(members)) {
      errors.add("members of another code: " + members);
    }
    if (problem.get("reason") instanceof String reason) {
      Set<String> said = new TreeSet<>();
      REASONS.values().forEach(said::addAll);
      said.retainAll(members);
      Set<String> mine = REASONS.getOrDefault(reason, Set.of());
      if (!mine.containsAll(said) || !mine.isEmpty() && said.size() != 1) {
        errors.add("with " + reason + " one of " + mine + ", not " + said);
      }
    }
    return errors;
  }

  /**
   * Returns what is wrong with the results of a batch: each is a check-in, an exit, those of an
   * order, a withdrawal or a problem.
   */
  static List<String> resultErrors(List<Map<String, Object>> results) {
    List<String> errors = new ArrayList<>();
    for (Map<String, Object> result : results) {
      Object status = Json.at(result, "status");
      Set<String> said = new TreeSet<>(result.keySet());
      said.remove("status");
      if (Set.of(429L, 503L).contains(status)) {
        said.remove("retry_after");
      }
      boolean right =
          status.equals(201L)
              ? Set.of(Set.of("checkin"), Set.of("exit"), Set.of("order")).contains(said)
              : status.equals(200L)
                  ? said.equals(Set.of("withdrawal"))
                  : said.equals(Set.of("problem"))
                      && status.equals(Json.at(result.get("problem"), "status"));
      if (!right) {
        errors.add("neither what was done nor a problem of its status: " + result);
      } else if (said.contains("problem")) {
        errors.addAll(errors(Json.object(result.get("problem"))));
      }
    }
    return errors;
  }
}
