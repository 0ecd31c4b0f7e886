package io.doorlist.cli.importing.guests;

import io.doorlist.cli.console.Failure;
import io.doorlist.cli.console.OfThisMachine;
import io.doorlist.cli.lines.ImportLine;
import io.doorlist.cli.lines.Importer;
import io.doorlist.domain.event.Account;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.DeskTerms;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.event.ListTerms;
import io.doorlist.domain.event.TicketType;
import io.doorlist.ingest.ListDefinition;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The event of a guest list, as it is stored and as the import changes it. */
final class GuestEvent {
  /**
   * The name of the check-in list that an import makes if the event has none. A later import
   * recognises that list by its name and its id.
   */
  private static final String LIST = "Entrance";

  private static final long LIST_ID = 1;

  private final String account;

  private final String slug;
  private final Optional<EventDefinition> stored;
  private final Event before;
  private final GuestListOptions options;
  private final String currency;

  /**
   * Creates the event of a guest list.
   *
   * @param events the events of the account
   * @param currency the currency in which guests pay at a desk
   */
  GuestEvent(
      String account,
      String slug,
      List<EventDefinition> events,
      GuestListOptions options,
      String currency) {
    this.account = account;
    this.slug = slug;
    this.options = options;
    this.currency = currency;
    this.stored = events.stream().filter(it -> it.event().slug().equals(slug)).findFirst();
    long nextId = events.isEmpty() ? 1 : events.getLast().event().id() + 1;
    this.before =
        stored
            .map(EventDefinition::event)
            .orElseGet(() -> new Event(account, nextId, slug, slug, List.of()));
  }

  boolean isNew() {
    return stored.isEmpty();
  }

  List<TicketType> types() {
    return before.ticketTypes();
  }

  /**
   * Returns the event's time zone. If the event is new and no option names a time zone, it is that
   * of this machine.
   */
  @OfThisMachine
  ZoneId zone() {
    ZoneId unsaid = isNew() ? ZoneId.systemDefault() : before.zone();
    return Objects.requireNonNullElse(options.timeZone, unsaid);
  }

  /**
   * Imports the event and its check-in list with their changes.
   *
   * @param accountThere whether the account exists; otherwise it is created
   */
  void add(boolean accountThere, GuestTypes types, Importer.SourceLine nowhere, Importer importer) {
    Event now = now(types);
    Optional<ListDefinition> list = list();
    if (!accountThere) {
      importer.add(nowhere, new ImportLine.AccountLine(new Account(account, account)));
    }
    importer.add(nowhere, new ImportLine.EventLine(now));
    list.map(it -> new ImportLine.CheckinListLine(account, slug, it))
        .ifPresent(line -> importer.add(nowhere, line));
  }

  /**
   * Returns what is new in the event.
   *
   * @throws Failure if an option does not fit the event
   */
  List<Finding> findings(GuestTypes types) {
    Event now = now(types);
    list();
    List<Finding> findings = new ArrayList<>();
    if (isNew()) {
      findings.add(
          Finding.of(
              options.timeZone == null ? FindingType.EVENT_IS_NEW_HERE : FindingType.EVENT_IS_NEW,
              "event",
              slug,
              "title",
              now.title(),
              "zone",
              now.zone()));
    }
    List<CheckinList> lists = stored.map(EventDefinition::lists).orElse(List.of());
    if (!lists.isEmpty()) {
      now.ticketTypes().stream()
          .filter(type -> before.ticketType(type.slug()).isEmpty())
          .filter(type -> !admits(type.slug()))
          .map(type -> Finding.of(FindingType.TYPE_OF_NO_LIST, "type", type.name()))
          .forEach(findings::add);
    }
    return findings;
  }

  /**
   * Returns whether a check-in list of the event admits a ticket type. If the event has no list
   * yet, the import makes one that admits all types.
   */
  boolean admits(String type) {
    List<CheckinList> lists = stored.map(EventDefinition::lists).orElse(List.of());
    return lists.isEmpty() || lists.stream().anyMatch(it -> it.admits(type));
  }

  /** Returns the event with its changes. */
  private Event now(GuestTypes types) {
    List<TicketType> noted = noted(types);
    return new Event(
        account,
        before.id(),
        slug,
        Objects.requireNonNullElse(options.title, before.title()),
        noted,
        isNew() || options.timeZone != null ? zone() : before.timeZone(),
        before.areas(),
        options.date == null ? before.date() : options.date,
        options.place == null ? before.place() : emptied(options.place),
        noting(desk(noted)),
        currency.equals(Event.NO_CURRENCY) ? before.currency() : currency);
  }

  /**
   * Returns these terms of desks. If an option says who reads notes, it replaces what the terms say
   * about that.
   */
  private DeskTerms noting(DeskTerms terms) {
    return options.notesAt == null
        ? terms
        : (terms == null ? DeskTerms.NONE : terms).notesAt(options.notesAt.notesAt());
  }

  /**
   * Returns what a desk may do. If this list brings the event's first guests, desks get the default
   * for guest lists. Otherwise nothing changes. By default, desks store names only if the table is
   * not on AWS.
   */
  DeskTerms desk(List<TicketType> types) {
    boolean first = before.desk() == null && before.ticketTypes().isEmpty();
    return isNew() || first ? DeskTerms.ofGuestList(types, !options.onAws) : before.desk();
  }

  private static String emptied(String text) {
    return text.isBlank() ? null : text.strip();
  }

  /**
   * Returns the check-in list to write. It is a new one, or the list that an earlier import made,
   * with another rule of re-entry. Returns empty if no list changes.
   */
  private Optional<ListDefinition> list() {
    List<CheckinList> lists = stored.map(EventDefinition::lists).orElse(List.of());
    if (lists.isEmpty()) {
      return Optional.of(new ListDefinition(LIST_ID, LIST, null, returning(ListTerms.NONE)));
    }
    if (options.reentry == null) {
      return Optional.empty();
    }
    CheckinList own =
        lists.stream()
            .filter(list -> list.id() == LIST_ID && list.name().equals(LIST))
            .findFirst()
            .orElseThrow(
                () ->
                    new Failure(
                        "--reentry is for a list that an import of guests made, and the event has"
                            + " none; a line of its list says 'reentry'"));
    return Optional.of(
        new ListDefinition(
            own.id(),
            own.name(),
            own.allTicketTypes() ? null : own.ticketTypes(),
            returning(own.terms())));
  }

  private ListTerms returning(ListTerms terms) {
    return options.reentry == null
        ? terms
        : new ListTerms(
            terms.includePending(),
            terms.seriesDates(),
            terms.opensAt(),
            terms.closesAt(),
            terms.area(),
            options.reentry.reentry(),
            terms.rules(),
            terms.addonMatch());
  }

  /**
   * Returns the ticket types with the notes that staff see with their tickets. Fails if an option
   * names a type that does not exist.
   */
  private List<TicketType> noted(GuestTypes types) {
    List<TicketType> all = new ArrayList<>(types.all());
    for (Map.Entry<String, String> note : options.notes.entrySet()) {
      String noted = types.slugOf("--note", note.getKey());
      all.replaceAll(
          type -> type.slug().equals(noted) ? type.withNote(emptied(note.getValue())) : type);
    }
    return all;
  }
}
