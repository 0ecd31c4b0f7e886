package io.doorlist.cli.importing.pretix;

import io.doorlist.cli.lines.RefusedLine;
import io.doorlist.domain.event.Area;
import io.doorlist.door.Reentry;
import io.doorlist.json.Json;
import java.time.DateTimeException;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads pretix's check-in lists. The rules of a list are taken over unchanged. Not thread-safe. */
final class PretixLists {
  private static final List<String> TIMES = List.of("date_from", "date_to", "date_admission");

  private final PretixProducts products;
  private final Map<Object, Map<?, ?>> dates = new HashMap<>();
  private final Set<Object> read = new HashSet<>();
  private Map<?, ?> event = Map.of();

  PretixLists(PretixProducts products) {
    this.products = products;
  }

  void readEvent(Map<?, ?> object) {
    event = object;
  }

  void readDates(List<Map<?, ?>> all) {
    all.forEach(date -> dates.put(date.get("id"), date));
  }

  Map<String, Object> read(Map<?, ?> list) throws RefusedLine {
    Map<String, Object> members = new LinkedHashMap<>();
    read.add(list.get("id"));
    members.put("id", list.get("id"));
    members.put("name", PretixValues.text(list.get("name")));
    boolean all = !Boolean.FALSE.equals(list.get("all_products"));
    members.put("ticket_types", all ? null : types(list.get("limit_products")));
    members.put("include_pending", list.get("include_pending"));
    Object date = list.get("subevent");
    members.put("series_dates", date == null ? null : List.of(date.toString()));
    members.put("area", area(list).map(Area::slug).orElse(null));
    members.put("reentry", reentry(list).word());
    members.put("addon_match", list.get("addon_match"));
    if (list.get("rules") instanceof Map<?, ?> rules && !rules.isEmpty()) {
      members.put("rules", rules);
      members.put("rule_dates", ruleDates(rules, date));
    }
    return members;
  }

  /** Returns whether the list with this id was read, even if it was refused. */
  boolean isRead(Object list) {
    return read.contains(list);
  }

  private static Reentry reentry(Map<?, ?> list) {
    if (Boolean.TRUE.equals(list.get("allow_multiple_entries"))) {
      return Reentry.ALWAYS;
    }
    return Boolean.TRUE.equals(list.get("allow_entry_after_exit"))
        ? Reentry.AFTER_EXIT
        : Reentry.NEVER;
  }

  /**
   * Returns the areas of lists, by slug. A list that all guests leave at a fixed time has an area
   * of its own. For any other list, the value is empty.
   */
  Map<String, Optional<Area>> areas(List<Map<?, ?>> lists) {
    Map<String, Optional<Area>> areas = new LinkedHashMap<>();
    lists.forEach(list -> areas.put("list-" + list.get("id"), area(list)));
    return areas;
  }

  private Optional<Area> area(Map<?, ?> list) {
    if (!(list.get("exit_all_at") instanceof String time)) {
      return Optional.empty();
    }
    try {
      LocalTime clock =
          OffsetDateTime.parse(time)
              .atZoneSameInstant(timeZone().orElse(ZoneOffset.UTC))
              .toLocalTime()
              .truncatedTo(ChronoUnit.MINUTES);
      String name = PretixValues.text(list.get("name"));
      return Optional.of(new Area("list-" + list.get("id"), name, null, clock));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  Optional<ZoneId> timeZone() {
    try {
      return event.get("timezone") instanceof String zone
          ? Optional.of(ZoneId.of(zone))
          : Optional.empty();
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private List<String> types(Object items) throws RefusedLine {
    Set<String> types = new LinkedHashSet<>();
    if (items instanceof List<?> all) {
      for (Object item : all) {
        if (products.typesOf(item).isEmpty()) {
          throw new RefusedLine(
              "limit_products", "has a product whose file was not read: import it before the list");
        }
        types.addAll(products.typesOf(item));
      }
    }
    return List.copyOf(types);
  }

  /**
   * Returns the times of the dates that the list's tickets are for. Returns no times if the list's
   * rules use none.
   */
  private List<Object> ruleDates(Map<?, ?> rules, Object date) {
    List<Object> times = new ArrayList<>();
    if (Json.writeValue(rules).contains("\"date_")) {
      if (date == null) {
        times.add(times(null, event));
      }
      dates.values().stream()
          .filter(each -> date == null || date.equals(each.get("id")))
          .filter(each -> event.get("slug").equals(each.get("event")))
          .forEach(each -> times.add(times(each.get("id").toString(), each)));
    }
    return times;
  }

  private static Map<String, Object> times(String word, Map<?, ?> object) {
    Map<String, Object> times = new LinkedHashMap<>();
    times.put("series_date", word);
    TIMES.forEach(name -> times.put(name, object.get(name)));
    return times;
  }
}
