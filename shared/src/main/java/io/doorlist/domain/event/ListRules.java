package io.doorlist.domain.event;

import io.doorlist.domain.JsonObject;
import io.doorlist.door.rules.EventDates;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The shop's rules of a list, as JSON logic, with the dates that they refer to.
 *
 * @param text the rules as the shop wrote them; if they are not understood, the list lets nobody in
 * @param dates the dates that the list's tickets are for, by the shop's names for them. The key
 *     {@link #THE_EVENT} is for tickets without a date
 */
public record ListRules(JsonObject text, Map<String, EventDates> dates) {
  /** The key for the event itself among the dates. */
  public static final String THE_EVENT = "";

  public ListRules {
    dates = Collections.unmodifiableMap(new TreeMap<>(dates));
  }
}
