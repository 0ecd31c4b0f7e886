package io.doorlist.cli.evening;

import io.doorlist.domain.checkin.Happening.Type;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.ingest.PlacedImport;
import io.doorlist.store.checkin.log.LogRow;
import io.doorlist.store.checkin.ticket.CheckinMark;
import io.doorlist.store.checkin.ticket.CodeItems;
import io.doorlist.store.checkin.ticket.Comings;
import io.doorlist.store.checkin.ticket.LogTraces;
import io.doorlist.store.checkin.ticket.PassageSet;
import io.doorlist.store.checkin.ticket.ScanItems;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.Path;
import io.doorlist.store.table.TableSchema.Key;
import io.doorlist.store.table.Update;
import io.doorlist.store.table.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** What rows of logs leave in the items with the marks of tickets. Thread-safe. */
final class Marks {
  private final EveningLines lines;
  private final Map<String, Map<Long, Key>> keys = new ConcurrentHashMap<>();
  private final Map<Ticket, Queue<PassageSet.Stored>> passages = new ConcurrentHashMap<>();

  Marks(EveningLines lines) {
    this.lines = lines;
  }

  private record Ticket(Key marks, long id) {}

  void add(PlacedImport.Placed order) {
    String event = order.definition().event().slug();
    keys.computeIfAbsent(event, any -> new ConcurrentHashMap<>()).putAll(order.marks());
  }

  Key key(String event, long ticket) {
    Key key = keys.getOrDefault(event, Map.of()).get(ticket);
    if (key == null) {
      throw new IllegalArgumentException("names a ticket that no line before it has");
    }
    return key;
  }

  /** Returns the writes of what a row leaves; its passages wait for {@link #passages}. */
  List<Update> of(Item row) {
    List<String> parts = row.key().parts();
    String event = parts.get(1);
    CheckinList list = lines.definition(event).list(Long.parseLong(parts.get(3))).orElseThrow();
    SequenceRow placed = SequenceRow.of(row);
    Type type = LogRow.type(row).orElseThrow();
    if (type == Type.CHECK_IN) {
      return CheckinMark.of(placed).stream().map(mark -> mark(event, list, mark)).toList();
    }
    Long ticket = row.numberOrNull(ScanItems.TICKET);
    if (ticket == null || row.flag(CheckinMark.UNDONE)) {
      return List.of();
    }
    Key marks = key(event, ticket);
    if (type == Type.UNDO) {
      return List.of(trace(marks, list, LogRow.undidPlace(row), ticket, placed.ordinal()));
    }
    if (type == Type.WRONG) {
      return List.of(trace(marks, list, CheckinMark.place(placed.ordinal(), 0), ticket, null));
    }
    passages
        .computeIfAbsent(new Ticket(marks, ticket), any -> new ConcurrentLinkedQueue<>())
        .add(
            new PassageSet.Stored(
                LogRow.doorTime(row),
                Comings.tie(row.text(ScanItems.BY)),
                type == Type.EXIT,
                (int) row.number(LogRow.RULE),
                list.number(),
                placed.ordinal()));
    return List.of();
  }

  private Update mark(String event, CheckinList list, CheckinMark mark) {
    String name = CodeItems.mark(list.id(), mark.ticketId());
    return Update.of(key(event, mark.ticketId()))
        .set(Path.of(CodeItems.MARKS, name), mark.mark(mark.common()));
  }

  private static Update trace(Key key, CheckinList list, long place, long ticket, Long undo) {
    return Update.of(key).set(LogTraces.name(list.id(), place), LogTraces.trace(ticket, undo));
  }

  List<Write> passages() {
    List<Write> writes = new ArrayList<>();
    passages.forEach(
        (ticket, all) ->
            writes.add(
                Update.of(ticket.marks())
                    .set(
                        PassageSet.name(ticket.id()),
                        new PassageSet(all.size(), List.copyOf(all)).item())));
    return writes;
  }
}
