package io.doorlist.cli.importing.guests;

import io.doorlist.cli.connection.AccountReader;
import io.doorlist.cli.console.Console;
import io.doorlist.cli.console.Text;
import io.doorlist.cli.importing.lines.ImportLine;
import io.doorlist.cli.importing.lines.ImportSource;
import io.doorlist.cli.importing.lines.Importer;
import io.doorlist.cli.importing.lines.InputFile;
import io.doorlist.domain.event.Account;
import io.doorlist.domain.event.CheckinList;
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
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

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
  private final AccountReader reader;
  private final Instant now = Clock.systemUTC().instant().truncatedTo(ChronoUnit.MILLIS);

  /** Where a list goes; the currency may be {@code null}. */
  public record Target(String account, String event, String currency) {}

  /** Creates the source; {@code preview} may be {@code null}. */
  public GuestListSource(Stores stores, Target target, GuestListOptions options, Console preview) {
    this.stores = stores;
    this.target = target;
    this.options = options;
    this.preview = preview;
    this.reader = new AccountReader(stores, target.account());
  }

  /** Returns whether a file that begins like this is a guest list. */
  public static boolean recognises(byte[] beginning) {
    return SheetReader.isGuestList(beginning);
  }

  @Override
  public boolean read(InputFile file, Importer importer, Step step) throws IOException {
    Sheet sheet = SheetReader.read(file);
    boolean account = stores.events().findAccount(target.account()).isPresent();
    List<EventDefinition> events = account ? reader.definitions(null) : List.of();
    Optional<EventDefinition> stored =
        events.stream().filter(it -> it.event().slug().equals(target.event())).findFirst();
    long nextId = events.isEmpty() ? 1 : events.getLast().event().id() + 1;
    Event base =
        stored
            .map(EventDefinition::event)
            .orElseGet(
                () ->
                    new Event(target.account(), nextId, target.event(), target.event(), List.of()));
    GuestList list =
        GuestList.of(sheet, options, options.timeZone == null ? base.zone() : options.timeZone);
    if (preview != null) {
      list.preview().forEach(preview::result);
    }
    list.notes().forEach(importer::note);
    GuestTypes types = new GuestTypes(base.ticketTypes(), list);
    List<ImportLine> parents = new ArrayList<>();
    if (!account) {
      parents.add(new ImportLine.AccountLine(new Account(target.account(), target.account())));
    }
    Event event =
        new Event(
            base.account(),
            base.id(),
            base.slug(),
            options.title == null ? base.title() : options.title,
            types.all(base.ticketTypes()),
            options.timeZone == null ? base.timeZone() : options.timeZone,
            base.areas());
    parents.add(new ImportLine.EventLine(event));
    List<CheckinList> lists = stored.map(EventDefinition::lists).orElse(List.of());
    if (lists.isEmpty()) {
      ListDefinition all = new ListDefinition(1, LIST, null, ListTerms.NONE);
      parents.add(new ImportLine.CheckinListLine(target.account(), target.event(), all));
    }
    parents.forEach(parent -> importer.add(line(file, 0, null), parent));
    noteParents(event, stored, importer);
    for (GuestList.Refused refused : list.refused()) {
      String text = String.join("\t", refused.row().cells());
      importer.refuse(line(file, refused.row().number(), text), refused.reason());
    }
    return putOrders(file, list, types, stored.isPresent(), importer, step);
  }

  private static Importer.SourceLine line(InputFile file, long row, String text) {
    return new Importer.SourceLine(file.name(), "row", row, null, text);
  }

  private static void noteParents(
      Event event, Optional<EventDefinition> stored, Importer importer) {
    if (stored.isEmpty()) {
      boolean utc = event.zone().equals(ZoneOffset.UTC);
      importer.note(
          "event %s is new: title \"%s\", time zone %s"
              .formatted(
                  event.slug(),
                  Text.printable(event.title()),
                  utc ? "UTC (--time-zone says another)" : event.zone()));
      return;
    }
    for (TicketType type : event.ticketTypes()) {
      boolean old = stored.get().event().ticketTypes().contains(type);
      List<CheckinList> lists = stored.get().lists();
      if (!old && !lists.isEmpty() && lists.stream().noneMatch(it -> it.admits(type.slug()))) {
        importer.note("no list admits the new type \"" + Text.printable(type.name()) + "\"");
      }
    }
  }

  private boolean putOrders(
      InputFile file,
      GuestList list,
      GuestTypes types,
      boolean there,
      Importer importer,
      Step step) {
    boolean whole = options.replace && list.refused().isEmpty() && !list.guests().isEmpty();
    if (options.replace && !whole) {
      importer.note("--replace: nobody becomes void, as rows are refused, or there are none");
    }
    // Orders of earlier lists.
    Map<Long, Order> stored = new HashMap<>();
    if (there) {
      reader
          .orders(target.event(), GuestOrders::ofGuestList)
          .forEach(order -> stored.put(order.id(), order));
    }
    String currency = target.currency() == null ? NO_CURRENCY : target.currency();
    GuestOrders orders = new GuestOrders(types, currency, stored, list, whole, now);
    if (orders.gone() > 0) {
      String gone = Text.count(orders.gone(), "ticket");
      importer.note(
          whole
              ? "--replace: become void, as no longer in the list: " + gone
              : "not in this list, and stay as they are: " + gone + "; --replace makes them void");
    }
    Map<Long, List<Guest>> grouped = GuestOrders.grouped(list.guests());
    Stream<Order> gone = whole ? orders.without(grouped.keySet()).stream() : Stream.empty();
    boolean complete =
        grouped.values().stream()
                .allMatch(
                    rows -> {
                      put(file, rows.getFirst().row(), orders.order(rows), importer);
                      return step.goOn();
                    })
            && gone.allMatch(
                order -> {
                  put(file, 0, order, importer);
                  return step.goOn();
                });
    if (complete && orders.keptOut() > 0) {
      importer.note(
          "stay void, pending or blocked, as no column says otherwise: %s; a column of status does,"
                  .formatted(Text.count(orders.keptOut(), "ticket"))
              + " or --replace");
    }
    return complete;
  }

  private void put(InputFile file, long row, Order order, Importer importer) {
    importer.add(
        line(file, row, null), new ImportLine.OrderLine(target.account(), target.event(), order));
  }
}
