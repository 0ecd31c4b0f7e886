package io.doorlist.cli.office;

import io.doorlist.cli.connection.AccountReader;
import io.doorlist.cli.console.Failure;
import io.doorlist.cli.console.FailureType;
import io.doorlist.domain.Slug;
import io.doorlist.domain.event.Account;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.DeskTerms;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.event.ListTerms;
import io.doorlist.domain.event.TicketType;
import io.doorlist.door.Reentry;
import io.doorlist.ingest.ImportOutcome;
import io.doorlist.ingest.ImportStore;
import io.doorlist.ingest.ListDefinition;
import io.doorlist.store.event.EventStore;
import io.doorlist.table.Table;
import java.text.Normalizer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The events of an account, with their titles, ticket types and doors. */
record EventSetup(Table table, String account) {
  /** The name of a new event's door. The import of a guest list uses the same name. */
  private static final String ENTRANCE = "Entrance";

  private static final int MAX_SLUG = 60;
  private static final Pattern MARKS = Pattern.compile("\\p{M}+");
  private static final Pattern SIGNS = Pattern.compile("[^a-z0-9]+");
  private static final Pattern ENDS = Pattern.compile("^-|-$");

  /**
   * What an organiser says of an event. Texts that are left out are {@code null}.
   *
   * @param types the ticket types in their order. A type with a slug is one that the event has
   *     already.
   */
  record Said(
      String title,
      LocalDate date,
      String place,
      ZoneId zone,
      String currency,
      List<SaidType> types) {}

  /**
   * What an organiser says of a ticket type.
   *
   * @param slug {@code null} if the type is new
   * @param price what a guest pays at the desk, in cents; {@code null} leaves it as it is
   */
  record SaidType(String slug, String name, String note, Long price) {}

  /**
   * What an organiser says of a door.
   *
   * @param id {@code null} if the door is new
   * @param types the slugs of the types that it admits; {@code null} for all
   */
  record SaidDoor(Long id, String name, List<String> types, Instant opensAt, Reentry reentry) {}

  List<EventDefinition> list() {
    return new EventStore(table).findAccount(account).isEmpty()
        ? List.of()
        : new AccountReader(table, account).definitions(null);
  }

  EventDefinition get(String event) {
    return new AccountReader(table, account).definitions(event).getFirst();
  }

  /** Creates an event with one door that admits all tickets, and returns it. */
  EventDefinition create(Said said) {
    List<EventDefinition> others = list();
    Set<String> taken =
        others.stream().map(each -> each.event().slug()).collect(Collectors.toSet());
    String slug = slug(said.title(), "event", word -> !taken.contains(word));
    long id = others.stream().mapToLong(each -> each.event().id()).max().orElse(0) + 1;
    ImportStore writes = writes();
    if (new EventStore(table).findAccount(account).isEmpty()) {
      check(writes.putAccount(new Account(account, account)));
    }
    check(writes.putEvent(event(new Event(account, id, slug, said.title(), List.of()), said)));
    check(
        writes.putCheckinList(
            account, slug, new ListDefinition(1, ENTRANCE, null, ListTerms.NONE)));
    return get(slug);
  }

  EventDefinition change(String slug, Said said) {
    check(writes().putEvent(event(get(slug).event(), said)));
    return get(slug);
  }

  /** Adds a door to an event, or changes one. Returns the event. */
  EventDefinition putDoor(String slug, SaidDoor said) {
    EventDefinition event = get(slug);
    long last = event.lists().stream().mapToLong(CheckinList::id).max().orElse(0);
    long id = said.id() == null ? last + 1 : said.id();
    ListTerms terms =
        event.lists().stream()
            .filter(list -> list.id() == id)
            .map(CheckinList::terms)
            .findFirst()
            .orElse(ListTerms.NONE);
    ListTerms changed =
        new ListTerms(
            terms.includePending(),
            terms.seriesDates(),
            said.opensAt(),
            terms.closesAt(),
            terms.area(),
            said.reentry(),
            terms.rules(),
            terms.addonMatch());
    check(
        writes()
            .putCheckinList(
                account, slug, new ListDefinition(id, said.name(), said.types(), changed)));
    return get(slug);
  }

  private ImportStore writes() {
    return new ImportStore(table, false, () -> {});
  }

  private static void check(ImportOutcome outcome) {
    if (outcome.kind() == ImportOutcome.Kind.REFUSED) {
      throw new Failure(
          FailureType.NOT_ACCEPTED, outcome.reason(), outcome.field() + ": " + outcome.reason());
    }
  }

  private static Event event(Event before, Said said) {
    List<TicketType> types = new ArrayList<>(before.ticketTypes());
    for (SaidType each : said.types()) {
      if (each.slug() == null) {
        long id = types.stream().mapToLong(TicketType::id).max().orElse(0) + 1;
        String slug =
            slug(
                each.name(),
                "type",
                word -> types.stream().noneMatch(type -> type.slug().equals(word)));
        types.add(
            new TicketType(id, slug, each.name(), each.note(), false).withPrice(each.price()));
      } else {
        types.replaceAll(
            type ->
                type.slug().equals(each.slug())
                    ? new TicketType(
                        type.id(),
                        type.slug(),
                        each.name(),
                        each.note(),
                        type.attention(),
                        type.product(),
                        type.variation(),
                        each.price())
                    : type);
      }
    }
    return new Event(
        before.account(),
        before.id(),
        before.slug(),
        said.title(),
        types,
        said.zone(),
        before.areas(),
        said.date(),
        said.place(),
        before.desk() == null && !types.isEmpty()
            ? DeskTerms.ofGuestList(types, true)
            : before.desk(),
        said.currency());
  }

  /**
   * Returns a slug, which is a word for addresses. It is made from a name, and is one that {@code
   * free} accepts.
   */
  private static String slug(String name, String otherwise, Predicate<String> free) {
    String plain = MARKS.matcher(Normalizer.normalize(name, Normalizer.Form.NFKD)).replaceAll("");
    String word =
        ENDS.matcher(SIGNS.matcher(plain.toLowerCase(Locale.ROOT)).replaceAll("-")).replaceAll("");
    String start = word.substring(0, Math.min(MAX_SLUG, word.length()));
    String first =
        Slug.validForEvent(start) ? start : otherwise + (start.isEmpty() ? "" : "-" + start);
    String slug = first;
    for (int number = 2; !free.test(slug); number++) {
      slug = first + "-" + number;
    }
    return slug;
  }
}
