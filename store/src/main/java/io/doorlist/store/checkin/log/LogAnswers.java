package io.doorlist.store.checkin.log;

import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.Happening.Type;
import io.doorlist.store.checkin.request.Attempt;
import io.doorlist.store.checkin.request.CheckinRequest;
import io.doorlist.store.checkin.request.ScannedTicket;
import io.doorlist.store.checkin.request.UsedKey;
import io.doorlist.store.checkin.ticket.CheckinMark;
import io.doorlist.store.checkin.ticket.ScanItems;
import io.doorlist.store.sequence.SequencePages;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Function;

/**
 * Answers scans from the rows that were written for them: so a repeated request is answered as the
 * first one was. Thread-safe.
 */
public record LogAnswers(Dynamo dynamo, SequencePages pages) {
  /**
   * Returns the refusal, unless what is in the way was written by this very request: a twin with
   * the same key may have been written after the key was read. A mark and its key are written
   * together, so the key exists by now.
   */
  public CheckinOutcome unlessOwn(CheckinRequest request, CheckinOutcome refusal) {
    return before(request).orElse(refusal);
  }

  /** Returns the answer that an earlier request with the same key had, if there was one. */
  public Optional<CheckinOutcome> before(CheckinRequest request) {
    return request
        .idempotencyKey()
        .flatMap(key -> dynamo.get(key, request.command().deadline()))
        .map(item -> repeated(request, item));
  }

  /**
   * Answers a repeated request from the rows of the first one, whatever has changed since, even if
   * they were undone.
   */
  public CheckinOutcome repeated(CheckinRequest request, Item key) {
    return repeated(request, key, List.of());
  }

  /**
   * Returns the same of an exit.
   *
   * @param meant the tickets that its code stands for
   */
  public CheckinOutcome repeated(CheckinRequest request, Item key, List<ScannedTicket> meant) {
    UsedKey used = UsedKey.of(key);
    if (request.command().key() != null
        && !used.request().equals(request.command().key().request())) {
      return new CheckinOutcome.KeyReused();
    }
    List<SequenceRow> rows =
        pages.rows(request.log(), used.first(), used.rows(), request.command().deadline());
    if (rows.isEmpty()) {
      throw new IllegalStateException("a key refers to a row that does not exist");
    }
    List<CheckinOutcome> tickets = new ArrayList<>();
    for (SequenceRow row : rows) {
      if (LogRow.type(row.item()).orElseThrow() == Type.CHECK_IN) {
        used.checkins(row).forEach(in -> tickets.add(request.checkedIn(in.mark(), in.type())));
      } else {
        tickets.add(of(request, row, meant, true));
      }
    }
    return used.order() ? ofOrder(tickets, used.remaining()) : tickets.getFirst();
  }

  /** Returns the answer to the code of an order from those to its tickets. */
  private static CheckinOutcome ofOrder(
      List<CheckinOutcome> tickets, SortedMap<String, Integer> remaining) {
    return tickets.getFirst() instanceof CheckinOutcome.CheckedOut
        ? new CheckinOutcome.OrderCheckedOut(
            tickets.stream().map(CheckinOutcome.CheckedOut.class::cast).toList())
        : new CheckinOutcome.OrderCheckedIn(
            tickets.stream().map(CheckinOutcome.Admitted.class::cast).toList(), remaining);
  }

  /** Returns the answer to the code of an order whose passages these rows are. */
  public CheckinOutcome ofOrder(
      CheckinRequest request,
      List<Item> rows,
      List<ScannedTicket> tickets,
      SortedMap<String, Integer> remaining) {
    return ofOrder(
        rows.stream().map(row -> of(request, SequenceRow.of(row), tickets, false)).toList(),
        remaining);
  }

  /**
   * Returns what became of an attempt; empty if something has changed meanwhile.
   *
   * @param meant the tickets that the code of an exit stands for
   * @param made returns the answer to what was written
   */
  public <T> Optional<CheckinOutcome> of(
      CheckinRequest request,
      Attempt<T> attempt,
      List<ScannedTicket> meant,
      Function<T, CheckinOutcome> made) {
    return switch (attempt) {
      case Attempt.Done<T> done -> Optional.of(made.apply(done.made()));
      case Attempt.KeyUsed<T> taken -> Optional.of(repeated(request, taken.item(), meant));
      case Attempt.KeyBusy<T> busy -> Optional.of(new CheckinOutcome.KeyInUse());
      case Attempt.Lost<T> lost -> Optional.empty();
    };
  }

  /**
   * Answers a scan that was no check-in.
   *
   * @param meant the tickets that the code of an exit stands for
   * @param repeated whether it was written before
   */
  public CheckinOutcome of(
      CheckinRequest request, SequenceRow row, List<ScannedTicket> meant, boolean repeated) {
    Item item = row.item();
    if (item.has(LogRow.REFUSED)) {
      Item refused = item.map(LogRow.REFUSED);
      Long ticket = item.numberOrNull(ScanItems.TICKET);
      return new CheckinOutcome.AdmittedAgain(
          RefusedItem.read(dynamo, request, refused, ticket), repeated);
    }
    return LogRow.type(item).orElseThrow() == Type.EXIT
        ? new CheckinOutcome.CheckedOut(
            LogRow.passage(row, request.list(), request.command().mode()),
            item.flag(LogRow.WAS_INSIDE),
            item.numberOrNull(LogRow.MINUTES),
            name(meant, item.number(ScanItems.TICKET)),
            item.text(ScanItems.TYPE))
        : reentered(request, row);
  }

  private static String name(List<ScannedTicket> meant, long ticket) {
    return meant.stream()
        .filter(each -> each.ticketId() == ticket)
        .findFirst()
        .or(() -> meant.stream().findFirst())
        .map(ScannedTicket::name)
        .orElse(null);
  }

  private CheckinOutcome reentered(CheckinRequest request, SequenceRow row) {
    long first = row.item().number(LogRow.FIRST);
    CheckinMark.InRow checkin =
        dynamo
            .get(
                TableSchema.row(request.log(), CheckinMark.ordinal(first)),
                request.command().deadline())
            .map(item -> CheckinMark.all(SequenceRow.of(item)).get(CheckinMark.index(first)))
            .orElseThrow(() -> new IllegalStateException("an entry without a first one"));
    CheckinOutcome.CheckedIn in = request.checkedIn(checkin.mark(), checkin.type());
    return new CheckinOutcome.Reentered(
        in.checkin(),
        in.type(),
        LogRow.passage(row, request.list(), request.command().mode()),
        row.item().number(LogRow.ENTRIES));
  }
}
