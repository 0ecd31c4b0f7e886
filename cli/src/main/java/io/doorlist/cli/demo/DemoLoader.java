package io.doorlist.cli.demo;

import io.doorlist.cli.console.Progress;
import io.doorlist.cli.importing.lines.ImportCounts;
import io.doorlist.cli.importing.lines.ImportLine;
import io.doorlist.cli.importing.lines.Importer;
import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.CheckinCommand;
import io.doorlist.domain.checkin.IdempotencyKey;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import io.doorlist.ingest.ImportStore;
import io.doorlist.paging.PageRequest;
import io.doorlist.store.Stores;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Loads the demo data into a table, and what has happened at its doors. Not thread-safe. */
public final class DemoLoader {
  private static final Importer.SourceLine SOURCE =
      new Importer.SourceLine("demo", "line", 1, null, null);
  private static final Instant DOORS_OPEN = Instant.parse("2026-07-18T16:00:00Z");
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** The token id of the demo's check-ins; with it, loading twice is harmless. */
  private static final String DEVICE = "demo";

  /** How many orders of an event, from the first, have been at its doors. */
  private static final int ARRIVED = 30;

  /** One in this many of these orders comes in with one scan of the order's code. */
  private static final int AS_ORDER = 5;

  private final DemoData data;
  private final Stores stores;
  private final DemoClock clock;

  public DemoLoader(DemoData data, Stores stores, DemoClock clock) {
    this.data = data;
    this.stores = stores;
    this.clock = clock;
  }

  /** The tickets of an order that a list admits, at its door. */
  private record Visit(
      EventDefinition definition,
      CheckinList list,
      Order order,
      List<Ticket> tickets,
      boolean asOrder,
      Instant at) {}

  /** Returns whether all of the data is there; the last visit is loaded last. */
  public boolean isLoaded() {
    List<Visit> visits = visits();
    if (visits.isEmpty()) {
      return false;
    }
    Visit last = visits.getLast();
    return stores
        .checkins()
        .list(
            DemoData.ACCOUNT,
            last.definition().event().slug(),
            last.list(),
            last.order().mode(),
            new PageRequest(1, 1))
        .items()
        .stream()
        .anyMatch(in -> last.tickets().stream().anyMatch(ticket -> ticket.id() == in.ticketId()));
  }

  /** Returns whether the account has other orders with these ids, of another seed or its own. */
  boolean holdsAnother() {
    return DemoData.events().stream()
        .anyMatch(
            event -> {
              Order first = data.order(event, Mode.LIVE, 0);
              return stores
                  .orders()
                  .find(DemoData.ACCOUNT, event.slug(), first.id())
                  .filter(kept -> !kept.equals(first))
                  .isPresent();
            });
  }

  /** Loads what is not there yet; returns the outcome of accounts, events, lists and orders. */
  public ImportCounts load(Progress progress) {
    ImportCounts counts = new ImportCounts();
    clock.set(DemoOrder.FIRST);
    Importer importer =
        new Importer(
            new ImportStore(stores, false, progress::busy),
            (line, outcome) -> {
              counts.add(outcome);
              progress.at(counts.lines(), 0);
            });
    DemoData.parents().forEach(line -> importer.add(SOURCE, line));
    for (Event event : DemoData.events()) {
      for (Mode mode : Mode.values()) {
        for (int index = 0; index < data.orders(event, mode); index++) {
          Order order = data.order(event, mode, index);
          importer.add(SOURCE, new ImportLine.OrderLine(DemoData.ACCOUNT, event.slug(), order));
        }
      }
    }
    importer.finish();
    if (counts.refused() == 0) {
      visits().forEach(this::load);
    }
    return counts;
  }

  /** Returns the visits in order; none if the event does not exist. */
  private List<Visit> visits() {
    List<Visit> visits = new ArrayList<>();
    for (Event event : DemoData.events()) {
      stores
          .events()
          .readDefinition(DemoData.ACCOUNT, event.slug())
          .ifPresent(
              definition -> {
                for (Mode mode : Mode.values()) {
                  addVisits(visits, definition, mode);
                }
              });
    }
    return visits;
  }

  private void addVisits(List<Visit> visits, EventDefinition definition, Mode mode) {
    Instant now = DOORS_OPEN;
    int arrived = Math.min(mode == Mode.LIVE ? ARRIVED : 3, data.orders(definition.event(), mode));
    for (int index = 0; index < arrived; index++) {
      Order order = data.order(definition.event(), mode, index);
      boolean asOrder = index % AS_ORDER == AS_ORDER - 1;
      for (CheckinList list : definition.lists()) {
        List<Ticket> tickets =
            order.tickets().stream()
                .filter(ticket -> ticket.state() == TicketState.VALID)
                .filter(ticket -> list.admits(ticket.ticketType()))
                .toList();
        if (order.state() == OrderState.CONFIRMED
            && !tickets.isEmpty()
            && (asOrder || (index + list.id()) % 3 > 0)) {
          now = now.plusSeconds(90);
          visits.add(new Visit(definition, list, order, tickets, asOrder, now));
        }
      }
    }
  }

  private void load(Visit visit) {
    clock.set(visit.at());
    if (visit.asOrder()) {
      SortedMap<String, Integer> wanted = new TreeMap<>();
      visit.tickets().forEach(ticket -> wanted.merge(ticket.ticketType(), 1, Integer::sum));
      CheckinCommand command = command(visit, visit.order().id(), true);
      String code = visit.order().qrCodeIdentifier();
      stores.checkins().checkInOrder(visit.definition(), visit.list(), code, wanted, command);
      return;
    }
    for (Ticket ticket : visit.tickets()) {
      clock.set(clock.instant().plusMillis(1_370));
      CheckinCommand command = command(visit, ticket.id(), ticket.id() % 7 != 0);
      String code = ticket.qrCodeIdentifier();
      stores.checkins().checkInTicket(visit.definition(), visit.list(), code, command);
    }
  }

  private CheckinCommand command(Visit visit, long id, boolean online) {
    Instant now = clock.instant();
    String key = DEVICE + "-" + visit.list().number() + "-" + id;
    return new CheckinCommand(
        visit.order().mode(),
        DEVICE,
        online,
        id % 11 != 0,
        online ? null : now.minusSeconds(90),
        new IdempotencyKey(key, key),
        now.plus(PATIENCE));
  }
}
