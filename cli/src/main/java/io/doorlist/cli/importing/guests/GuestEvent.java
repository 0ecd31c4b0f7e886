package io.doorlist.cli.importing.guests;

import io.doorlist.cli.console.Failure;
import io.doorlist.cli.console.OfThisMachine;
import io.doorlist.cli.importing.lines.ImportLine;
import io.doorlist.cli.importing.lines.Importer;
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

/** The event of a guest list: what is there, and what the import makes of it. */
final class GuestEvent {
  /** The list that admits all, by which an import is recognised as the one that made it. */
  private static final String LIST = "Entrance";

  private static final long LIST_ID = 1;

  /** How many guests the desks of a new event may add in an hour, for as long as nobody says. */
  private final String account;

  private final String slug;
  private final Optional<EventDefinition> stored;
  private final Event before;
  private final GuestListOptions options;
  private final String currency;

  /**
   * Creates one.
   *
   * @param events of the account
   * @param currency of what guests pay at a desk
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

  /** Returns its time zone: that of this machine, if the event is new and nobody says another. */
  @OfThisMachine
  ZoneId zone() {
    ZoneId unsaid = isNew() ? ZoneId.systemDefault() : before.zone();
    return Objects.requireNonNullElse(options.timeZone, unsaid);
  }

  /**
   * Adds the event and its list, as they are then.
   *
   * @param accountThere whether the account is there, which is added otherwise
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
   * Returns what is new of the event.
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

  /** Returns whether a list admits a type; the list that an import makes admits all. */
  boolean admits(String type) {
    List<CheckinList> lists = stored.map(EventDefinition::lists).orElse(List.of());
    return lists.isEmpty() || lists.stream().anyMatch(it -> it.admits(type));
  }

  /** Returns the event as it is then. */
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

  /** Returns what a desk may do, with who reads notes if that is said. */
  private DeskTerms noting(DeskTerms terms) {
    return options.notesAt == null
        ? terms
        : (terms == null ? DeskTerms.NONE : terms).notesAt(options.notesAt.notesAt());
  }

  /**
   * Returns what a desk may do: what is known, or else, if a list brings the event's first guests,
   * what such a list lets it do. A desk keeps names where the organiser has the service at hand.
   */
  DeskTerms desk(List<TicketType> types) {
    boolean first = before.desk() == null && before.ticketTypes().isEmpty();
    return isNew() || first ? DeskTerms.ofGuestList(types, !options.onAws) : before.desk();
  }

  private static String emptied(String text) {
    return text.isBlank() ? null : text.strip();
  }

  /** Returns the list to write: a new one, or the import's own with another rule of re-entry. */
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

  /** Returns the types with what their staff are told; fails if a note is of none of them. */
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
