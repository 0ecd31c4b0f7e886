package io.doorlist.store.checkin.history;

import io.doorlist.domain.Mode;
import io.doorlist.domain.UnavailableException;
import io.doorlist.domain.checkin.CheckinCommand;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.TicketEvent;
import io.doorlist.domain.checkin.TicketEvent.Type;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.store.checkin.passage.PassageRow;
import io.doorlist.store.checkin.refusal.Refusals;
import io.doorlist.store.checkin.ticket.CheckinMark;
import io.doorlist.store.checkin.ticket.Comings;
import io.doorlist.store.checkin.ticket.ScanItems;
import io.doorlist.store.checkin.ticket.TicketKeys;
import io.doorlist.store.checkin.ticket.UndoTraces;
import io.doorlist.store.sequence.SequenceChanges;
import io.doorlist.store.sequence.SequencePages;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.Range;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.table.TableSchema.Key;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Keeps refusals, and reads all that happened to one ticket.
 *
 * <p>Implementation notes. A ticket's marks say where its check-ins and passages are, and where
 * those were that were undone. Only double admissions leave nothing there, so all of the event's
 * are read; there are few.
 *
 * <p>Thread-safe.
 */
public final class TicketHistoryStore {
  private static final int ROWS = 500;

  private final Dynamo dynamo;
  private final SequencePages pages;
  private final Refusals refusals;

  public TicketHistoryStore(Dynamo dynamo) {
    this.dynamo = dynamo;
    this.pages = new SequencePages(dynamo);
    this.refusals = new Refusals(dynamo);
  }

  /**
   * Keeps a refusal for 30 days; 1 write unit.
   *
   * @param code that was scanned, or its digest in the form that may replace it
   * @param requestId of the request that was refused
   * @throws UnavailableException if the table did not answer before the deadline
   */
  public void refused(
      String account,
      String event,
      long list,
      String code,
      CheckinCommand command,
      CheckinOutcome refusal,
      String requestId,
      Instant deadline) {
    refusals.keep(account, event, list, code, command, refusal, requestId, deadline);
  }

  /** Returns what a request was refused at an event. It reads the whole table: for a command. */
  public List<Refusals.OfRequest> refusedIn(String account, String event, String requestId) {
    return refusals.ofRequest(account, event, requestId);
  }

  /**
   * Returns what happened to tickets, the latest first. Access pattern 49: strongly consistent,
   * except for refusals; 1 read unit a ticket, 1 for each 4 KB of rows that it names, half for each
   * 4 KB of its refusals, and for each list 1 and 1 for each 4 KB of its double admissions, and of
   * its undos if the ticket has any there.
   */
  public List<TicketEvent> read(
      EventDefinition definition, Mode mode, List<TicketKeys> tickets, Instant deadline) {
    Walk walk = new Walk(definition, mode, deadline, dynamo.clock().instant());
    Map<Key, Item> marks =
        dynamo.get(new LinkedHashSet<>(tickets.stream().map(TicketKeys::marks).toList()), deadline);
    Map<Long, TicketKeys> byId = new HashMap<>();
    for (TicketKeys ticket : tickets) {
      byId.put(ticket.ticketId(), ticket);
      walk.ticket(ticket, marks.getOrDefault(ticket.marks(), new Item()));
    }
    walk.doubleAdmissions(byId);
    return walk.events.stream().sorted(TicketEvent.NEWEST_FIRST).toList();
  }

  /** Collects what happened. Not thread-safe. */
  private final class Walk {
    private final EventDefinition definition;
    private final Mode mode;
    private final Instant deadline;
    private final Instant now;
    private final List<TicketEvent> events = new ArrayList<>();

    Walk(EventDefinition definition, Mode mode, Instant deadline, Instant now) {
      this.definition = definition;
      this.mode = mode;
      this.deadline = deadline;
      this.now = now;
    }

    void ticket(TicketKeys ticket, Item marks) {
      for (CheckinList list : definition.lists()) {
        Comings comings = Comings.of(marks, ticket.ticketId(), definition, list, now);
        CheckinMark mark = comings.marks().get(list.id());
        if (mark != null) {
          events.add(
              event(
                  Happening.checkin(list, mode, new CheckinMark.InRow(mark, false, null)),
                  ticket.ticketId(),
                  comings.isUnexplainedCheckin()));
        }
        undone(ticket, marks, list);
        passages(ticket, marks, list, comings);
      }
      for (Refusals.Refusal each : refusals.beside(ticket.refused(), deadline)) {
        definition.list(each.list()).ifPresent(list -> events.add(refusal(ticket, list, each)));
      }
    }

    private static TicketEvent event(Happening each, long ticket, boolean unexplained) {
      return new TicketEvent(
          Type.valueOf(each.kind().name()),
          each.id(),
          ticket,
          each.reference(),
          each.list(),
          each.at(),
          each.createdAt(),
          each.scannedAt(),
          each.phone(),
          each.online(),
          unexplained,
          each.undone(),
          each.reason(),
          null);
    }

    private void add(Happening each, TicketKeys ticket) {
      events.add(event(each, ticket.ticketId(), false));
    }

    private TicketEvent refusal(TicketKeys ticket, CheckinList list, Refusals.Refusal refusal) {
      return new TicketEvent(
          Type.REFUSAL,
          null,
          ticket.ticketId(),
          ticket.reference(),
          list,
          refusal.at(),
          refusal.at(),
          refusal.scannedAt(),
          refusal.tokenName(),
          refusal.online(),
          false,
          false,
          refusal.reason(),
          refusal.requestId());
    }

    /** Adds the check-ins of a ticket on a list that were undone, and their undos. */
    private void undone(TicketKeys ticket, Item marks, CheckinList list) {
      List<Long> rows =
          UndoTraces.checkins(marks, ticket.ticketId()).stream()
              .filter(trace -> trace.list() == list.id())
              .map(UndoTraces.Trace::ordinal)
              .toList();
      if (rows.isEmpty()) {
        return;
      }
      String checkins =
          TableSchema.checkins(
              definition.event().account(), definition.event().slug(), list.id(), mode);
      Map<Long, Happening> undone = new HashMap<>();
      for (SequenceRow row : rows(checkins, rows)) {
        CheckinMark.all(row).stream()
            .filter(each -> each.undone() && each.mark().ticketId() == ticket.ticketId())
            .map(each -> Happening.checkin(list, mode, each))
            .forEach(each -> undone.put(each.id(), each));
      }
      undone.values().forEach(each -> add(each, ticket));
      String log =
          TableSchema.undone(
              definition.event().account(), definition.event().slug(), list.id(), mode);
      for (Item entry : dynamo.query(Range.whole(log), deadline)) {
        Happening was = undone.get(CheckinMark.id(list, mode, CheckinMark.place(entry)));
        if (was != null) {
          add(was.undo(ScanItems.at(entry), entry.text(ScanItems.BY_NAME)), ticket);
        }
      }
    }

    /** Adds a ticket's exits and later entries at a list, and their undos. */
    private void passages(TicketKeys ticket, Item marks, CheckinList list, Comings comings) {
      Set<Long> ordinals = new LinkedHashSet<>();
      comings.set().passages().stream()
          .filter(each -> each.list() == list.number())
          .forEach(each -> ordinals.add(each.ordinal()));
      UndoTraces.passages(marks, ticket.ticketId()).stream()
          .filter(trace -> trace.list() == list.id())
          .forEach(trace -> ordinals.add(trace.ordinal()));
      String sequence =
          TableSchema.passages(
              definition.event().account(), definition.event().slug(), list.id(), mode);
      for (SequenceRow row : rows(sequence, ordinals)) {
        Happening passage = Happening.passage(list, mode, row);
        events.add(
            event(passage, ticket.ticketId(), comings.isUnexplained(list.number(), row.ordinal())));
        if (passage.undone()) {
          add(
              passage.undo(
                  ScanItems.time(row.item(), PassageRow.UNDONE_AT),
                  row.item().text(PassageRow.UNDONE_BY)),
              ticket);
        }
      }
    }

    private List<SequenceRow> rows(String sequence, Iterable<Long> ordinals) {
      List<Key> keys = new ArrayList<>();
      ordinals.forEach(ordinal -> keys.add(TableSchema.row(sequence, ordinal)));
      return dynamo.get(keys, deadline).values().stream().map(SequenceRow::of).toList();
    }

    void doubleAdmissions(Map<Long, TicketKeys> tickets) {
      List<String> sequences =
          definition.lists().stream()
              .map(
                  list ->
                      TableSchema.doubleAdmissions(
                          definition.event().account(), definition.event().slug(), list.id(), mode))
              .toList();
      Map<Key, Item> heads =
          dynamo.get(sequences.stream().map(TableSchema::head).toList(), deadline);
      for (int i = 0; i < sequences.size(); i++) {
        Item head = heads.get(TableSchema.head(sequences.get(i)));
        long last = head == null ? 0 : SequenceChanges.end(head).upto();
        for (long first = 1; first <= last; first += ROWS) {
          for (SequenceRow row : pages.rows(sequences.get(i), first, ROWS, deadline)) {
            doubleAdmission(definition.lists().get(i), row, tickets).ifPresent(events::add);
          }
        }
      }
    }

    private Optional<TicketEvent> doubleAdmission(
        CheckinList list, SequenceRow row, Map<Long, TicketKeys> tickets) {
      Item item = row.item();
      Long id = item.numberOrNull(ScanItems.TICKET);
      if (id == null || !tickets.containsKey(id)) {
        return Optional.empty();
      }
      return Optional.of(event(Happening.doubleAdmission(list, mode, row), id, false));
    }
  }
}
