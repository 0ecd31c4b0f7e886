package io.doorlist.domain.event;

import io.doorlist.domain.JsonObject;
import io.doorlist.door.rules.EventDates;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The shop's rules of a list, as JSON logic, and what they ask for.
 *
 * @param text as the shop says them; the list is closed if they are not understood
 * @param dates the dates that its tickets are for, by the shop's words for them. Those of tickets
 *     without any are at {@link #THE_EVENT}
 */
public record ListRules(JsonObject text, Map<String, EventDates> dates) {
  /** Stands for the event itself among the dates. */
  public static final String THE_EVENT = "";

  public ListRules {
    dates = Collections.unmodifiableMap(new TreeMap<>(dates));
  }
}
