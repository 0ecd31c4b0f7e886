package io.doorlist.cli.office;

import io.doorlist.cli.console.Failure;
import io.doorlist.cli.console.FailureType;
import io.doorlist.cli.console.WordedProblem;
import io.doorlist.cli.importing.guests.GuestTarget;
import io.doorlist.cli.importing.guests.ListProgress;
import io.doorlist.cli.lines.ExportLines;
import io.doorlist.cli.lines.ImportLine;
import io.doorlist.cli.lines.ImportLines;
import io.doorlist.cli.lines.Importer;
import io.doorlist.cli.lines.RefusedLine;
import io.doorlist.cli.office.ImportFolder.Part;
import io.doorlist.domain.Mode;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Ticket;
import io.doorlist.ingest.ImportOutcome;
import io.doorlist.ingest.ImportStore;
import io.doorlist.json.Json;
import io.doorlist.store.checkin.history.HistoryStore;
import io.doorlist.table.Table;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * Takes an import back, so that its orders are as they were before. The import is stored as {@code
 * TAKING_BACK} before the first write. So after a kill, the next start goes on.
 */
record TakingBack(
    Table table, String account, Clock clock, ImportFolder folder, Previews previews) {
  /**
   * Takes an import back. The tickets that it created open no door any more.
   *
   * @throws Failure if something else has happened to one of its tickets
   */
  ImportRun begin(ImportRun run) {
    if (run.state() != ImportRun.State.DONE) {
      throw new Failure(FailureType.NOT_IMPORTED, "it is not imported, or taken back already");
    }
    Map<Long, String> before = folder.lines(run.id(), Part.BEFORE);
    GuestTarget now = previews.target(run.event(), ListProgress.NONE);
    EventDefinition definition = definition(run, now);
    List<Order> changed = new ArrayList<>();
    folder
        .lines(run.id(), Part.AFTER)
        .forEach(
            (id, line) -> {
              Order order = now.orders().get(id);
              if (order == null || !line(definition.event(), order).equals(line)) {
                String name = order == null ? id.toString() : order.reference();
                throw new Failure(
                    FailureType.CHANGED_SINCE, name, "an order has changed since: " + name);
              }
              changed.add(order);
            });
    checkNobodyCame(run, definition, changed, before.keySet());
    folder.keep(run.with(ImportRun.State.TAKING_BACK, run.counts(), null));
    try {
      return put(run, changed, before);
    } catch (Failure e) {
      folder.keep(run);
      throw e;
    }
  }

  /**
   * Goes on after a kill. If an order is no longer as the import left it, it was taken back before
   * the kill.
   */
  void resume(ImportRun run) {
    try {
      GuestTarget now = previews.target(run.event(), ListProgress.NONE);
      Event event = definition(run, now).event();
      List<Order> left = new ArrayList<>();
      folder
          .lines(run.id(), Part.AFTER)
          .forEach(
              (id, line) -> {
                Order order = now.orders().get(id);
                if (order != null && line(event, order).equals(line)) {
                  left.add(order);
                }
              });
      put(run, left, folder.lines(run.id(), Part.BEFORE));
    } catch (RuntimeException e) {
      folder.keep(run.with(ImportRun.State.FAILED, run.counts(), WordedProblem.of(e)));
    }
  }

  private ImportRun put(ImportRun run, List<Order> changed, Map<Long, String> before) {
    put(
        run,
        changed.stream()
            .map(order -> earlier(order, before.get(order.id()), clock.instant()))
            .toList());
    ImportRun back = run.with(ImportRun.State.TAKEN_BACK, run.counts(), null);
    folder.keep(back);
    return back;
  }

  private static EventDefinition definition(ImportRun run, GuestTarget now) {
    return now.events().stream()
        .filter(each -> each.event().slug().equals(run.event()))
        .findFirst()
        .orElseThrow(() -> new Failure(FailureType.GONE, "the event is not there any more"));
  }

  /** Returns the orders of an event as lines, by the orders' ids. Equal orders give equal lines. */
  static Map<Long, String> lines(GuestTarget target) {
    Map<Long, String> lines = new TreeMap<>();
    target.events().stream()
        .map(EventDefinition::event)
        .filter(event -> event.slug().equals(target.event()))
        .forEach(
            event -> target.orders().forEach((id, order) -> lines.put(id, line(event, order))));
    return lines;
  }

  private static String line(Event event, Order order) {
    return Json.writeValue(ExportLines.order(event, order));
  }

  private void checkNobodyCame(
      ImportRun run, EventDefinition definition, List<Order> changed, Set<Long> old) {
    Set<Long> fresh = new HashSet<>();
    Set<Long> all = new HashSet<>();
    for (Order order : changed) {
      for (Ticket ticket : order.tickets()) {
        all.add(ticket.id());
        if (!old.contains(order.id())) {
          fresh.add(ticket.id());
        }
      }
    }
    new HistoryStore(table)
        .read(definition, null, Mode.LIVE).happenings().stream()
            .filter(
                each ->
                    fresh.contains(each.ticketId())
                        || all.contains(each.ticketId()) && !each.at().isBefore(run.at()))
            .findFirst()
            .ifPresent(
                each -> {
                  throw new Failure(
                      FailureType.WAS_AT_THE_DOOR,
                      each.reference(),
                      "somebody was at the door with " + each.reference());
                });
  }

  /**
   * Returns a new version of an order that has its earlier content. If {@code line} is {@code
   * null}, the order did not exist before, so its tickets become void and open no door.
   */
  private static Order earlier(Order order, String line, Instant now) {
    Instant later = now.truncatedTo(ChronoUnit.MILLIS);
    if (line == null) {
      List<Ticket> none =
          order.tickets().stream().map(ticket -> ticket.voided().touched(later)).toList();
      return order.cancelled(false, none, later);
    }
    try {
      Order before = ((ImportLine.OrderLine) ImportLines.read(line)).order();
      Map<Long, Ticket> tickets = new LinkedHashMap<>();
      // Tickets that the order got later stay in it, but open no door.
      order.tickets().forEach(ticket -> tickets.put(ticket.id(), ticket.voided()));
      before.tickets().forEach(ticket -> tickets.put(ticket.id(), ticket));
      List<Ticket> all = tickets.values().stream().map(ticket -> ticket.touched(later)).toList();
      return before.cancelled(false, all, later);
    } catch (RefusedLine e) {
      throw new Failure(FailureType.CANNOT_READ, "what the orders were cannot be read", e);
    }
  }

  private void put(ImportRun run, List<Order> orders) {
    List<String> refused = new ArrayList<>();
    Importer importer =
        new Importer(
            new ImportStore(table, false, () -> {}),
            (line, outcome) -> {
              if (outcome.kind() == ImportOutcome.Kind.REFUSED) {
                refused.add(Objects.toString(outcome.reason(), ""));
              }
            });
    long row = 0;
    for (Order order : orders) {
      importer.add(
          new Importer.SourceLine(run.file(), "row", ++row, null, null),
          new ImportLine.OrderLine(account, run.event(), order));
    }
    importer.finish();
    if (!refused.isEmpty()) {
      throw new Failure(
          FailureType.NOT_TAKEN_BACK,
          refused.size() + " orders stay as they are: " + refused.getFirst());
    }
  }
}
