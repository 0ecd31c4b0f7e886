package io.doorlist.store.checkin;

import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.Happening.Type;
import io.doorlist.domain.checkin.RecordedPassage;
import io.doorlist.store.checkin.LogAttempt.Outcome;
import io.doorlist.store.checkin.ticket.CheckinMark;
import io.doorlist.store.checkin.ticket.LogRow;
import io.doorlist.store.checkin.ticket.ScanAttributes;
import io.doorlist.store.sequence.Sequence;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.table.Item;
import io.doorlist.table.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Answers scans from the rows that were written for them. So a phone that lost an answer can ask
 * again, and gets the same answer. Thread-safe.
 */
record LogAnswers(Table table) {
  /**
   * Returns the refusal, unless the same request was sent twice at once and has been recorded
   * meanwhile. Then it returns the answer to that request. Such a request may have checked the
   * ticket in after its key was looked up here. A mark and its key are written together, so the key
   * exists by now.
   */
  CheckinOutcome unlessOwn(ScanRequest request, CheckinOutcome refusal) {
    return before(request).orElse(refusal);
  }

  /** Returns the answer that an earlier request with the same key had, if there was one. */
  Optional<CheckinOutcome> before(ScanRequest request) {
    return request
        .idempotencyKey()
        .flatMap(key -> table.get(key, request.scan().deadline()))
        .map(item -> repeated(request, item, List.of()));
  }

  /**
   * Answers a repeated request from the rows of the first one. What has changed since does not
   * matter, not even an undo of these rows.
   *
   * @param meant the tickets that the code of an exit stands for
   */
  CheckinOutcome repeated(ScanRequest request, Item key, List<StoredTicket> meant) {
    if (isOfOther(request, UsedKey.request(key))) {
      return new CheckinOutcome.KeyReused();
    }
    if (UsedKey.isWithdrawn(key)) {
      return new CheckinOutcome.Withdrawn();
    }
    UsedKey used = UsedKey.of(key);
    return answer(request, rows(request, used.rows()), used.index(), used.remaining(), meant, true);
  }

  /** Returns whether the key of a request was used for another request. */
  static boolean isOfOther(ScanRequest request, String used) {
    return request.scan().key() != null && !request.scan().key().isOf(used);
  }

  /** Answers the exit of a group from the rows of all its parts. */
  CheckinOutcome left(ScanRequest request, List<UsedKey.Rows> parts) {
    List<SequenceRow> rows = parts.stream().flatMap(part -> rows(request, part).stream()).toList();
    List<Item> tickets =
        rows.stream()
            .flatMap(row -> LogRow.parts(row.item()).stream())
            .map(LogRow.Part::item)
            .toList();
    List<StoredTicket> left = new TicketReader(table).ofParts(tickets, request.scan().deadline());
    return answer(request, rows, UsedKey.ALL, new TreeMap<>(), left, true);
  }

  /** Reads the rows to which an idempotency key refers. */
  List<SequenceRow> rows(ScanRequest request, UsedKey.Rows rows) {
    long last = rows.first() + rows.number() - 1;
    List<SequenceRow> found =
        new Sequence(table)
            .rows(request.log(), rows.first(), last, rows.number(), request.scan().deadline());
    if (found.isEmpty()) {
      throw new IllegalStateException("a key refers to a row that does not exist");
    }
    return found;
  }

  /**
   * Returns the answer to an attempt; empty if something has changed meanwhile.
   *
   * @param meant the tickets that the code of an exit stands for
   * @param remaining how many more tickets of the order may come in, as in {@link LogAttempt}
   */
  Optional<CheckinOutcome> of(
      ScanRequest request,
      Outcome outcome,
      List<StoredTicket> meant,
      SortedMap<String, Integer> remaining) {
    return switch (outcome) {
      case Outcome.Done done -> {
        List<SequenceRow> rows = done.rows().stream().map(SequenceRow::of).toList();
        yield Optional.of(answer(request, rows, UsedKey.ALL, remaining, meant, false));
      }
      case Outcome.KeyUsed used -> Optional.of(repeated(request, used.item(), meant));
      case Outcome.KeyBusy busy -> Optional.of(new CheckinOutcome.KeyInUse());
      case Outcome.Lost lost -> Optional.empty();
    };
  }

  private CheckinOutcome answer(
      ScanRequest request,
      List<SequenceRow> rows,
      int index,
      SortedMap<String, Integer> remaining,
      List<StoredTicket> meant,
      boolean repeated) {
    Map<Long, CheckinMark.InRow> first = first(request, rows);
    List<CheckinOutcome> tickets = new ArrayList<>();
    for (SequenceRow row : rows) {
      if (LogRow.type(row.item()).orElseThrow() == Type.CHECK_IN) {
        CheckinMark.all(row).forEach(in -> tickets.add(request.checkedIn(in)));
      } else {
        LogRow.parts(row.item())
            .forEach(part -> tickets.add(answer(request, row, part, first, meant, repeated)));
      }
    }
    if (remaining == null) {
      return tickets.get(Math.max(0, index));
    }
    return tickets.getFirst() instanceof CheckinOutcome.CheckedOut
        ? new CheckinOutcome.OrderCheckedOut(
            tickets.stream().map(CheckinOutcome.CheckedOut.class::cast).toList())
        : new CheckinOutcome.OrderCheckedIn(
            tickets.stream().map(CheckinOutcome.Admitted.class::cast).toList(), remaining);
  }

  /** Reads the check-ins of the tickets that came in again, by their place in the log. */
  private Map<Long, CheckinMark.InRow> first(ScanRequest request, List<SequenceRow> rows) {
    Set<Long> places =
        rows.stream()
            .map(SequenceRow::item)
            .filter(row -> LogRow.type(row).orElse(null) == Type.ENTRY)
            .filter(row -> !row.has(LogRow.REFUSED))
            .flatMap(row -> LogRow.parts(row).stream())
            .map(part -> part.item().number(LogRow.FIRST))
            .collect(Collectors.toSet());
    return request.checkins(table, request.list(), places);
  }

  /** Answers from a part of a row that is not a check-in. */
  private CheckinOutcome answer(
      ScanRequest request,
      SequenceRow row,
      LogRow.Part part,
      Map<Long, CheckinMark.InRow> first,
      List<StoredTicket> meant,
      boolean repeated) {
    Item item = part.item();
    if (item.has(LogRow.REFUSED)) {
      Item refused = item.map(LogRow.REFUSED);
      Long ticket = item.numberOrNull(ScanAttributes.TICKET);
      return new CheckinOutcome.AdmittedAgain(
          RefusedItem.read(table, request, refused, ticket), repeated);
    }
    RecordedPassage passage = LogRow.passage(row, part, request.list(), request.scan().mode());
    if (passage.exit()) {
      return new CheckinOutcome.CheckedOut(
          passage,
          item.flag(LogRow.WAS_INSIDE),
          item.numberOrNull(LogRow.MINUTES),
          name(meant, passage.ticketId()),
          item.text(ScanAttributes.TYPE));
    }
    CheckinOutcome.CheckedIn in = request.checkedIn(first.get(item.number(LogRow.FIRST)));
    return new CheckinOutcome.Reentered(
        in.checkin(), in.type(), passage, item.number(LogRow.ENTRIES), null);
  }

  private static String name(List<StoredTicket> meant, long ticket) {
    return meant.stream()
        .filter(each -> each.ticketId() == ticket)
        .findFirst()
        .or(() -> meant.stream().findFirst())
        .map(StoredTicket::name)
        .orElse(null);
  }
}
