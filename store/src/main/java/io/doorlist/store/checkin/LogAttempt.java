package io.doorlist.store.checkin;

import io.doorlist.domain.Mode;
import io.doorlist.domain.UnavailableException;
import io.doorlist.domain.checkin.Happening.Type;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.door.Passage;
import io.doorlist.door.Presence;
import io.doorlist.store.checkin.ticket.AreaChange;
import io.doorlist.store.checkin.ticket.AreaPassages;
import io.doorlist.store.checkin.ticket.CheckinMark;
import io.doorlist.store.checkin.ticket.CodeItems;
import io.doorlist.store.checkin.ticket.LogReferences;
import io.doorlist.store.checkin.ticket.LogRow;
import io.doorlist.store.checkin.ticket.ScanAttributes;
import io.doorlist.store.checkin.ticket.StoredPassages;
import io.doorlist.store.checkin.ticket.TallyItems;
import io.doorlist.store.sequence.Sequence;
import io.doorlist.store.sequence.SequenceRow;
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
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One attempt to write what a scan, or an upload of several scans, asks for. It writes rows for a
 * list's log, the items of the tickets, and the items of the idempotency keys. Either everything is
 * written, or nothing.
 *
 * @param requests one request, or one for each ticket; all are of one token at one list
 * @param movement what happens to which tickets
 * @param refusal why the door refuses a guest whom the device has let in, as the row keeps it;
 *     otherwise {@code null}
 * @param keys the keys by which a repeated request is recognized: none, or one for each request
 * @param remaining how many more tickets of the order may come in afterwards, by ticket type;
 *     {@code null} if a ticket's code was scanned
 * @param leaving the group that leaves, if this attempt writes a part of it; otherwise {@code null}
 */
record LogAttempt(
    List<ScanRequest> requests,
    Movement movement,
    Item refusal,
    List<Key> keys,
    SortedMap<String, Integer> remaining,
    LeavingGroup leaving,
    Instant now) {
  /** The most writes of one transaction. */
  static final int MAX_WRITES = 100;

  /**
   * What happens to tickets.
   *
   * @param checkins the tickets that come in for the first time
   * @param type what happens to all others
   * @param others the other tickets. If there are no tickets at all, the row is about a code that
   *     no ticket has
   */
  record Movement(List<StoredTicket> checkins, Type type, List<StoredTicket> others) {
    Movement {
      checkins = List.copyOf(checkins);
      others = List.copyOf(others);
    }

    static Movement of(Type type, List<StoredTicket> tickets) {
      return type == Type.CHECK_IN
          ? new Movement(tickets, Type.ENTRY, List.of())
          : new Movement(List.of(), type, tickets);
    }

    /**
     * Returns what happens to a group that comes in at a list, some for the first time and some
     * again.
     */
    static Movement entering(List<StoredTicket> tickets, long list) {
      Map<Boolean, List<StoredTicket>> known =
          tickets.stream()
              .collect(Collectors.partitioningBy(ticket -> ticket.mark(list).isPresent()));
      return new Movement(known.get(false), Type.ENTRY, known.get(true));
    }

    int rows() {
      int nobodys = checkins.isEmpty() && others.isEmpty() ? 1 : 0;
      return CheckinMark.rows(checkins.size()) + LogRow.rows(others.size()) + nobodys;
    }

    /** Returns how many writes this takes, including one for a key. */
    int writes() {
      return (int) all().map(StoredTicket::marksKey).distinct().count() + rows() + 1;
    }

    Stream<StoredTicket> all() {
      return Stream.concat(checkins.stream(), others.stream());
    }
  }

  /** The outcome of an attempt. */
  sealed interface Outcome {
    default Map<Key, Item> changed() {
      return Map.of();
    }

    record Done(List<Item> rows) implements Outcome {
      UsedKey.Rows range() {
        return new UsedKey.Rows(SequenceRow.of(rows.getFirst()).ordinal(), rows.size());
      }
    }

    /** The request's key was used before; {@code item} is the item of the key. */
    record KeyUsed(Item item) implements Outcome {}

    /** Another request with this key is still writing. */
    record KeyBusy() implements Outcome {}

    /** Nothing was written, because these items, or an ordinal, were not as expected. */
    record Lost(Map<Key, Item> changed) implements Outcome {}
  }

  /** Creates an attempt of one request. */
  LogAttempt(
      ScanRequest request,
      Movement movement,
      Item refusal,
      Optional<Key> key,
      SortedMap<String, Integer> remaining,
      Instant now) {
    this(List.of(request), movement, refusal, key.stream().toList(), remaining, null, now);
  }

  /** What is to be written besides keys. */
  record Plan(List<Item> rows, Map<Key, Write> updates, List<AreaChange> changes) {
    Plan() {
      this(new ArrayList<>(), new LinkedHashMap<>(), new ArrayList<>());
    }

    Update update(StoredTicket ticket) {
      return (Update)
          updates.computeIfAbsent(
              ticket.marksKey(), any -> CodeItems.update(ticket.marksKey(), ticket.marksVersion()));
    }
  }

  private ScanRequest request() {
    return requests.getFirst();
  }

  private Mode mode() {
    return request().scan().mode();
  }

  /**
   * Writes everything. If a list's partition is busy, scans for which somebody waits at a door go
   * before those that a phone sends later. While the table throttles, an upload reserves no place
   * in the log, and the phone sends it again later. An upload that has its place retries less often
   * than live scans do.
   *
   * @throws UnavailableException if the table did not answer in time. The writes may or may not
   *     have happened
   */
  Outcome run(Table table) {
    Instant deadline = request().scan().deadline();
    boolean live = request().scan().online();
    Sequence sequence = new Sequence(live ? table : table.with(Pace.YIELDING));
    long first = sequence.reserve(request().log(), movement.rows(), deadline);
    return write(plan(first), first, sequence, live ? table : table.with(Pace.PATIENT));
  }

  /** Returns what is to be written, with rows that begin at this ordinal. */
  Plan plan(long first) {
    Plan plan = new Plan();
    putCheckins(plan, first);
    long next = first + plan.rows.size();
    if (!movement.others.isEmpty()) {
      putOthers(plan, next);
    } else if (movement.checkins.isEmpty()) {
      plan.rows.add(row(next));
    }
    Long waiting = request().scan().waiting();
    plan.rows.forEach(
        row -> row.put(ScanAttributes.WAITING, Long.valueOf(0).equals(waiting) ? null : waiting));
    return plan;
  }

  private void putCheckins(Plan plan, long first) {
    List<StoredTicket> tickets = movement.checkins;
    List<CheckinMark> marks = new ArrayList<>(tickets.size());
    List<Item> details = new ArrayList<>(tickets.size());
    for (int i = 0; i < tickets.size(); i++) {
      ScanRequest its = requests.size() == 1 ? request() : requests.get(i);
      StoredTicket ticket = tickets.get(i);
      AreaPassages before = its.passages(ticket, now);
      CheckinMark mark =
          ticket.checkIn(
              first + i / CheckinMark.MAX_IN_ROW,
              i % CheckinMark.MAX_IN_ROW,
              its.scan(),
              now,
              before.doorTime(its.scan(), now));
      AreaPassages after = before.with(mark);
      AreaChange change = AreaChange.between(before, after, mode());
      boolean usual = change.tally().equals(TallyItems.firstEntry(mark.doorTime()));
      boolean again = !ticket.otherLists(its.list().id()).isEmpty();
      marks.add(mark);
      plan.changes.add(change);
      details.add(
          new Item()
              .put(ScanAttributes.TYPE, ticket.ticketType())
              .put(CheckinMark.AGAIN, again ? Boolean.TRUE : null)
              .put(CheckinMark.PARTY, remaining == null && ticket.hasParty() ? Boolean.TRUE : null)
              .put(CheckinMark.ADDED, ticket.isAdded() ? Boolean.TRUE : null)
              .put(CheckinMark.ATTENTION, ticket.note().attention() ? Boolean.TRUE : null)
              .put(CheckinMark.UNEXPLAINED, after.explains(mark.place()) ? null : Boolean.TRUE)
              .put(TallyItems.TALLY, usual ? null : TallyItems.item(change.tally())));
      plan.update(ticket)
          .set(
              Path.of(CodeItems.MARKS, CodeItems.mark(its.list().id(), mark.ticketId())),
              mark.mark());
    }
    for (int from = 0; from < marks.size(); from += CheckinMark.MAX_IN_ROW) {
      int to = Math.min(from + CheckinMark.MAX_IN_ROW, marks.size());
      Item row =
          CheckinMark.row(request().log(), marks.subList(from, to), details.subList(from, to));
      plan.rows.add(LogRow.putChange(row, plan.changes.subList(from, to)));
    }
  }

  /** Returns a row of anything but a check-in, with what the scan says. */
  private Item row(long ordinal) {
    Scan scan = request().scan();
    Item row =
        ScanAttributes.put(LogRow.row(request().log(), ordinal, movement.type), scan, now)
            .put(ScanAttributes.ONLINE, scan.online())
            .put(LogRow.REFUSED, refusal);
    if (movement.type == Type.WRONG) {
      // A wrong admission is open until somebody undoes it.
      row.put(LogRow.OPENS, List.of(CheckinMark.id(request().list(), mode(), ordinal, 0)))
          .put(ScanAttributes.DOOR_TIME, scan.doorTime(now).toEpochMilli());
    }
    return row;
  }

  private void putOthers(Plan plan, long first) {
    List<StoredTicket> tickets = movement.others;
    if (tickets.size() == 1) {
      Item row = row(first);
      putTicket(plan, row, tickets.getFirst(), CheckinMark.place(first, 0));
      plan.rows.add(row);
      return;
    }
    for (int from = 0; from < tickets.size(); from += LogRow.MAX_IN_ROW) {
      int to = Math.min(from + LogRow.MAX_IN_ROW, tickets.size());
      long ordinal = first + from / LogRow.MAX_IN_ROW;
      List<Item> passages = new ArrayList<>(to - from);
      for (StoredTicket ticket : tickets.subList(from, to)) {
        Item passage = new Item();
        passages.add(passage);
        putTicket(plan, passage, ticket, CheckinMark.place(ordinal, passages.size()));
      }
      plan.rows.add(row(ordinal).put(LogRow.PASSAGES, passages));
    }
  }

  /** Puts what a row says about a ticket, and plans what changes in the ticket's item. */
  private void putTicket(Plan plan, Item part, StoredTicket ticket, long place) {
    LogRow.putMarksKey(part, ticket.marksKey())
        .put(ScanAttributes.TICKET, ticket.ticketId())
        .put(ScanAttributes.REFERENCE, ticket.reference())
        .put(ScanAttributes.TYPE, ticket.ticketType());
    if (movement.type == Type.WRONG) {
      plan.update(ticket)
          .set(
              LogReferences.name(request().list().id(), place),
              LogReferences.trace(ticket.ticketId(), null));
    } else {
      putPassage(plan, part, ticket, place);
    }
  }

  private void putPassage(Plan plan, Item part, StoredTicket ticket, long place) {
    boolean exit = movement.type == Type.EXIT;
    AreaPassages passages = request().passages(ticket, now);
    Instant at =
        leaving == null
            ? passages.doorTime(request().scan(), now)
            : leaving.doorTime(ticket.ticketId(), passages);
    Passage passage = passages.passage(exit, at, request().scan().tokenId());
    boolean told = !request().scan().isOf(now);
    StoredPassages set = passages.set().with(passage, told, request().list().number(), place);
    AreaPassages after = passages.with(set);
    AreaChange change = AreaChange.between(passages, after, mode());
    plan.changes.add(change);
    plan.update(ticket).set(StoredPassages.name(ticket.ticketId()), set.item());
    LogRow.putPassage(part, passage, change, after.explains(place));
    if (exit) {
      Presence before = passages.before(passage);
      part.put(LogRow.WAS_INSIDE, before.inside());
      if (before.inside()) {
        part.put(LogRow.MINUTES, Duration.ofMillis(passage.at() - before.since()).toMinutes());
      }
    } else {
      ticket.mark(request().list().id()).ifPresent(mark -> part.put(LogRow.FIRST, mark.place()));
      part.put(LogRow.ENTRIES, after.fold().tally().entries());
    }
  }

  private Outcome write(Plan plan, long first, Sequence sequence, Table table) {
    Instant deadline = request().scan().deadline();
    List<Write> appends = plan.rows.stream().map(Sequence::append).toList();
    Map<Key, Write> used = usedKeys(first, plan.rows.size());
    List<Write> writes = new ArrayList<>(plan.updates.values());
    writes.addAll(appends);
    writes.addAll(used.values());
    // Other rows only repeat what the log adds up to. So writes to them that do not fit are left
    // out.
    LogRow.marks(plan.changes, request().definition(), mode()).stream()
        .limit(MAX_WRITES - writes.size())
        .forEach(writes::add);
    Transaction outcome;
    try {
      outcome = table.transact(writes, deadline);
    } catch (UnavailableException e) {
      if (request().scan().key() != null
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
      taken.putAll(failed(rejected, plan.updates));
      return new Outcome.Lost(taken);
    }
    sequence.settleInTurn(request().log(), first, appends.size(), deadline);
    return new Outcome.Done(plan.rows);
  }

  private Map<Key, Write> usedKeys(long first, int rows) {
    if (leaving != null) {
      UsedKey.Rows all = new UsedKey.Rows(first, rows);
      return keys.stream().collect(Collectors.toMap(key -> key, key -> leaving.write(key, all)));
    }
    Map<Key, Write> used = new LinkedHashMap<>();
    for (int i = 0; i < keys.size(); i++) {
      int index = keys.size() == 1 ? UsedKey.ALL : i;
      UsedKey its =
          new UsedKey(requests.get(i).digest(), new UsedKey.Rows(first, rows), index, remaining);
      used.put(keys.get(i), Write.put(its.item(keys.get(i))).ifAbsent());
    }
    return used;
  }

  /**
   * Returns whether this attempt was already written, but its answer was lost. Nobody else writes
   * rows at its ordinals, except to give the ordinals up.
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
}
