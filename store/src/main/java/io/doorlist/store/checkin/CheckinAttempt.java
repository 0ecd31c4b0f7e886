package io.doorlist.store.checkin;

import static io.doorlist.store.table.Condition.all;
import static io.doorlist.store.table.Condition.is;

import io.doorlist.domain.UnavailableException;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedIn;
import io.doorlist.door.Tally;
import io.doorlist.store.sequence.Sequence;
import io.doorlist.store.table.Condition;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.Path;
import io.doorlist.store.table.TableSchema.Key;
import io.doorlist.store.table.Transaction;
import io.doorlist.store.table.Update;
import io.doorlist.store.table.Write;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * One attempt to let tickets in, with ordinals of its own: either it succeeds as a whole, or it
 * reports what was in the way.
 */
final class CheckinAttempt {
  /** The most conditions on marks of other lists that fit into one expression. */
  private static final int MAX_OTHER_MARKS = 40;

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
   * Plans an attempt.
   *
   * @param tickets to let in
   * @param checkins the check-in of each ticket, in the same order
   * @param first the first of the {@code rows} reserved ordinals
   * @param remaining ticket type to how many the order has left afterwards
   */
  CheckinAttempt(
      CheckinRequest request,
      List<ScannedTicket> tickets,
      List<CheckinMark> checkins,
      long first,
      int rows,
      SortedMap<String, Integer> remaining) {
    this.request = request;
    this.tickets = List.copyOf(tickets);
    this.checkins = List.copyOf(checkins);
    this.comings =
        tickets.stream()
            .map(
                ticket ->
                    Comings.of(
                        ticket.marks(),
                        ticket.ticketId(),
                        request.definition(),
                        request.list(),
                        checkins.getFirst().at()))
            .toList();
    this.common = checkins.getFirst().common();
    this.first = first;
    this.rows = rows;
    this.remaining = remaining;
    for (int i = 0; i < tickets.size(); i++) {
      Key key = tickets.get(i).marksKey();
      byMarks.computeIfAbsent(key, any -> new ArrayList<>()).add(i);
    }
  }

  /** The outcome of an attempt. */
  sealed interface Result {}

  /** All tickets are checked in. */
  record Done(List<CheckedIn> tickets) implements Result {}

  /** The idempotency key has been used before; this is its item. */
  record KeyTaken(Item item) implements Result {}

  /** Another request with this idempotency key is still writing. */
  record KeyBusy() implements Result {}

  /** Nothing was written: a ticket or an ordinal was not as expected. */
  record Lost(Map<Key, Item> changed) implements Result {}

  /**
   * Writes the check-ins.
   *
   * @throws UnavailableException if the store did not answer in time; the tickets may or may not be
   *     checked in
   */
  Result run(Lanes.Lane lane) {
    Map<Key, Write> marks = new LinkedHashMap<>();
    byMarks.forEach((key, tickets) -> marks.put(key, marks(key, tickets)));
    List<Write> appends = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      int from = row * CheckinMark.MAX_IN_ROW;
      int to = Math.min(from + CheckinMark.MAX_IN_ROW, checkins.size());
      appends.add(Sequence.append(row(from, to)));
    }
    Optional<Write> usedKey = request.idempotencyKey().map(this::usedKey);
    List<Write> writes = new ArrayList<>(marks.values());
    writes.addAll(appends);
    usedKey.ifPresent(writes::add);

    Instant deadline = request.command().deadline();
    Transaction outcome;
    try {
      outcome = lane.dynamo().transact(writes, deadline);
    } catch (UnavailableException e) {
      if (usedKey.isPresent() && Dynamo.conflicted(e, writes, usedKey.get())) {
        return new KeyBusy();
      }
      throw e;
    }
    if (outcome instanceof Transaction.Rejected rejected && !ours(rejected, marks)) {
      return lost(rejected, marks, appends, usedKey, lane.sequence());
    }
    lane.sequence().settleInTurn(request.sequence(), first, rows, deadline);
    return done();
  }

  private Item row(int from, int to) {
    long list = request.list().id();
    List<CheckinMark.Arrival> arrivals = new ArrayList<>(to - from);
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
    return change.equals(Comings.firstEntry(mark.doorTime())) ? null : change;
  }

  /** Gives up the ordinals that are still free, and returns what was in the way. */
  private Result lost(
      Transaction.Rejected rejected,
      Map<Key, Write> marks,
      List<Write> appends,
      Optional<Write> usedKey,
      Sequence sequence) {
    for (int row = 0; row < rows; row++) {
      if (!rejected.failed(appends.get(row))) {
        sequence.giveUp(request.sequence(), first + row, 1, request.command().deadline());
      }
    }
    if (usedKey.isPresent() && rejected.failed(usedKey.get())) {
      return new KeyTaken(rejected.old(usedKey.get()));
    }
    Map<Key, Item> changed = new HashMap<>();
    marks.forEach(
        (key, write) -> {
          if (rejected.failed(write)) {
            changed.put(key, rejected.old(write));
          }
        });
    return new Lost(changed);
  }

  private Done done() {
    List<CheckedIn> in = new ArrayList<>(checkins.size());
    for (int i = 0; i < checkins.size(); i++) {
      in.add(request.checkedIn(checkins.get(i), tickets.get(i).ticketType()));
    }
    return new Done(in);
  }

  /**
   * Returns whether the conditions failed because this very attempt was written earlier and its
   * answer was lost: the marks then have the ordinals that only this attempt reserved.
   */
  private boolean ours(Transaction.Rejected rejected, Map<Key, Write> marks) {
    for (var write : marks.entrySet()) {
      if (rejected.failed(write.getValue())) {
        CheckinMark mine = checkins.get(byMarks.get(write.getKey()).getFirst());
        Item there = rejected.old(write.getValue()).map(CodeItems.MARKS);
        String name = CodeItems.mark(request.list().id(), mine.ticketId());
        return there.has(name) && there.map(name).number(CheckinMark.ORDINAL) == mine.ordinal();
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
              this.tickets.get(ticket), MAX_OTHER_MARKS / Math.max(1, tickets.size())));
    }
    return update.require(all(conditions));
  }

  private Write usedKey(Key key) {
    boolean order = !remaining.isEmpty();
    UsedKey used = new UsedKey(request.command().key().request(), order, first, rows, remaining);
    return Write.put(used.item(key)).ifAbsent();
  }
}
