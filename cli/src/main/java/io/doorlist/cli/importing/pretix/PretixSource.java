package io.doorlist.cli.importing.pretix;

import io.doorlist.cli.connection.AccountReader;
import io.doorlist.cli.console.Failure;
import io.doorlist.cli.lines.ImportLine;
import io.doorlist.cli.lines.ImportLines;
import io.doorlist.cli.lines.ImportSource;
import io.doorlist.cli.lines.Importer;
import io.doorlist.cli.lines.InputFile;
import io.doorlist.cli.lines.RefusedLine;
import io.doorlist.domain.Slug;
import io.doorlist.domain.event.Area;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.event.TicketType;
import io.doorlist.ingest.ListDefinition;
import io.doorlist.json.Json;
import io.doorlist.store.event.EventStore;
import io.doorlist.table.Table;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Imports files from pretix into events of an account. Ticket types that an event lacks are added
 * to it. A file is read as a whole. Not thread-safe.
 */
public final class PretixSource implements ImportSource {
  private static final int MAX_BYTES = 256 << 20;

  private final PretixFormat format;
  private final EventStore events;
  private final String account;
  private final EventChoice choice;
  private final Map<String, Event> known = new HashMap<>();

  /** For each event, the ticket types whose names no file has given yet. */
  private final Map<String, Set<String>> nameless = new HashMap<>();

  public PretixSource(PretixFormat format, Table table, String account, EventChoice choice) {
    this.format = format;
    this.events = new EventStore(table);
    this.account = account;
    this.choice = choice;
  }

  @Override
  public boolean read(InputFile file, Importer importer, Step step) throws IOException {
    return read(file.name(), format.read(text(file)), importer, step);
  }

  /** Passes everything in a file to the importer. Returns whether it read the file to its end. */
  public boolean read(String name, PretixFile file, Importer importer, Step step) {
    for (PretixFile.PretixEvent event : file.events()) {
      choice.ours(event.slug()).ifPresent(slug -> put(name, slug, event, importer));
    }
    file.notes().stream()
        .filter(note -> choice.ours(note.event()).isPresent())
        .forEach(note -> importer.note(note.text()));
    for (PretixFile.PretixLine line : file.lines()) {
      add(name, line, importer);
      if (!step.goOn()) {
        return false;
      }
    }
    return true;
  }

  private void add(String file, PretixFile.PretixLine given, Importer importer) {
    Optional<String> ours = choice.ours(given.event());
    String event = ours.orElse(given.event());
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("kind", given.kind());
    line.put("account", account);
    line.put("event", event);
    if (given.members() != null) {
      line.putAll(given.members());
    }
    String subject = event == null || given.order() == null ? event : event + "/" + given.order();
    Importer.SourceLine source =
        new Importer.SourceLine(file, given.unit(), given.number(), subject, Json.writeValue(line));
    try {
      if (given.refusal() != null) {
        throw given.refusal();
      }
      if (ours.isEmpty()) {
        throw new RefusedLine("event", choice.refusal(given.event()));
      }
      requireNames(event, line.get("tickets"));
      importer.add(source, ImportLines.read(line));
    } catch (RefusedLine e) {
      importer.refuse(source, e);
    }
  }

  /**
   * Refuses an order that has a ticket of a type whose name no file has given. Other orders are not
   * affected.
   */
  private void requireNames(String event, Object tickets) throws RefusedLine {
    for (Map<?, ?> ticket : PretixValues.objects(tickets)) {
      if (nameless.getOrDefault(event, Set.of()).contains(ticket.get("ticket_type"))) {
        throw new RefusedLine(
            null,
            "nothing says what '%s' is called: import the file of the event's products before"
                    .formatted(ticket.get("ticket_type"))
                + " the orders");
      }
    }
  }

  /** Adds an event, or changes the stored event to what the file says. */
  private void put(String file, String slug, PretixFile.PretixEvent event, Importer importer) {
    Optional<Event> stored =
        Optional.ofNullable(known.get(slug)).or(() -> events.find(account, slug));
    if (stored.isEmpty() && event.title() == null) {
      throw new Failure(
          "account '%s' has no event '%s'; import its line first, or the event's own file"
              .formatted(account, slug));
    }
    Event base =
        stored.orElseGet(() -> new Event(account, nextId(), slug, event.title(), List.of()));
    Event changed =
        new Event(
            account,
            base.id(),
            slug,
            event.title() == null ? base.title() : event.title(),
            types(base, event),
            event.timeZone() == null ? base.timeZone() : event.timeZone(),
            areas(base, event),
            base.date(),
            base.place());
    known.put(slug, changed);
    importer.add(
        new Importer.SourceLine(file, "event", 0, null, null), new ImportLine.EventLine(changed));
    stored.ifPresent(old -> extendLists(file, old, event, importer));
  }

  private static List<Area> areas(Event stored, PretixFile.PretixEvent event) {
    Map<String, Area> areas = new LinkedHashMap<>();
    stored.areas().forEach(area -> areas.put(area.slug(), area));
    event.areas().forEach((slug, area) -> areas.compute(slug, (any, old) -> area.orElse(null)));
    return List.copyOf(areas.values());
  }

  private List<TicketType> types(Event stored, PretixFile.PretixEvent event) {
    Map<String, TicketType> types = new LinkedHashMap<>();
    stored.ticketTypes().forEach(type -> types.put(type.slug(), type));
    long id = stored.ticketTypes().stream().mapToLong(TicketType::id).max().orElse(0);
    for (Map.Entry<String, PretixFile.TypeWords> entry : event.types().entrySet()) {
      TicketType old = types.get(entry.getKey());
      PretixFile.TypeWords words = entry.getValue();
      if (words.name() != null) {
        nameless.getOrDefault(stored.slug(), new HashSet<>()).remove(entry.getKey());
        long number = old == null ? ++id : old.id();
        types.put(
            entry.getKey(),
            new TicketType(
                number,
                entry.getKey(),
                words.name(),
                words.note(),
                words.attention(),
                words.number() == null ? number : words.number(),
                words.variation()));
      } else if (old == null) {
        nameless.computeIfAbsent(stored.slug(), any -> new HashSet<>()).add(entry.getKey());
      }
    }
    return List.copyOf(types.values());
  }

  /**
   * Adds the event's new ticket types to the check-in lists that admit a type of the same product.
   */
  private void extendLists(
      String file, Event stored, PretixFile.PretixEvent event, Importer importer) {
    Map<String, String> added = new LinkedHashMap<>();
    event.types().forEach((slug, words) -> added.put(slug, words.product()));
    added.keySet().removeIf(slug -> stored.ticketType(slug).isPresent());
    if (added.isEmpty()) {
      return;
    }
    Optional<EventDefinition> definition = events.readDefinition(account, stored.slug());
    for (CheckinList list : definition.map(EventDefinition::lists).orElse(List.of())) {
      Set<String> types = new LinkedHashSet<>(list.ticketTypes());
      for (String type : list.ticketTypes()) {
        added.forEach(
            (slug, product) -> {
              if (type.equals(product) || type.startsWith(product + "-")) {
                types.add(slug);
              }
            });
      }
      if (types.size() > list.ticketTypes().size()) {
        importer.add(
            new Importer.SourceLine(file, "list", 0, null, null),
            new ImportLine.CheckinListLine(
                account,
                stored.slug(),
                new ListDefinition(list.id(), list.name(), List.copyOf(types), list.terms())));
      }
    }
  }

  private long nextId() {
    List<Event> all = AccountReader.everyPage(page -> events.list(account, page));
    return Stream.concat(known.values().stream(), all.stream()).mapToLong(Event::id).max().orElse(0)
        + 1;
  }

  /**
   * Says which events of pretix become which events here.
   *
   * @param theirs the slug in pretix of the only event to import; {@code null} if all events are
   *     imported under their own slugs
   * @param ours the slug of that event here; {@code null} if {@code theirs} is {@code null}
   */
  public record EventChoice(String theirs, String ours) {
    /**
     * Reads the option {@code --event}: {@code E}, {@code THEIRS=OURS}, or {@code null} for all
     * events. Returns empty if the text is invalid.
     */
    public static Optional<EventChoice> of(String text) {
      if (text == null) {
        return Optional.of(new EventChoice(null, null));
      }
      int equals = text.indexOf('=');
      String theirs = equals < 0 ? text : text.substring(0, equals);
      String ours = text.substring(equals + 1);
      return Slug.validForEvent(ours) && !theirs.isEmpty()
          ? Optional.of(new EventChoice(theirs, ours))
          : Optional.empty();
    }

    /** Returns the slug that an event of pretix gets here; empty if the event is not imported. */
    public Optional<String> ours(String event) {
      if (ours == null) {
        return Optional.ofNullable(event).filter(Slug::validForEvent);
      }
      return event == null || event.equals(theirs) ? Optional.of(ours) : Optional.empty();
    }

    private String refusal(String event) {
      if (event == null) {
        return "the file does not say of which event it is; --event does";
      }
      return ours == null ? "is not an event's slug" : "is not the event that --event names";
    }
  }

  private static String text(InputFile file) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(file.whole(MAX_BYTES));
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
      return text.startsWith("\uFEFF") ? text.substring(1) : text;
    } catch (CharacterCodingException e) {
      throw new Failure(file.name() + " is not UTF-8");
    }
  }
}
