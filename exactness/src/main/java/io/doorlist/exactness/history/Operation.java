package io.doorlist.exactness.history;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One request and its outcome. Times are ticks of one counter, so the order of two operations that
 * did not overlap is certain.
 *
 * @param ended when the answer arrived; without an answer, when the client gave up
 */
public record Operation(int client, Asked asked, Moment begun, Moment ended, Answer answer) {
  /** Returns the tick at which it began. */
  public long invoked() {
    return begun.tick();
  }

  /** Returns the tick at which it ended. */
  public long completed() {
    return ended.tick();
  }

  /** Returns it as an object of the exported form, which exactness/README.md describes. */
  public Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("client", client);
    json.put("op", asked.kind().name().toLowerCase(java.util.Locale.ROOT));
    json.put("list", asked.list());
    json.put("subject", asked.subject());
    json.put("token", asked.token());
    json.put("key", asked.key());
    json.put("variant", asked.variant());
    json.put("wanted", new LinkedHashMap<>(asked.wanted()));
    json.put("page", asked.page());
    json.put("items", asked.items());
    json.put("invoked", invoked());
    json.put("completed", completed());
    json.put("begun", begun.at().toString());
    json.put("ended", ended.at().toString());
    json.put("result", result());
    json.put("status", answer.status());
    json.put("code", answer.code());
    json.put("reason", answer.reason());
    json.put("count", answer.count());
    json.put("same_token", answer.sameToken());
    json.put("digest", Long.toHexString(answer.digest()));
    List<Object> checkins = new ArrayList<>();
    for (Answer.Seen seen : answer.checkins()) {
      Map<String, Object> checkin = new LinkedHashMap<>();
      checkin.put("id", seen.id());
      checkin.put("ticket", seen.ticket());
      checkin.put("digest", Long.toHexString(seen.digest()));
      checkins.add(checkin);
    }
    json.put("checkins", checkins);
    return json;
  }

  private String result() {
    if (answer.unknown()) {
      return "unknown";
    }
    return answer.status() < 300 ? "ok" : "fail";
  }
}
