package io.doorlist.store.checkin;

import static io.doorlist.table.Condition.all;
import static io.doorlist.table.Condition.is;

import io.doorlist.domain.Mode;
import io.doorlist.domain.UnavailableException;
import io.doorlist.domain.checkin.CheckinCommand;
import io.doorlist.domain.checkin.CheckinCommand.IdempotencyKey;
import io.doorlist.domain.checkin.Happening.Type;
import io.doorlist.door.Passage;
import io.doorlist.door.Presence;
import io.doorlist.store.checkin.ticket.AreaChange;
import io.doorlist.store.checkin.ticket.CheckinMark;
import io.doorlist.store.checkin.ticket.CodeItems;
import io.doorlist.store.checkin.ticket.Comings;
import io.doorlist.store.checkin.ticket.LogRow;
import io.doorlist.store.checkin.ticket.LogTraces;
import io.doorlist.store.checkin.ticket.PassageSet;
import io.doorlist.store.checkin.ticket.ScanItems;
import io.doorlist.store.checkin.ticket.TallyItems;
import io.doorlist.store.sequence.Sequence;
import io.doorlist.table.Condition;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Pace;
import io.doorlist.table.Path;
import io.doorlist.table.Table;
import io.doorlist.table.Transaction;
import io.doorlist.table.Update;
import io.doorlist.table.Write;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * One attempt to write what a scan, or an upload of several, asks for: rows for a list's log, with
 * ordinals of their own, the items of the tickets and those of the keys. Either everything is
 * written, or nothing.
 *
 * @param requests one, or one for each ticket, all of one token at one list
 * @param tickets none if nobody has the code, several of an order or upload
 * @param type first entries, later entries, exits, or a wrong admission
 * @param refusal why the door refuses somebody whom the device has let in, as the row keeps it, or
 *     {@code null}
 * @param keys those that show repeated requests: none, or one for each request
 * @param remaining ticket type to how many the order has left afterwards; {@code null} if it was
 *     the code of a ticket
 */
record LogAttempt(
    List<CheckinRequest> requests,
    List<ScannedTicket> tickets,
    Type type,
    Item refusal,
    List<Key> keys,
    SortedMap<String, Integer> remaining,
    Instant now) {
  /** The most tickets of a row each, which may have their own marks. */
  static final int MAX = 48;

  private static final int MAX_WRITES = 100;

  /** What became of it. */
  sealed interface Outcome {
    default Map<Key, Item> changed() {
      return Map.of();
    }

    record Done(List<Item> rows) implements Outcome {}

    /** The request's key has been used before; this is its item. */
    record KeyUsed(Item item) implements Outcome {}

    /** Another request with this key is still writing. */
    record KeyBusy() implements Outcome {}

    /** Nothing was written: these items, or an ordinal, were not as expected. */
    record Lost(Map<Key, Item> changed) implements Outcome {}
  }

  /** Creates an attempt of one request. */
  LogAttempt(
      CheckinRequest request,
      List<ScannedTicket> tickets,
      Type type,
      Item refusal,
      Optional<Key> key,
      SortedMap<String, Integer> remaining,
      Instant now) {
    this(List.of(request), tickets, type, refusal, key.stream().toList(), remaining, now);
  }

  /** What is to be written besides keys. */
  private record Plan(
      List<Item> rows,
      Map<Key, Update> updates,
      Map<Key, List<Condition>> conditions,
      List<AreaChange> changes) {
    Update update(ScannedTicket ticket) {
      return updates.computeIfAbsent(ticket.marksKey(), Update::of);
    }

    void require(ScannedTicket ticket, List<Condition> held) {
      conditions.computeIfAbsent(ticket.marksKey(), any -> new ArrayList<>()).addAll(held);
    }

    Map<Key, Write> tickets() {
      conditions.forEach((marks, held) -> updates.get(marks).require(all(held)));
      return new LinkedHashMap<>(updates);
    }
  }

  private CheckinRequest request() {
    return requests.getFirst();
  }

  private Mode mode() {
    return request().command().mode();
  }

  /**
   * Writes it. Where a list's partition is busy, scans that somebody waits for at a door go before
   * those that a phone sends later: an upload reserves no place while the table throttles, and the
   * phone sends it again; one that has its place asks less often than live scans do.
   *
   * @throws UnavailableException if the store did not answer in time; it may or may not be written
   */
  Outcome run(Table table) {
    boolean checkIn = type == Type.CHECK_IN;
    int length = checkIn ? CheckinMark.rows(tickets.size()) : Math.max(1, tickets.size());
    Instant deadline = request().command().deadline();
    boolean live = request().command().online();
    Sequence sequence = new Sequence(live ? table : table.with(Pace.YIELDING));
    long first = sequence.reserve(request().log(), length, deadline);
    Plan plan =
        new Plan(
            new ArrayList<>(), new LinkedHashMap<>(), new LinkedHashMap<>(), new ArrayList<>());
    if (checkIn) {
      putCheckins(plan, first);
    } else {
      for (int i = 0; i < length; i++) {
        putRow(plan, tickets.isEmpty() ? null : tickets.get(i), first + i);
      }
    }
    Long waiting = request().command().waiting();
    plan.rows.forEach(
        row -> row.put(ScanItems.WAITING, Long.valueOf(0).equals(waiting) ? null : waiting));
    return write(plan, first, sequence, live ? table : table.with(Pace.PATIENT));
  }

  private void putCheckins(Plan plan, long first) {
    List<CheckinMark> marks = new ArrayList<>(tickets.size());
    List<Item> details = new ArrayList<>(tickets.size());
    for (int i = 0; i < tickets.size(); i++) {
      CheckinRequest its = requests.size() == 1 ? request() : requests.get(i);
      ScannedTicket ticket = tickets.get(i);
      Comings before = its.comings(ticket, now);
      CheckinMark mark =
          ticket.checkIn(
              first + i / CheckinMark.MAX_IN_ROW,
              i % CheckinMark.MAX_IN_ROW,
              its.command(),
              now,
              before.doorTime(its.command(), now));
      Comings after = before.with(mark);
      AreaChange change = AreaChange.between(before, after, mode());
      boolean usual = change.tally().equals(TallyItems.firstEntry(mark.doorTime()));
      boolean again = !ticket.otherLists(its.list().id()).isEmpty();
      marks.add(mark);
      plan.changes.add(change);
      details.add(
          new Item()
              .put(ScanItems.TYPE, ticket.ticketType())
              .put(CheckinMark.AGAIN, again ? Boolean.TRUE : null)
              .put(CheckinMark.PARTY, remaining == null && ticket.hasParty() ? Boolean.TRUE : null)
              .put(CheckinMark.UNEXPLAINED, after.explains(mark.place()) ? null : Boolean.TRUE)
              .put(TallyItems.TALLY, usual ? null : TallyItems.item(change.tally())));
      plan.update(ticket)
          .set(
              Path.of(CodeItems.MARKS, CodeItems.mark(its.list().id(), mark.ticketId())),
              mark.mark());
      plan.require(ticket, before.unchanged());
    }
    requireTickets(plan);
    for (int from = 0; from < marks.size(); from += CheckinMark.MAX_IN_ROW) {
      int to = Math.min(from + CheckinMark.MAX_IN_ROW, marks.size());
      Item row =
          CheckinMark.row(request().log(), marks.subList(from, to), details.subList(from, to));
      plan.rows.add(LogRow.putChange(row, plan.changes.subList(from, to)));
    }
  }

  private void requireTickets(Plan plan) {
    Map<Key, List<ScannedTicket>> byMarks = new LinkedHashMap<>();
    tickets.forEach(
        each -> byMarks.computeIfAbsent(each.marksKey(), any -> new ArrayList<>()).add(each));
    for (List<ScannedTicket> sharing : byMarks.values()) {
      ScannedTicket any = sharing.getFirst();
      plan.require(any, List.of(is(CodeItems.VERSION, any.marksVersion())));
      int room = CodeItems.MAX_OTHER_MARKS / sharing.size();
      sharing.forEach(each -> plan.require(each, request().onOtherLists(each, room)));
    }
  }

  /** Adds the row of a ticket, or of nobody, and what it changes in the ticket's item. */
  private void putRow(Plan plan, ScannedTicket ticket, long ordinal) {
    CheckinCommand command = request().command();
    Item row =
        ScanItems.put(LogRow.row(request().log(), ordinal, type), command, now)
            .put(ScanItems.ONLINE, command.online())
            .put(LogRow.REFUSED, refusal);
    plan.rows.add(row);
    if (type == Type.WRONG) {
      // It is open until somebody undoes it.
      row.put(LogRow.OPENS, List.of(CheckinMark.id(request().list(), mode(), ordinal, 0)))
          .put(ScanItems.DOOR_TIME, command.doorTime(now).toEpochMilli());
    }
    if (ticket == null) {
      return;
    }
    LogRow.putMarksKey(row, ticket.marksKey())
        .put(ScanItems.TICKET, ticket.ticketId())
        .put(ScanItems.REFERENCE, ticket.reference())
        .put(ScanItems.TYPE, ticket.ticketType());
    Comings comings = request().comings(ticket, now);
    if (type == Type.WRONG) {
      plan.update(ticket)
          .set(
              LogTraces.name(request().list().id(), CheckinMark.place(ordinal, 0)),
              LogTraces.trace(ticket.ticketId(), null));
    } else {
      putPassage(plan, row, ticket, comings, ordinal);
    }
    plan.require(ticket, comings.unchanged());
    if (type != Type.EXIT) {
      plan.require(ticket, List.of(is(CodeItems.VERSION, ticket.marksVersion())));
    }
  }

  private void putPassage(
      Plan plan, Item row, ScannedTicket ticket, Comings comings, long ordinal) {
    boolean exit = type == Type.EXIT;
    Passage passage = request().passage(comings, exit, now);
    PassageSet set = comings.set().with(passage, request().list().number(), ordinal);
    Comings after = comings.with(set);
    AreaChange change = AreaChange.between(comings, after, mode());
    plan.changes.add(change);
    plan.update(ticket).set(PassageSet.name(ticket.ticketId()), set.item());
    LogRow.putPassage(row, passage, change, after.explains(CheckinMark.place(ordinal, 0)));
    if (exit) {
      Presence before = comings.before(passage);
      row.put(LogRow.WAS_INSIDE, before.inside());
      if (before.inside()) {
        row.put(LogRow.MINUTES, Duration.ofMillis(passage.at() - before.since()).toMinutes());
      }
    } else {
      ticket.mark(request().list().id()).ifPresent(mark -> row.put(LogRow.FIRST, mark.place()));
      row.put(LogRow.ENTRIES, after.fold().tally().entries());
    }
  }

  private Outcome write(Plan plan, long first, Sequence sequence, Table table) {
    Instant deadline = request().command().deadline();
    List<Write> appends = plan.rows.stream().map(Sequence::append).toList();
    Map<Key, Write> marks = plan.tickets();
    Map<Key, Write> used = usedKeys(first, plan.rows.size());
    List<Write> writes = new ArrayList<>(marks.values());
    writes.addAll(appends);
    writes.addAll(used.values());
    // They only say what the log adds up to: what is left out costs a reader nothing but a word.
    LogRow.marks(plan.changes, request().definition(), mode()).stream()
        .limit(MAX_WRITES - writes.size())
        .forEach(writes::add);
    Transaction outcome;
    try {
      outcome = table.transact(writes, deadline);
    } catch (UnavailableException e) {
      if (request().command().key() != null
          && used.values().stream().anyMatch(key -> Table.conflicted(e, writes, key))) {
        return new Outcome.KeyBusy();
      }
      throw e;
    }
    if (outcome instanceof Transaction.Rejected rejected && !isOurs(rejected, appends)) {
      for (int row = 0; row < appends.size(); row++) {
        if (!rejected.failed(appends.get(row))) {
          sequence.giveUp(request().log(), first + row, 1, deadline);
        }
      }
      Map<Key, Item> taken = failed(rejected, used);
      if (used.size() == 1 && !taken.isEmpty()) {
        return new Outcome.KeyUsed(taken.values().iterator().next());
      }
      taken.putAll(failed(rejected, marks));
      return new Outcome.Lost(taken);
    }
    sequence.settleInTurn(request().log(), first, appends.size(), deadline);
    return new Outcome.Done(plan.rows);
  }

  private Map<Key, Write> usedKeys(long first, int rows) {
    Map<Key, Write> used = new LinkedHashMap<>();
    for (int i = 0; i < keys.size(); i++) {
      IdempotencyKey key = requests.get(i).command().key();
      int index = keys.size() == 1 ? UsedKey.ALL : i;
      UsedKey its = new UsedKey(key == null ? "" : key.request(), first, rows, index, remaining);
      used.put(keys.get(i), Write.put(its.item(keys.get(i))).ifAbsent());
    }
    return used;
  }

  /**
   * Returns whether this very attempt was written earlier and its answer was lost: only it writes
   * other rows than voids at its ordinals.
   */
  private static boolean isOurs(Transaction.Rejected rejected, List<Write> appends) {
    Write append = appends.getFirst();
    return rejected.failed(append) && LogRow.type(rejected.old(append)).isPresent();
  }

  /** Returns the items that were in the way of these writes. */
  private static Map<Key, Item> failed(Transaction.Rejected rejected, Map<Key, Write> writes) {
    Map<Key, Item> failed = new HashMap<>();
    writes.forEach(
        (key, write) -> {
          if (rejected.failed(write)) {
            failed.put(key, rejected.old(write));
          }
        });
    return failed;
  }

  /**
   * An idempotency key after its request: it tells where to find the result. It refers to rows
   * instead of holding an answer, so it keeps no personal data and stays small.
   *
   * @param request digest of the request
   * @param first ordinal of the first row
   * @param index of the check-in in its row, if scans of several requests share it; otherwise
   *     {@link #ALL}
   * @param remaining what the order had left then, or {@code null} if it was the code of a ticket
   */
  record UsedKey(
      String request, long first, int rows, int index, SortedMap<String, Integer> remaining) {
    /** In place of an index: the rows are of this request alone. */
    static final int ALL = -1;

    static UsedKey of(Item item) {
      return new UsedKey(
          item.text("request"),
          item.number("first"),
          (int) item.number("rows"),
          item.has(ScanItems.INDEX) ? (int) item.number(ScanItems.INDEX) : ALL,
          item.flag("order") ? item.counts("remaining") : null);
    }

    Item item(Key key) {
      return new Item(key)
          .put("request", request)
          .put("order", remaining != null)
          .put("first", first)
          .put("rows", (long) rows)
          .put(ScanItems.INDEX, index == ALL ? null : (Long) (long) index)
          .put("remaining", remaining);
    }
  }
}
