package io.doorlist.cli.importing.pretix;

import io.doorlist.cli.console.Failure;
import io.doorlist.cli.importing.lines.RefusedLine;
import io.doorlist.cli.importing.pretix.PretixFile.PretixEvent;
import io.doorlist.cli.importing.pretix.PretixFile.PretixLine;
import io.doorlist.domain.event.Area;
import io.doorlist.json.Json;
import io.doorlist.json.MalformedJsonException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads answers of pretix's REST API, page by page: an event, its products, check-in lists and
 * dates, and orders, of an event or of a whole organiser; and pretix's data export "Order data
 * (JSON)". Products and lists do not name their event: they belong to the event that was read last.
 *
 * <p>docs/import.md says how each field is mapped. Not thread-safe.
 */
public final class PretixFormat {
  private final PretixProducts products = new PretixProducts();
  private final PretixNotes notes = new PretixNotes();
  private final PretixLists lists = new PretixLists(products);
  private final PretixOrders orders;
  private final Instant asOf;
  private String event;

  /**
   * Creates one.
   *
   * @param currency of events whose own file is not read; may be {@code null}
   * @param asOf when data exports were made, as they do not say so; may be {@code null}
   */
  public PretixFormat(String currency, Instant asOf) {
    this.orders = new PretixOrders(products, currency);
    this.asOf = asOf;
  }

  /**
   * Reads a whole file.
   *
   * @throws Failure if it is not a file of pretix's
   */
  public PretixFile read(String text) {
    Map<String, Object> file;
    try {
      file = Json.readObject(text);
    } catch (MalformedJsonException e) {
      throw new Failure("the file is not JSON: " + e.getMessage(), e);
    }
    if (file.get("results") instanceof List<?> results) {
      return page(results);
    }
    if (file.get("event") instanceof Map<?, ?> exported && exported.get("orders") != null) {
      return export(exported);
    }
    if (file.get("currency") instanceof String && file.get("slug") instanceof String) {
      return event(file);
    }
    if (file.get("code") != null && file.get("positions") != null) {
      return orders(List.of(file));
    }
    throw new Failure("the file is nothing that is known of pretix's API, nor its data export");
  }

  /**
   * Reads a page of any of pretix's resources.
   *
   * @throws Failure if it is of a resource that is not imported
   */
  public PretixFile page(List<?> results) {
    if (results.isEmpty()) {
      return new PretixFile(List.of(), List.of());
    }
    Map<?, ?> first = results.getFirst() instanceof Map<?, ?> object ? object : Map.of();
    if (first.containsKey("positions")) {
      return orders(results);
    }
    if (first.containsKey("default_price")) {
      List<Map<?, ?>> items = PretixValues.objects(results);
      products.readItems(items);
      return types(event, notes.ofProducts(event, items));
    }
    if (first.containsKey("ask_during_checkin")) {
      List<Map<?, ?>> questions = PretixValues.objects(results);
      products.readQuestions(questions);
      return new PretixFile(List.of(), List.of(), notes.ofQuestions(event, questions));
    }
    if (first.containsKey("all_products")) {
      return checkinLists(results);
    }
    if (first.containsKey("date_from") && first.containsKey("event")) {
      lists.readDates(PretixValues.objects(results));
      return new PretixFile(List.of(), List.of());
    }
    if (first.containsKey("currency") && first.containsKey("slug")) {
      List<PretixEvent> events = new ArrayList<>();
      PretixValues.objects(results).forEach(each -> events.addAll(event(each).events()));
      event = null;
      return new PretixFile(events, List.of());
    }
    throw new Failure("the file is a page of something that is not imported from pretix");
  }

  /** Returns the events whose orders name something that was not read. */
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

  /** Reads an event; the products, dates and lists that follow belong to it. */
  public PretixFile event(Map<?, ?> object) {
    event = object.get("slug").toString();
    orders.setCurrency(event, object.get("currency").toString());
    lists.readEvent(object);
    String title = PretixValues.text(object.get("name"));
    return new PretixFile(
        List.of(
            new PretixEvent(
                event,
                title == null ? event : title,
                Map.of(),
                lists.timeZone().orElse(null),
                Map.of())),
        List.of());
  }

  private PretixFile types(String slug, List<PretixFile.Note> said) {
    return new PretixFile(List.of(new PretixEvent(slug, null, products.types())), List.of(), said);
  }

  private PretixFile checkinLists(List<?> results) {
    List<PretixLine> lines = new ArrayList<>();
    for (Map<?, ?> list : PretixValues.objects(results)) {
      long id = list.get("id") instanceof Long number ? number : lines.size() + 1L;
      String name = PretixValues.text(list.get("name"));
      try {
        lines.add(
            new PretixLine("list", id, "checkin_list", event, name, lists.read(list), null, false));
      } catch (RefusedLine e) {
        lines.add(new PretixLine("list", id, "checkin_list", event, name, null, e, false));
      }
    }
    Map<String, Optional<Area>> areas = lists.areas(PretixValues.objects(results));
    return new PretixFile(
        List.of(new PretixEvent(event, null, Map.of(), null, areas)),
        lines,
        notes.ofLists(event, PretixValues.objects(results)));
  }

  private PretixFile orders(List<?> results) {
    List<PretixLine> lines = new ArrayList<>();
    for (Object order : results) {
      String slug =
          order instanceof Map<?, ?> members && members.get("event") instanceof String named
              ? named
              : event;
      lines.add(line(lines.size() + 1L, slug, order, null));
    }
    return withTypes(lines);
  }

  private PretixFile export(Map<?, ?> exported) {
    if (asOf == null) {
      throw new Failure(
          "a data export does not say when it was made; --as-of does, such as"
              + " --as-of 2026-05-01T18:00:00Z");
    }
    String slug = String.valueOf(exported.get("slug"));
    List<Map<?, ?>> items = PretixValues.objects(exported.get("items"));
    List<Map<?, ?>> questions = PretixValues.objects(exported.get("questions"));
    products.readItems(items);
    products.readQuestions(questions);
    List<PretixFile.Note> said = new ArrayList<>(notes.ofProducts(slug, items));
    said.addAll(notes.ofQuestions(slug, questions));
    List<PretixLine> lines = new ArrayList<>();
    for (Object order : (List<?>) exported.get("orders")) {
      lines.add(line(lines.size() + 1L, slug, order, asOf));
    }
    PretixFile file = withTypes(lines);
    return new PretixFile(file.events(), file.lines(), said);
  }

  /**
   * Reads an order; an order of an export has no time of its last change, so it needs the export's
   * time.
   */
  private PretixLine line(long number, String slug, Object order, Instant exportedAt) {
    boolean partial = exportedAt != null;
    String code =
        order instanceof Map<?, ?> members ? PretixValues.textOrNull(members.get("code")) : null;
    try {
      if (order instanceof Map<?, ?> members) {
        Map<String, Object> read = orders.read(slug, members, exportedAt);
        return new PretixLine("order", number, "order", slug, code, read, null, partial);
      }
      throw new RefusedLine(null, "is not an object");
    } catch (RefusedLine e) {
      return new PretixLine("order", number, "order", slug, code, null, e, partial);
    }
  }

  /** Adds the events of orders, with the types that these name. */
  private PretixFile withTypes(List<PretixLine> lines) {
    Map<String, PretixEvent> events = new LinkedHashMap<>();
    for (PretixLine line : lines) {
      if (line.members() != null) {
        PretixEvent named =
            events.computeIfAbsent(
                line.event(), slug -> new PretixEvent(slug, null, new LinkedHashMap<>()));
        for (Map<?, ?> ticket : PretixValues.objects(line.members().get("tickets"))) {
          String type = ticket.get("ticket_type").toString();
          named.types().putIfAbsent(type, products.words(type));
        }
      }
    }
    return new PretixFile(List.copyOf(events.values()), lines);
  }
}
