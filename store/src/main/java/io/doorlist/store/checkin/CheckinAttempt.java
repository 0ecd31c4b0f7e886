package io.doorlist.store.checkin;

import static io.doorlist.store.table.Condition.all;
import static io.doorlist.store.table.Condition.is;

import io.doorlist.domain.UnavailableException;
import io.doorlist.domain.checkin.CheckinOutcome.CheckedIn;
import io.doorlist.store.checkin.log.LogRow;
import io.doorlist.store.checkin.log.LogWrite;
import io.doorlist.store.checkin.request.Attempt;
import io.doorlist.store.checkin.request.CheckinRequest;
import io.doorlist.store.checkin.request.Lanes;
import io.doorlist.store.checkin.request.ScannedTicket;
import io.doorlist.store.checkin.request.UsedKey;
import io.doorlist.store.checkin.ticket.AreaChange;
import io.doorlist.store.checkin.ticket.CheckinMark;
import io.doorlist.store.checkin.ticket.CodeItems;
import io.doorlist.store.checkin.ticket.Comings;
import io.doorlist.store.checkin.ticket.TallyItems;
import io.doorlist.store.sequence.Sequence;
import io.doorlist.store.table.Condition;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.Path;
import io.doorlist.store.table.TableSchema.Key;
import io.doorlist.store.table.Update;
import io.doorlist.store.table.Write;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.IntStream;

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
  private final List<AreaChange> changes = new ArrayList<>();
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
    long first = sequence.reserve(any.log(), rows, any.command().deadline());
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
        IntStream.range(0, tickets.size())
            .mapToObj(i -> request(i).comings(tickets.get(i), checkins.getFirst().at()))
            .toList();
    this.common = isUpload() ? checkins.getFirst().upload() : checkins.getFirst().common();
    this.first = first;
    this.rows = rows;
    this.remaining = remaining;
    for (int i = 0; i < tickets.size(); i++) {
      Comings there = comings.get(i);
      changes.add(AreaChange.between(there, there.with(checkins.get(i)), request.command().mode()));
      Key key = tickets.get(i).marksKey();
      byMarks.computeIfAbsent(key, any -> new ArrayList<>()).add(i);
    }
  }

  private boolean isUpload() {
    return requests.size() > 1;
  }

  private CheckinRequest request(int ticket) {
    return isUpload() ? requests.get(ticket) : request;
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
    List<Item> appended = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      int from = row * CheckinMark.MAX_IN_ROW;
      int to = Math.min(from + CheckinMark.MAX_IN_ROW, checkins.size());
      appended.add(row(from, to));
    }
    Map<Key, Write> usedKeys = new LinkedHashMap<>();
    for (int i = 0; i < requests.size(); i++) {
      int index = isUpload() ? i : UsedKey.ALL;
      requests.get(i).idempotencyKey().ifPresent(key -> usedKeys.put(key, usedKey(key, index)));
    }
    List<Write> others =
        LogRow.marks(changes, request.account(), request.event(), request.command().mode());
    LogWrite write = new LogWrite(request.log(), first, appended, marks, usedKeys, true, others);
    return switch (write.run(lane, request.command().deadline())) {
      case Attempt.Done<List<Item>> done -> done();
      case Attempt.KeyUsed<List<Item>> used -> new Attempt.KeyUsed<>(used.item());
      case Attempt.KeyBusy<List<Item>> busy -> new Attempt.KeyBusy<>();
      case Attempt.Lost<List<Item>> lost -> new Attempt.Lost<>(lost.changed());
    };
  }

  private Item row(int from, int to) {
    long list = request.list().id();
    List<CheckinMark.Arrival> arrivals = new ArrayList<>();
    List<Long> opens = new ArrayList<>();
    List<Long> closes = new ArrayList<>();
    for (int i = from; i < to; i++) {
      CheckinMark mark = checkins.get(i);
      AreaChange change = changes.get(i);
      boolean usual = change.tally().equals(TallyItems.firstEntry(mark.doorTime()));
      arrivals.add(
          new CheckinMark.Arrival(
              tickets.get(i).ticketType(),
              !tickets.get(i).otherLists(list).isEmpty(),
              usual ? null : change.tally(),
              comings.get(i).with(mark).explains(mark.place())));
      opens.addAll(change.opens());
      closes.addAll(change.closes());
    }
    Item row = CheckinMark.row(request.log(), checkins.subList(from, to), arrivals, common);
    return LogRow.putChange(row, opens, closes);
  }

  private Attempt<List<CheckedIn>> done() {
    List<CheckedIn> in = new ArrayList<>(checkins.size());
    for (int i = 0; i < checkins.size(); i++) {
      in.add(request.checkedIn(checkins.get(i), tickets.get(i).ticketType()));
    }
    return new Attempt.Done<>(in);
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
