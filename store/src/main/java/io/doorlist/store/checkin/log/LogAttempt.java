package io.doorlist.store.checkin.log;

import static io.doorlist.store.table.Condition.all;
import static io.doorlist.store.table.Condition.is;

import io.doorlist.domain.checkin.CheckinCommand;
import io.doorlist.domain.checkin.Happening.Type;
import io.doorlist.door.Passage;
import io.doorlist.door.Presence;
import io.doorlist.store.checkin.request.Attempt;
import io.doorlist.store.checkin.request.CheckinRequest;
import io.doorlist.store.checkin.request.Lanes;
import io.doorlist.store.checkin.request.ScannedTicket;
import io.doorlist.store.checkin.request.UsedKey;
import io.doorlist.store.checkin.ticket.AreaChange;
import io.doorlist.store.checkin.ticket.CheckinMark;
import io.doorlist.store.checkin.ticket.CodeItems;
import io.doorlist.store.checkin.ticket.Comings;
import io.doorlist.store.checkin.ticket.LogTraces;
import io.doorlist.store.checkin.ticket.PassageSet;
import io.doorlist.store.checkin.ticket.ScanItems;
import io.doorlist.store.table.Condition;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema.Key;
import io.doorlist.store.table.Update;
import io.doorlist.store.table.Write;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One attempt to write what a scan asks for, if it is no check-in, with ordinals of its own: a row
 * for each ticket.
 *
 * @param tickets none if nobody has the code, several of an order
 * @param type later entries, exits, or a wrong admission
 * @param refusal why the door refuses somebody whom the device has let in, as the row keeps it, or
 *     {@code null}
 * @param repeat the key that shows a repeated request, or {@code null}
 * @param remaining ticket type to how many the order has left afterwards; {@code null} if it was
 *     the code of a ticket
 */
public record LogAttempt(
    CheckinRequest request,
    List<ScannedTicket> tickets,
    Type type,
    Item refusal,
    Key repeat,
    SortedMap<String, Integer> remaining,
    Instant now) {
  /** The most tickets: each has its row, and may have its own marks. */
  public static final int MAX = 48;

  /**
   * Plans what the code of a ticket asks for.
   *
   * @param ticket {@code null} if nobody has the code
   */
  public LogAttempt(
      CheckinRequest request,
      ScannedTicket ticket,
      Type type,
      Item refusal,
      Key repeat,
      Instant now) {
    this(request, ticket == null ? List.of() : List.of(ticket), type, refusal, repeat, null, now);
  }

  /** Writes the rows, and returns them. */
  public Attempt<List<Item>> run(Lanes.Lane lane) {
    CheckinCommand command = request.command();
    int length = Math.max(1, tickets.size());
    long first = lane.sequence().reserve(request.log(), length, command.deadline());
    List<Item> rows = new ArrayList<>(length);
    Map<Key, Update> updates = new LinkedHashMap<>();
    Map<Key, List<Condition>> conditions = new HashMap<>();
    List<AreaChange> changes = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      Item row = row(first + i);
      rows.add(row);
      if (!tickets.isEmpty()) {
        ScannedTicket ticket = tickets.get(i);
        Key marks = ticket.marksKey();
        Comings comings = request.comings(ticket, now);
        Update update = updates.computeIfAbsent(marks, Update::of);
        conditions
            .computeIfAbsent(marks, any -> new ArrayList<>())
            .addAll(conditions(ticket, comings));
        putTicket(row, ticket, update, comings, first + i).ifPresent(changes::add);
      }
    }
    conditions.forEach((marks, held) -> updates.get(marks).require(all(held)));
    Map<Key, Write> keys = repeat == null ? Map.of() : Map.of(repeat, usedKey(first, length));
    List<Write> others = LogRow.marks(changes, request.account(), request.event(), command.mode());
    Map<Key, Write> marks = new LinkedHashMap<>(updates);
    LogWrite write =
        new LogWrite(request.log(), first, rows, marks, keys, command.key() != null, others);
    return write.run(lane, command.deadline());
  }

  /** Returns a row that names no ticket yet. */
  private Item row(long ordinal) {
    CheckinCommand command = request.command();
    Item row =
        ScanItems.put(LogRow.row(request.log(), ordinal, type), command, now)
            .put(ScanItems.ONLINE, command.online())
            .put(LogRow.REFUSED, refusal);
    return type == Type.WRONG
        ? LogRow.putOpen(row, request.list(), command.mode(), ordinal)
            .put(ScanItems.DOOR_TIME, command.doorTime(now).toEpochMilli())
        : row;
  }

  /** Adds the ticket to the row, and what happened to the ticket; returns what that changes. */
  private Optional<AreaChange> putTicket(
      Item row, ScannedTicket ticket, Update update, Comings comings, long ordinal) {
    LogRow.putMarksKey(row, ticket.marksKey())
        .put(ScanItems.TICKET, ticket.ticketId())
        .put(ScanItems.REFERENCE, ticket.reference())
        .put(ScanItems.TYPE, ticket.ticketType());
    if (type != Type.WRONG) {
      return Optional.of(putPassage(row, ticket, update, comings, ordinal));
    }
    long place = CheckinMark.place(ordinal, 0);
    update.set(
        LogTraces.name(request.list().id(), place), LogTraces.trace(ticket.ticketId(), null));
    return Optional.empty();
  }

  /** Returns conditions that hold while the ticket is as it was when this was decided. */
  private List<Condition> conditions(ScannedTicket ticket, Comings comings) {
    List<Condition> conditions = new ArrayList<>(comings.unchanged());
    if (type != Type.EXIT) {
      conditions.add(is(CodeItems.VERSION, ticket.marksVersion()));
    }
    return conditions;
  }

  /** Adds the passage to the row and to the ticket's set. */
  private AreaChange putPassage(
      Item row, ScannedTicket ticket, Update update, Comings comings, long ordinal) {
    boolean exit = type == Type.EXIT;
    Passage passage =
        comings.passage(
            exit, comings.doorTime(request.command(), now), request.command().tokenId());
    PassageSet set =
        comings
            .set()
            .with(
                new PassageSet.Stored(
                    passage.at(),
                    passage.tie(),
                    exit,
                    passage.reentry().ordinal(),
                    request.list().number(),
                    ordinal));
    Comings after = comings.with(set);
    AreaChange change = AreaChange.between(comings, after, request.command().mode());
    update.set(PassageSet.name(ticket.ticketId()), set.item());
    LogRow.putPassage(row, passage, change, after.explains(CheckinMark.place(ordinal, 0)));
    if (exit) {
      Presence before = comings.before(passage);
      row.put(LogRow.WAS_INSIDE, before.inside());
      if (before.inside()) {
        row.put(LogRow.MINUTES, Duration.ofMillis(passage.at() - before.since()).toMinutes());
      }
    } else {
      ticket.mark(request.list().id()).ifPresent(mark -> row.put(LogRow.FIRST, mark.place()));
      row.put(LogRow.ENTRIES, after.fold().tally().entries());
    }
    return change;
  }

  private Write usedKey(long first, int rows) {
    String asked = request.command().key() == null ? "" : request.command().key().request();
    boolean order = remaining != null;
    SortedMap<String, Integer> left = order ? remaining : new TreeMap<>();
    UsedKey used = new UsedKey(asked, order, first, rows, UsedKey.ALL, left);
    return Write.put(used.item(repeat)).ifAbsent();
  }
}
