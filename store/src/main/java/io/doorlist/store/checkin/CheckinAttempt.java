package io.doorlist.store.checkin;

import static io.doorlist.store.table.Condition.all;
import static io.doorlist.store.table.Condition.is;

import io.doorlist.domain.UnavailableException;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedIn;
import io.doorlist.door.Tally;
import io.doorlist.store.checkin.request.Attempt;
import io.doorlist.store.checkin.request.CheckinRequest;
import io.doorlist.store.checkin.request.Lanes;
import io.doorlist.store.checkin.request.ScannedTicket;
import io.doorlist.store.checkin.request.UsedKey;
import io.doorlist.store.checkin.ticket.CheckinMark;
import io.doorlist.store.checkin.ticket.CodeItems;
import io.doorlist.store.checkin.ticket.Comings;
import io.doorlist.store.checkin.ticket.ScanItems;
import io.doorlist.store.checkin.ticket.TallyItems;
import io.doorlist.store.sequence.Sequence;
import io.doorlist.store.table.Condition;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.Path;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.table.TableSchema.Key;
import io.doorlist.store.table.Transaction;
import io.doorlist.store.table.Update;
import io.doorlist.store.table.Write;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * One attempt to let tickets in, with ordinals of its own: one ticket or several of an order by one
 * request, or one ticket for each request of an upload. Either it succeeds as a whole, or it
 * reports what was in the way.
 */
final class CheckinAttempt {
  private final List<CheckinRequest> requests;
  private final CheckinRequest request;
  private final List<ScannedTicket> tickets;
  private final List<CheckinMark> checkins;
  private final List<Comings> comings;
  private final Item common;
  private final long first;
  private final int rows;
  private final SortedMap<String, Integer> remaining;
  private final Map<Key, List<Integer>> byMarks = new LinkedHashMap<>();

  /**
   * Plans an attempt, with ordinals that it reserves.
   *
   * @param requests one, or one for each ticket, all of one token at one list
   * @param tickets to let in
   * @param remaining ticket type to how many the order has left afterwards
   */
  static CheckinAttempt plan(
      List<CheckinRequest> requests,
      List<ScannedTicket> tickets,
      SortedMap<String, Integer> remaining,
      Sequence sequence,
      Clock clock) {
    CheckinRequest any = requests.getFirst();
    int rows = CheckinMark.rows(tickets.size());
    long first = sequence.reserve(any.sequence(), rows, any.command().deadline());
    Instant now = any.now(clock);
    List<CheckinMark> checkins = new ArrayList<>(tickets.size());
    for (int i = 0; i < tickets.size(); i++) {
      CheckinRequest request = requests.size() == 1 ? any : requests.get(i);
      ScannedTicket ticket = tickets.get(i);
      long ordinal = first + i / CheckinMark.MAX_IN_ROW;
      int index = i % CheckinMark.MAX_IN_ROW;
      Instant doorTime = request.comings(ticket, clock).doorTime(request.command(), now);
      checkins.add(ticket.checkIn(ordinal, index, request.command(), now, doorTime));
    }
    return new CheckinAttempt(requests, tickets, checkins, first, rows, remaining);
  }

  private CheckinAttempt(
      List<CheckinRequest> requests,
      List<ScannedTicket> tickets,
      List<CheckinMark> checkins,
      long first,
      int rows,
      SortedMap<String, Integer> remaining) {
    this.requests = List.copyOf(requests);
    this.request = requests.getFirst();
    this.tickets = List.copyOf(tickets);
    this.checkins = List.copyOf(checkins);
    this.comings =
        tickets.stream().map(ticket -> request.comings(ticket, checkins.getFirst().at())).toList();
    this.common = isUpload() ? checkins.getFirst().upload() : checkins.getFirst().common();
    this.first = first;
    this.rows = rows;
    this.remaining = remaining;
    for (int i = 0; i < tickets.size(); i++) {
      Key key = tickets.get(i).marksKey();
      byMarks.computeIfAbsent(key, any -> new ArrayList<>()).add(i);
    }
  }

  private boolean isUpload() {
    return requests.size() > 1;
  }

  /**
   * Writes the check-ins.
   *
   * @throws UnavailableException if the store did not answer in time; the tickets may or may not be
   *     checked in
   */
  Attempt<List<CheckedIn>> run(Lanes.Lane lane) {
    Map<Key, Write> marks = new LinkedHashMap<>();
    byMarks.forEach((key, tickets) -> marks.put(key, marks(key, tickets)));
    List<Write> appends = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      int from = row * CheckinMark.MAX_IN_ROW;
      int to = Math.min(from + CheckinMark.MAX_IN_ROW, checkins.size());
      appends.add(Sequence.append(row(from, to)));
    }
    Map<Key, Write> usedKeys = new LinkedHashMap<>();
    for (int i = 0; i < requests.size(); i++) {
      int index = isUpload() ? i : UsedKey.ALL;
      requests.get(i).idempotencyKey().ifPresent(key -> usedKeys.put(key, usedKey(key, index)));
    }
    List<Write> writes = new ArrayList<>(marks.values());
    writes.addAll(appends);
    writes.addAll(usedKeys.values());

    Instant deadline = request.command().deadline();
    Transaction outcome;
    try {
      outcome = lane.dynamo().transact(writes, deadline);
    } catch (UnavailableException e) {
      if (usedKeys.values().stream().anyMatch(key -> Dynamo.conflicted(e, writes, key))) {
        return new Attempt.KeyBusy<>();
      }
      throw e;
    }
    if (outcome instanceof Transaction.Rejected rejected && !ours(rejected, marks)) {
      return lost(rejected, marks, appends, usedKeys, lane.sequence());
    }
    lane.sequence().settleInTurn(request.sequence(), first, rows, deadline);
    return done();
  }

  private Item row(int from, int to) {
    long list = request.list().id();
    List<CheckinMark.Arrival> arrivals = new ArrayList<>();
    for (ScannedTicket ticket : tickets.subList(from, to)) {
      boolean again = !ticket.otherLists(list).isEmpty();
      arrivals.add(
          new CheckinMark.Arrival(ticket.ticketType(), again, tally(arrivals.size() + from)));
    }
    return CheckinMark.row(request.sequence(), checkins.subList(from, to), arrivals, common);
  }

  /** Returns what an entry changes in its area, or {@code null} if it is the ticket's first. */
  private Tally tally(int ticket) {
    CheckinMark mark = checkins.get(ticket);
    Comings there = comings.get(ticket);
    Tally change = there.change(there.passage(false, mark.doorTime(), mark.tokenId()));
    return change.equals(TallyItems.firstEntry(mark.doorTime())) ? null : change;
  }

  /** Gives up the ordinals that are still free, and returns what was in the way. */
  private Attempt<List<CheckedIn>> lost(
      Transaction.Rejected rejected,
      Map<Key, Write> marks,
      List<Write> appends,
      Map<Key, Write> usedKeys,
      Sequence sequence) {
    for (int row = 0; row < rows; row++) {
      if (!rejected.failed(appends.get(row))) {
        sequence.giveUp(request.sequence(), first + row, 1, request.command().deadline());
      }
    }
    Map<Key, Item> taken = failed(rejected, usedKeys);
    if (!taken.isEmpty() && !isUpload()) {
      return new Attempt.KeyUsed<>(taken.values().iterator().next());
    }
    Map<Key, Item> changed = failed(rejected, marks);
    changed.putAll(taken);
    return new Attempt.Lost<>(changed);
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

  private Attempt<List<CheckedIn>> done() {
    List<CheckedIn> in = new ArrayList<>(checkins.size());
    for (int i = 0; i < checkins.size(); i++) {
      in.add(request.checkedIn(checkins.get(i), tickets.get(i).ticketType()));
    }
    return new Attempt.Done<>(in);
  }

  /**
   * Returns whether the conditions failed because this very attempt was written earlier and its
   * answer was lost: the marks then have the ordinals that only this attempt reserved.
   */
  private boolean ours(Transaction.Rejected rejected, Map<Key, Write> marks) {
    for (Map.Entry<TableSchema.Key, Write> write : marks.entrySet()) {
      if (rejected.failed(write.getValue())) {
        CheckinMark mine = checkins.get(byMarks.get(write.getKey()).getFirst());
        Item there = rejected.old(write.getValue()).map(CodeItems.MARKS);
        String name = CodeItems.mark(request.list().id(), mine.ticketId());
        return there.has(name) && there.map(name).number(ScanItems.ORDINAL) == mine.ordinal();
      }
    }
    return false;
  }

  private Write marks(Key key, List<Integer> tickets) {
    Update update = Update.of(key);
    List<Condition> conditions = new ArrayList<>();
    conditions.add(is(CodeItems.VERSION, this.tickets.get(tickets.getFirst()).marksVersion()));
    for (int ticket : tickets) {
      CheckinMark mark = checkins.get(ticket);
      Path path = Path.of(CodeItems.MARKS, CodeItems.mark(request.list().id(), mark.ticketId()));
      update.set(path, mark.mark(common));
      conditions.addAll(comings.get(ticket).unchanged());
      conditions.addAll(
          request.onOtherLists(
              this.tickets.get(ticket), CodeItems.MAX_OTHER_MARKS / Math.max(1, tickets.size())));
    }
    return update.require(all(conditions));
  }

  private Write usedKey(Key key, int index) {
    boolean order = !remaining.isEmpty();
    String asked = requests.get(Math.max(0, index)).command().key().request();
    UsedKey used = new UsedKey(asked, order, first, rows, index, remaining);
    return Write.put(used.item(key)).ifAbsent();
  }
}
