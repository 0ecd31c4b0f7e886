package io.doorlist.cli.importing.lines;

import io.doorlist.domain.JsonObject;
import io.doorlist.domain.event.ListRules;
import io.doorlist.door.rules.EventDates;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Reads the rules of a check-in list. */
final class RuleFields {
  private static final int MAX_DATES = 1_000;
  private static final Set<String> DATE =
      Set.of("series_date", "date_from", "date_to", "date_admission");

  private RuleFields() {}

  /** Reads the rules, understood or not; {@code null} if there are none. */
  static ListRules read(Fields list) throws RefusedLine {
    Map<String, EventDates> dates = new HashMap<>();
    for (Fields date : list.optionalObjects("rule_dates", MAX_DATES, DATE)) {
      String word = date.optionalWord("series_date");
      EventDates times =
          new EventDates(
              date.time("date_from").getEpochSecond(),
              seconds(date.optionalTime("date_to")),
              seconds(date.optionalTime("date_admission")));
      if (dates.put(word == null ? ListRules.THE_EVENT : word, times) != null) {
        throw new RefusedLine(date.at("series_date"), "is there twice");
      }
    }
    JsonObject rules = list.optionalAnyObject("rules");
    return rules.equals(JsonObject.EMPTY) ? null : new ListRules(rules, dates);
  }

  private static Long seconds(Instant time) {
    return time == null ? null : (Long) time.getEpochSecond();
  }
}
