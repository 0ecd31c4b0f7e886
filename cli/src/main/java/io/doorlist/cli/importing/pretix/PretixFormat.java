package io.doorlist.cli.importing.pretix;

import io.doorlist.cli.console.Failure;
import io.doorlist.cli.importing.pretix.PretixFile.PretixEvent;
import io.doorlist.cli.importing.pretix.PretixFile.PretixLine;
import io.doorlist.cli.lines.RefusedLine;
import io.doorlist.json.Json;
import io.doorlist.json.MalformedJsonException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads answers of pretix's REST API, page by page. They contain an event, its products, check-in
 * lists and dates, or orders. Orders may be of an event or of a whole organiser. Products and lists
 * do not name their event, so they belong to the event that was read last.
 *
 * <p>docs/import.md says how each field is mapped. Not thread-safe.
 */
public final class PretixFormat {
  private final PretixProducts products = new PretixProducts();
  private final PretixNotes notes = new PretixNotes();
  private final PretixLists lists = new PretixLists(products);
  private final PretixOrders orders;
  private String event;

  /**
   * Creates a reader.
   *
   * @param currency the currency of events whose own file is not read, or {@code null}
   */
  public PretixFormat(String currency) {
    this.orders = new PretixOrders(currency);
  }

  PretixFile read(String text) {
    Map<String, Object> file;
    try {
      file = Json.readObject(text);
    } catch (MalformedJsonException e) {
      throw new Failure("the file is not JSON: " + e.getMessage(), e);
    }
    if (file.get("results") instanceof List<?> results) {
      return page(results);
    }
    if (file.get("currency") instanceof String && file.get("slug") instanceof String) {
      return event(file);
    }
    if (file.get("code") != null && file.get("positions") != null) {
      return orders(List.of(file));
    }
    throw new Failure("the file is not one that pretix's API gives");
  }

  public PretixFile page(List<?> results) {
    if (results.isEmpty()) {
      return new PretixFile(List.of(), List.of(), List.of());
    }
    Map<?, ?> first = results.getFirst() instanceof Map<?, ?> object ? object : Map.of();
    List<Map<?, ?>> objects = PretixValues.objects(results);
    if (first.containsKey("positions")) {
      return orders(results);
    }
    if (first.containsKey("default_price")) {
      PretixEvent types = new PretixEvent(event, null, products.read(objects));
      return new PretixFile(List.of(types), List.of(), notes.of("product", event, objects));
    }
    if (first.containsKey("ask_during_checkin")) {
      return new PretixFile(List.of(), List.of(), notes.of("question", event, objects));
    }
    if (first.containsKey("all_products")) {
      return checkinLists(objects);
    }
    if (first.containsKey("date_from") && first.containsKey("event")) {
      lists.readDates(objects);
      return new PretixFile(List.of(), List.of(), List.of());
    }
    if (first.containsKey("currency") && first.containsKey("slug")) {
      List<PretixEvent> events = new ArrayList<>();
      objects.forEach(each -> events.addAll(event(each).events()));
      event = null;
      return new PretixFile(events, List.of(), List.of());
    }
    throw new Failure("the file is a page of something that is not imported from pretix");
  }

  /**
   * Returns the events whose orders need something that was not read yet: the event's currency, a
   * product, or a check-in list.
   */
  public Set<String> lacking(List<Map<?, ?>> read) {
    Set<String> events = new LinkedHashSet<>();
    for (Map<?, ?> order : read) {
      boolean known = orders.hasCurrency(order.get("event"));
      for (Map<?, ?> position : PretixValues.objects(order.get("positions"))) {
        String type = PretixProducts.slug(position.get("item"), position.get("variation"));
        known &= products.words(type).name() != null;
        known &=
            PretixValues.objects(position.get("checkins")).stream()
                .allMatch(checkin -> lists.isRead(checkin.get("list")));
      }
      if (!known) {
        events.add(String.valueOf(order.get("event")));
      }
    }
    return events;
  }

  /** Reads an event. The products, dates and lists that follow belong to it. */
  public PretixFile event(Map<?, ?> object) {
    event = object.get("slug").toString();
    orders.setCurrency(event, object.get("currency").toString());
    lists.readEvent(object);
    String title = PretixValues.text(object.get("name"));
    PretixEvent read =
        new PretixEvent(
            event,
            title == null ? event : title,
            Map.of(),
            lists.timeZone().orElse(null),
            Map.of());
    return new PretixFile(List.of(read), List.of(), List.of());
  }

  private PretixFile checkinLists(List<Map<?, ?>> read) {
    List<PretixLine> lines = new ArrayList<>();
    for (Map<?, ?> list : read) {
      long id = list.get("id") instanceof Long number ? number : lines.size() + 1L;
      String name = PretixValues.text(list.get("name"));
      try {
        Map<String, Object> members = lists.read(list);
        lines.add(new PretixLine("list", id, "checkin_list", event, name, members, null));
      } catch (RefusedLine e) {
        lines.add(new PretixLine("list", id, "checkin_list", event, name, null, e));
      }
    }
    PretixEvent areas = new PretixEvent(event, null, Map.of(), null, lists.areas(read));
    return new PretixFile(List.of(areas), lines, notes.of("list", event, read));
  }

  /** Reads orders, and the events and ticket types that they name. */
  private PretixFile orders(List<?> results) {
    Map<String, PretixEvent> events = new LinkedHashMap<>();
    List<PretixLine> lines = new ArrayList<>();
    for (Object order : results) {
      PretixLine line = line(lines.size() + 1L, order);
      lines.add(line);
      if (line.members() != null) {
        PretixEvent named =
            events.computeIfAbsent(line.event(), slug -> new PretixEvent(slug, null, Map.of()));
        for (Map<?, ?> ticket : PretixValues.objects(line.members().get("tickets"))) {
          String type = ticket.get("ticket_type").toString();
          named.types().putIfAbsent(type, products.words(type));
        }
      }
    }
    return new PretixFile(List.copyOf(events.values()), lines, List.of());
  }

  private PretixLine line(long number, Object order) {
    Map<?, ?> members = order instanceof Map<?, ?> object ? object : Map.of();
    String slug = members.get("event") instanceof String named ? named : event;
    String code = PretixValues.textOrNull(members.get("code"));
    try {
      if (members.isEmpty()) {
        throw new RefusedLine(null, "is not an object");
      }
      Map<String, Object> read = orders.read(slug, members);
      return new PretixLine("order", number, "order", slug, code, read, null);
    } catch (RefusedLine e) {
      return new PretixLine("order", number, "order", slug, code, null, e);
    } catch (ClassCastException | NullPointerException e) {
      RefusedLine refused = new RefusedLine(null, "does not look like an order of pretix");
      return new PretixLine("order", number, "order", slug, code, null, refused);
    }
  }
}
