package io.doorlist.cli.importing.guests;

import io.doorlist.cli.connection.AccountReader;
import io.doorlist.cli.console.Console;
import io.doorlist.cli.console.Text;
import io.doorlist.cli.importing.lines.ImportLine;
import io.doorlist.cli.importing.lines.ImportSource;
import io.doorlist.cli.importing.lines.Importer;
import io.doorlist.cli.importing.lines.InputFile;
import io.doorlist.domain.event.Account;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.event.ListTerms;
import io.doorlist.domain.event.TicketType;
import io.doorlist.domain.order.Order;
import io.doorlist.ingest.ListDefinition;
import io.doorlist.store.Stores;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Gatherers;

/**
 * Imports a guest list into an event; account, event, a list that admits all and ticket types are
 * added if they are not there. The file is read as a whole. Not thread-safe.
 */
public final class GuestListSource implements ImportSource {
  private static final String LIST = "Entrance";

  /** ISO 4217's word for no currency: a guest list has no amounts. */
  private static final String NO_CURRENCY = "XXX";

  private final Stores stores;
  private final Target target;
  private final GuestListOptions options;
  private final Console preview;
  private final Instant now = Clock.systemUTC().instant().truncatedTo(ChronoUnit.MILLIS);

  /**
   * Where a list goes.
   *
   * @param currency of new orders, or {@code null}
   */
  public record Target(String account, String event, String currency) {}

  /**
   * Creates the source.
   *
   * @param preview where to show how the list is understood, or {@code null}
   */
  public GuestListSource(
      Stores stores, Target target, GuestListOptions options, Console preview) {
    this.stores = stores;
    this.target = target;
    this.options = options;
    this.preview = preview;
  }

  /** Returns whether a file that begins like this is a guest list. */
  public static boolean recognises(byte[] beginning) {
    return SheetReader.isGuestList(beginning);
  }

  @Override
  public boolean read(InputFile file, Importer importer, Step step) throws IOException {
    Sheet sheet = SheetReader.read(file);
    Optional<EventDefinition> stored =
        stores.events().findAccount(target.account()).isEmpty()
            ? Optional.empty()
            : stores.events().readDefinition(target.account(), target.event());
    GuestList list = GuestList.of(sheet, options, zone(stored));
    if (preview != null) {
      Preview.lines(list).forEach(preview::result);
    }
    list.notes().forEach(importer::note);
    GuestTypes types =
        new GuestTypes(stored.map(it -> it.event().ticketTypes()).orElse(List.of()), list);
    put(file.name(), stored, types, importer);
    for (GuestList.Refused refused : list.refused()) {
      importer.refuse(line(file.name(), refused.row()), refused.reason());
    }
    return putOrders(file.name(), list, types, stored.isPresent(), importer, step);
  }

  private ZoneId zone(Optional<EventDefinition> stored) {
    ZoneId wanted = options.zone();
    return wanted != null
        ? wanted
        : stored.map(it -> it.event().zone()).orElse(ZoneOffset.UTC);
  }

  private static Importer.SourceLine line(String file, Sheet.Row row) {
    return new Importer.SourceLine(
        file, "row", row.number(), null, String.join("\t", row.cells()));
  }

  /** Adds what is not there: the account, the event with its types, a list that admits all. */
  private void put(
      String file, Optional<EventDefinition> stored, GuestTypes types, Importer importer) {
    Importer.SourceLine place = new Importer.SourceLine(file, "event", 0, null, null);
    if (stores.events().findAccount(target.account()).isEmpty()) {
      importer.add(
          place, new ImportLine.AccountLine(new Account(target.account(), target.account())));
    }
    Event base =
        stored
            .map(EventDefinition::event)
            .orElseGet(
                () ->
                    new Event(
                        target.account(),
                        nextId(),
                        target.event(),
                        target.event(),
                        List.of()));
    Event event =
        new Event(
            base.account(),
            base.id(),
            base.slug(),
            options.title == null ? base.title() : options.title,
            types.all(base.ticketTypes()),
            options.zone() == null ? base.timeZone() : options.zone(),
            base.areas());
    importer.add(place, new ImportLine.EventLine(event));
    if (stored.isEmpty()) {
      importer.note(
          "event %s is new: title \"%s\", time zone %s%s"
              .formatted(
                  event.slug(),
                  Text.printable(event.title()),
                  event.zone(),
                  options.zone() == null ? " (--time-zone says another)" : ""));
    }
    if (stored.map(it -> it.lists().isEmpty()).orElse(true)) {
      ListDefinition all = new ListDefinition(1, LIST, null, ListTerms.NONE);
      importer.add(
          place, new ImportLine.CheckinListLine(target.account(), target.event(), all));
    } else {
      event.ticketTypes().stream()
          .filter(type -> !base.ticketTypes().contains(type))
          .filter(type -> stored.get().lists().stream().noneMatch(it -> it.admits(type.slug())))
          .map(TicketType::name)
          .forEach(
              name ->
                  importer.note("no list admits the new type \"" + Text.printable(name) + "\""));
    }
  }

  private long nextId() {
    boolean there = stores.events().findAccount(target.account()).isPresent();
    List<EventDefinition> events =
        there ? new AccountReader(stores, target.account()).definitions(null) : List.of();
    return events.isEmpty() ? 1 : events.getLast().event().id() + 1;
  }

  private boolean putOrders(
      String file,
      GuestList list,
      GuestTypes types,
      boolean there,
      Importer importer,
      Step step) {
    AccountReader reader = new AccountReader(stores, target.account());
    boolean whole = options.replace && list.refused().isEmpty();
    StoredGuests known =
        new StoredGuests(
            reader,
            target.event(),
            there ? reader.orderIds(target.event()) : List.of(),
            list,
            whole,
            now);
    String currency = target.currency() == null ? NO_CURRENCY : target.currency();
    GuestOrders orders = new GuestOrders(types, currency, now);
    Map<Long, List<Guest>> grouped = GuestOrders.grouped(list.guests());
    List<Order> gone = whole ? gone(known, grouped, importer) : List.of();
    if (options.replace && !whole) {
      importer.note("--replace: nobody becomes void, as rows are refused; put them right first");
    }
    boolean complete =
        grouped.entrySet().stream()
            .gather(
                Gatherers.mapConcurrent(
                    AccountReader.AT_A_TIME,
                    entry -> Map.entry(entry.getValue(), known.find(entry.getKey()))))
            .allMatch(
                entry -> {
                  List<Guest> rows = entry.getKey();
                  Order fresh = orders.order(rows);
                  Order order =
                      entry.getValue().map(old -> known.over(old, fresh, rows)).orElse(fresh);
                  add(file, rows.getFirst().row(), order, importer);
                  return step.goOn();
                });
    for (Order order : complete ? gone : List.<Order>of()) {
      add(file, 0, order, importer);
      complete &= step.goOn();
    }
    if (known.keptOut() > 0) {
      importer.note(
          "stay void, pending or blocked, as no column says otherwise: %s; a column of status does,"
                  .formatted(Text.count(known.keptOut(), "ticket"))
              + " or --replace");
    }
    return complete;
  }

  private void add(String file, long row, Order order, Importer importer) {
    importer.add(
        new Importer.SourceLine(file, "row", row, null, null),
        new ImportLine.OrderLine(target.account(), target.event(), order));
  }

  /** Finds orders that are no longer in the list, and says how many tickets are not. */
  private static List<Order> gone(
      StoredGuests known, Map<Long, List<Guest>> grouped, Importer importer) {
    List<Order> gone = new ArrayList<>();
    AtomicLong tickets = new AtomicLong();
    known
        .all()
        .forEach(
            stored -> {
              tickets.addAndGet(known.gone(stored));
              Order voided = known.voided(stored);
              if (!grouped.containsKey(stored.id()) && voided != stored) {
                gone.add(voided);
              }
            });
    importer.note(
        "--replace: become void, as no longer in the list: " + Text.count(tickets.get(), "ticket"));
    return gone;
  }
}
