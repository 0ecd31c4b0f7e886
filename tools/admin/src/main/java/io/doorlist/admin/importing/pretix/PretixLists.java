package io.doorlist.admin.importing.pretix;

import io.doorlist.admin.importing.lines.RefusedLine;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads check-in lists. It supports rules on times and products. A list with any other rule is
 * refused, as its door would let in people whom pretix refuses. Not thread-safe.
 */
final class PretixLists {
  private final PretixProducts products;
  private final Map<Object, Map<?, ?>> dates = new HashMap<>();
  private Map<?, ?> event = Map.of();

  PretixLists(PretixProducts products) {
    this.products = products;
  }

  /** Notes an event, whose lists follow. */
  void readEvent(Map<?, ?> object) {
    event = object;
  }

  /** Notes the dates of a series. */
  void readDates(List<Map<?, ?>> all) {
    all.forEach(date -> dates.put(date.get("id"), date));
  }

  /** Reads a list as the members of an import line. */
  Map<String, Object> read(Map<?, ?> list) throws RefusedLine {
    Conditions conditions = new Conditions(list.get("subevent"));
    conditions.read(list.get("rules"));
    boolean all = !Boolean.FALSE.equals(list.get("all_products"));
    Set<String> types = all ? null : types(list.get("limit_products"));
    if (conditions.types != null) {
      if (types == null) {
        types = conditions.types;
      } else {
        types.retainAll(conditions.types);
      }
    }
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("id", list.get("id"));
    members.put("name", PretixValues.text(list.get("name")));
    members.put("ticket_types", types == null ? null : List.copyOf(types));
    members.put("include_pending", list.get("include_pending"));
    Object date = list.get("subevent");
    members.put("series_dates", date == null ? null : List.of(date.toString()));
    members.put("opens_at", conditions.opensAt == null ? null : conditions.opensAt.toString());
    members.put("closes_at", conditions.closesAt == null ? null : conditions.closesAt.toString());
    return members;
  }

  private Set<String> types(Object items) throws RefusedLine {
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
    return types;
  }

  /** The rules of a list. */
  private final class Conditions {
    private final Object date;
    private Instant opensAt;
    private Instant closesAt;
    private Set<String> types;

    Conditions(Object date) {
      this.date = date;
    }

    void read(Object rules) throws RefusedLine {
      if (!(rules instanceof Map<?, ?> rule) || rule.isEmpty()) {
        return;
      }
      Map.Entry<?, ?> only = rule.entrySet().iterator().next();
      List<?> operands = only.getValue() instanceof List<?> list ? list : List.of();
      if (rule.size() == 1 && "and".equals(only.getKey())) {
        for (Object operand : operands) {
          read(operand);
        }
      } else if (rule.size() == 1 && "isAfter".equals(only.getKey()) && ofNow(operands)) {
        Instant time = time(operands).minus(tolerance(operands));
        opensAt = opensAt == null || time.isAfter(opensAt) ? time : opensAt;
      } else if (rule.size() == 1 && "isBefore".equals(only.getKey()) && ofNow(operands)) {
        Instant time = time(operands).plus(tolerance(operands));
        closesAt = closesAt == null || time.isBefore(closesAt) ? time : closesAt;
      } else if (rule.size() == 1 && "inList".equals(only.getKey())) {
        readProducts(operands);
      } else {
        throw refused();
      }
    }

    private boolean ofNow(List<?> operands) {
      return operands.size() >= 2 && Map.of("var", "now").equals(operands.getFirst());
    }

    private Duration tolerance(List<?> operands) {
      return operands.size() > 2 && operands.get(2) instanceof Number minutes
          ? Duration.ofMinutes(minutes.longValue())
          : Duration.ZERO;
    }

    private Instant time(List<?> operands) throws RefusedLine {
      if (!(operands.get(1) instanceof Map<?, ?> build)
          || !(build.get("buildTime") instanceof List<?> parts)
          || parts.isEmpty()) {
        throw refused();
      }
      Map<?, ?> day = date == null ? event : dates.get(date);
      boolean anyDate = date == null && Boolean.TRUE.equals(event.get("has_subevents"));
      Object from = day == null || anyDate ? null : day.get("date_from");
      Object time =
          switch (String.valueOf(parts.getFirst())) {
            case "custom" -> parts.get(1);
            case "date_from" -> from;
            case "date_to" ->
                from == null || day.get("date_to") == null ? from : day.get("date_to");
            case "date_admission" ->
                from == null || day.get("date_admission") == null
                    ? from
                    : day.get("date_admission");
            default -> null;
          };
      try {
        return OffsetDateTime.parse(String.valueOf(time)).toInstant();
      } catch (DateTimeParseException e) {
        throw refused();
      }
    }

    private void readProducts(List<?> operands) throws RefusedLine {
      if (operands.size() != 2
          || !(operands.getFirst() instanceof Map<?, ?> what)
          || !(operands.getLast() instanceof Map<?, ?> these)) {
        throw refused();
      }
      Set<String> named = new LinkedHashSet<>();
      for (Map<?, ?> object : PretixValues.objects(these.get("objectList"))) {
        if (!(object.get("lookup") instanceof List<?> lookup) || lookup.size() < 2) {
          throw refused();
        }
        Object id = Long.valueOf(lookup.get(1).toString());
        if ("product".equals(what.get("var"))) {
          named.addAll(types(List.of(id)));
        } else if ("variation".equals(what.get("var"))) {
          named.addAll(products.variation(id));
        } else {
          throw refused();
        }
      }
      if (types == null) {
        types = named;
      } else {
        List<String> others = new ArrayList<>(types);
        others.removeAll(named);
        others.forEach(types::remove);
      }
    }

    private RefusedLine refused() {
      return new RefusedLine(
          "rules",
          "say more than from when until when, or which products: this list cannot be taken over");
    }
  }
}
