package io.doorlist.ingest.evening;

import io.doorlist.domain.checkin.Happening.Type;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.store.checkin.ticket.CheckinMark;
import io.doorlist.store.checkin.ticket.CodeItems;
import io.doorlist.store.checkin.ticket.Comings;
import io.doorlist.store.checkin.ticket.LogRow;
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
  private final EveningCheck check;
  private final Map<Ticket, Queue<PassageSet.Stored>> passages = new ConcurrentHashMap<>();

  Marks(EveningCheck check) {
    this.check = check;
  }

  private record Ticket(Key marks, long id) {}

  /** Returns the writes of what a row leaves; its passages wait for {@link #passages}. */
  List<Update> of(Item row) {
    List<String> parts = row.key().parts();
    String event = parts.get(1);
    CheckinList list =
        check.lines().definition(event).list(Long.parseLong(parts.get(3))).orElseThrow();
    SequenceRow placed = SequenceRow.of(row);
    Type type = LogRow.type(row).orElseThrow();
    if (type == Type.CHECK_IN) {
      return CheckinMark.of(placed).stream().map(mark -> mark(event, list, mark)).toList();
    }
    Long ticket = row.numberOrNull(ScanItems.TICKET);
    if (ticket == null || row.flag(CheckinMark.UNDONE)) {
      return List.of();
    }
    Key key = check.marks(event, ticket);
    if (type == Type.UNDO) {
      return List.of(trace(key, list, LogRow.undidPlace(row), ticket, placed.ordinal()));
    }
    if (type == Type.WRONG) {
      return List.of(trace(key, list, CheckinMark.place(placed.ordinal(), 0), ticket, null));
    }
    passages
        .computeIfAbsent(new Ticket(key, ticket), any -> new ConcurrentLinkedQueue<>())
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
    return Update.of(check.marks(event, mark.ticketId()))
        .set(Path.of(CodeItems.MARKS, name), mark.mark());
  }

  private static Update trace(Key key, CheckinList list, long place, long ticket, Long undo) {
    return Update.of(key).set(LogTraces.name(list.id(), place), LogTraces.trace(ticket, undo));
  }

  /** Returns the writes of the passages of all tickets. */
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
