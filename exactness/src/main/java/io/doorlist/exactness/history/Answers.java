package io.doorlist.exactness.history;

import io.doorlist.exactness.history.Answer.Seen;
import io.doorlist.json.Json;
import io.doorlist.json.MalformedJsonException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads the answers of these operations of the API: getCheckinList, listCheckins, checkInOrder,
 * checkInTicket, createCheckins and getAdmission.
 */
public final class Answers {
  private static final long FNV_START = 0xcbf29ce484222325L;
  private static final long FNV_FACTOR = 0x100000001b3L;

  private Answers() {}

  public static Answer read(int status, String body) {
    Map<String, Object> json;
    try {
      json = Json.readObject(body);
    } catch (MalformedJsonException e) {
      return new Answer(status, "not_json", List.of(), -1, false, digest(body));
    }
    List<Seen> checkins = new ArrayList<>();
    if (json.get("undone") instanceof List<?> undone) {
      undone.forEach(each -> checkins.add(seen((Map<?, ?>) each)));
    } else if (json.get("checkins") instanceof List<?> all) {
      all.forEach(each -> checkins.add(seen((Map<?, ?>) each)));
    } else if (json.get("checkin") instanceof Map<?, ?> first) {
      checkins.add(seen(first));
    } else if (json.get("ticket") instanceof Map<?, ?> && !json.containsKey("verdict")) {
      checkins.add(seen(json));
    }
    String code = text(json, json.containsKey("verdict") ? "verdict" : "code");
    return new Answer(
        status,
        code,
        checkins,
        count(json),
        Boolean.TRUE.equals(json.get("same_token")),
        digest(body),
        Boolean.TRUE.equals(json.get("recorded")),
        text(json, "reason"));
  }

  /**
   * Reads the answer to a batch as answers to its scans. If the batch failed as a whole, all its
   * scans get the same answer.
   */
  public static List<Answer> readBatch(int status, String body, int scans) {
    if (status != 200) {
      return Collections.nCopies(scans, read(status, body));
    }
    try {
      List<Answer> answers = new ArrayList<>();
      for (Object each : (List<?>) Json.readObject(body).get("results")) {
        Map<?, ?> result = (Map<?, ?>) each;
        Object answer = result.get(result.containsKey("checkin") ? "checkin" : "problem");
        answers.add(read(((Number) result.get("status")).intValue(), Json.writeValue(answer)));
      }
      return answers;
    } catch (MalformedJsonException e) {
      return List.of();
    }
  }

  private static String text(Map<String, Object> json, String member) {
    return json.get(member) instanceof String text ? text : "";
  }

  private static Seen seen(Map<?, ?> checkin) {
    Map<?, ?> ticket = (Map<?, ?>) checkin.get("ticket");
    // Only answers to new check-ins have these members, which are for the staff.
    Map<Object, Object> kept = new LinkedHashMap<>(checkin);
    kept.keySet().removeAll(Set.of("note", "attention", "party"));
    return new Seen(number(checkin.get("id")), number(ticket.get("id")), digest(kept.toString()));
  }

  private static long count(Map<String, Object> json) {
    if (json.get("checked_in_count") instanceof Number count) {
      return count.longValue();
    }
    if (json.get("meta") instanceof Map<?, ?> meta
        && meta.get("pagination") instanceof Map<?, ?> pagination) {
      return number(pagination.get("count"));
    }
    return -1;
  }

  private static long number(Object number) {
    return ((Number) number).longValue();
  }

  private static long digest(String text) {
    long hash = FNV_START;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * FNV_FACTOR;
    }
    return hash;
  }
}
