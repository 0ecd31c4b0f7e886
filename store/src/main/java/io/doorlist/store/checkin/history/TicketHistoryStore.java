package io.doorlist.store.checkin.history;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.store.checkin.StoredTicket;
import io.doorlist.store.checkin.TicketReader;
import io.doorlist.store.checkin.refusal.Refusals;
import io.doorlist.store.checkin.ticket.CheckinMark;
import io.doorlist.store.checkin.ticket.CodeItems;
import io.doorlist.store.checkin.ticket.LogReferences;
import io.doorlist.store.checkin.ticket.LogRow;
import io.doorlist.store.checkin.ticket.StoredPassages;
import io.doorlist.store.checkin.ticket.TicketKeys;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Table;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads all that happened to tickets. The item with a ticket's check-in marks names the log rows
 * about the ticket. Thread-safe.
 */
public final class TicketHistoryStore {
  private final Table table;
  private final TicketReader scanned;
  private final Refusals refusals;

  public TicketHistoryStore(Table table) {
    this.table = table;
    this.scanned = new TicketReader(table);
    this.refusals = new Refusals(table);
  }

  /**
   * Returns what happened to tickets, the latest first. Access pattern 49: strongly consistent,
   * except for refusals.
   */
  public List<Happening> read(
      EventDefinition definition, Mode mode, List<TicketKeys> tickets, Instant deadline) {
    Map<Key, Item> marks =
        table.get(new LinkedHashSet<>(tickets.stream().map(TicketKeys::marks).toList()), deadline);
    List<Happening> happenings = new ArrayList<>();
    for (TicketKeys ticket : tickets) {
      Item item = marks.getOrDefault(ticket.marks(), new Item());
      happenings.addAll(inLogs(definition, mode, ticket.ticketId(), item, deadline));
      for (Refusals.Refusal each : refusals.beside(ticket.refused(), deadline)) {
        definition.list(each.list()).ifPresent(list -> happenings.add(of(ticket, list, each)));
      }
    }
    return happenings.stream().sorted(Happening.NEWEST_FIRST).toList();
  }

  /**
   * Returns what the logs of an event say about the tickets with these codes, by ticket id. Undone
   * happenings are included. Access pattern 57: strongly consistent.
   */
  public Map<Long, List<Happening>> ofCodes(
      EventDefinition definition, Mode mode, Collection<String> codes, Instant deadline) {
    String account = definition.event().account();
    String event = definition.event().slug();
    Set<Key> keys = new LinkedHashSet<>();
    codes.forEach(code -> keys.add(TableSchema.qr(account, event, code)));
    List<Item> found =
        table.get(keys, deadline).values().stream()
            .filter(item -> CodeItems.TICKET.equals(item.text(CodeItems.KIND)))
            .filter(item -> mode.word().equals(item.text(CodeItems.MODE)))
            .toList();
    Map<Long, List<Happening>> happenings = new HashMap<>();
    for (StoredTicket ticket : scanned.withMarks(definition, found, deadline)) {
      long id = ticket.ticketId();
      happenings.put(id, inLogs(definition, mode, id, ticket.marks(), deadline));
    }
    return happenings;
  }

  private List<Happening> inLogs(
      EventDefinition definition, Mode mode, long ticket, Item marks, Instant deadline) {
    List<Happening> happenings = new ArrayList<>();
    for (CheckinList list : definition.lists()) {
      String log = LogRow.log(definition, list, mode);
      Set<Key> keys = new LinkedHashSet<>();
      rows(list, ticket, marks).forEach(ordinal -> keys.add(TableSchema.row(log, ordinal)));
      table.get(keys, deadline).values().stream()
          .flatMap(row -> DoorLog.happenings(SequenceRow.of(row), list, mode).stream())
          .filter(each -> each.ticketId() != null && each.ticketId() == ticket)
          .forEach(happenings::add);
    }
    return happenings;
  }

  private static Set<Long> rows(CheckinList list, long ticket, Item marks) {
    Set<Long> ordinals = new LinkedHashSet<>();
    CodeItems.mark(marks, list.id(), ticket).ifPresent(mark -> ordinals.add(mark.ordinal()));
    StoredPassages.of(marks, ticket).passages().stream()
        .filter(each -> each.list() == list.number())
        .forEach(each -> ordinals.add(CheckinMark.ordinal(each.place())));
    for (LogReferences.Trace trace : LogReferences.of(marks, ticket)) {
      if (trace.list() == list.id()) {
        ordinals.add(CheckinMark.ordinal(trace.place()));
        if (trace.undo() != null) {
          ordinals.add(trace.undo());
        }
      }
    }
    return ordinals;
  }

  private static Happening of(TicketKeys ticket, CheckinList list, Refusals.Refusal refusal) {
    return new Happening(
        Happening.Type.REFUSAL,
        null,
        list,
        ticket.ticketId(),
        ticket.reference(),
        null,
        refusal.at(),
        refusal.at(),
        refusal.scannedAt(),
        null,
        refusal.tokenName(),
        null,
        refusal.online(),
        true,
        false,
        refusal.reason(),
        null,
        refusal.requestId());
  }
}
