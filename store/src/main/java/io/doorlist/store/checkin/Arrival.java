package io.doorlist.store.checkin;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.Checkin;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.store.checkin.LogAttempt.Movement;
import io.doorlist.store.checkin.ticket.CheckinMark;
import io.doorlist.store.checkin.ticket.LogRow;
import io.doorlist.store.checkin.ticket.ScanAttributes;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Write;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The entry of guests in the same write that adds their tickets. It has the door's decision, and
 * what the write adds to the list's log and to the tickets.
 */
public final class Arrival {
  private final ScanRequest request;
  private final List<StoredTicket> tickets;
  private final CheckinOutcome refusal;

  private Arrival(ScanRequest request, List<StoredTicket> tickets, CheckinOutcome refusal) {
    this.request = request;
    this.tickets = tickets;
    this.refusal = refusal;
  }

  /**
   * Decides about tickets, by the items that their codes will have.
   *
   * @param codes the items of the tickets' codes. The tickets have one type, and each keeps its
   *     marks in its own item
   */
  public static Arrival of(
      EventDefinition definition, CheckinList list, Scan scan, Clock clock, List<Item> codes) {
    ScanRequest request = new ScanRequest(definition, list, scan);
    List<StoredTicket> tickets = codes.stream().map(code -> new StoredTicket(code, code)).toList();
    return new Arrival(request, tickets, request.refusal(tickets.getFirst(), clock).orElse(null));
  }

  /** Returns why the list does not let the guests in; empty if it does. */
  public Optional<CheckinOutcome> refusal() {
    return Optional.ofNullable(refusal);
  }

  /** Returns the name of the log that gets rows. */
  public String log() {
    return request.log();
  }

  /** Returns how many rows the log gets. */
  public int rows() {
    return refusal == null ? CheckinMark.rows(tickets.size()) : tickets.size();
  }

  /**
   * What is to be written.
   *
   * @param codes the items of the tickets' codes, with their marks
   */
  public record Written(List<Item> rows, Map<Key, Item> codes) {}

  /** Returns what is to be written, with rows that begin at this ordinal. */
  public Written written(long first, Instant now) {
    List<Item> rows = new ArrayList<>();
    Map<Key, Item> codes = new TreeMap<>((one, other) -> one.pk().compareTo(other.pk()));
    tickets.forEach(ticket -> codes.put(ticket.code().key(), ticket.code()));
    for (LogAttempt attempt : attempts(now)) {
      LogAttempt.Plan plan = attempt.plan(first + rows.size());
      rows.addAll(plan.rows());
      for (Write update : plan.updates().values()) {
        codes.computeIfPresent(update.key(), (key, item) -> update.applied(item));
      }
    }
    return new Written(rows, codes);
  }

  private List<LogAttempt> attempts(Instant now) {
    if (refusal == null) {
      return List.of(attempt(Movement.of(Happening.Type.CHECK_IN, tickets), null, now));
    }
    return tickets.stream()
        .map(
            ticket ->
                attempt(
                    Movement.of(Happening.Type.WRONG, List.of(ticket)),
                    RefusedItem.of(request, Optional.of(ticket), refusal),
                    now))
        .toList();
  }

  private LogAttempt attempt(Movement movement, Item refused, Instant now) {
    return new LogAttempt(request, movement, refused, Optional.empty(), new TreeMap<>(), now);
  }

  /** Returns whether the first ticket in a row is this ticket. */
  public static boolean isOf(Item row, long ticket) {
    return LogRow.parts(row).stream()
        .map(LogRow.Part::item)
        .findFirst()
        .filter(
            part ->
                ticket
                    == part.number(
                        part.has(ScanAttributes.TICKET)
                            ? ScanAttributes.TICKET
                            : ScanAttributes.ID))
        .isPresent();
  }

  /** Returns the check-ins of a row that an arrival wrote, undone ones included. */
  public static List<Checkin> checkins(CheckinList list, Mode mode, Item row) {
    return CheckinMark.all(SequenceRow.of(row)).stream()
        .map(in -> in.mark().checkin(list, mode))
        .toList();
  }

  /**
   * Returns for which reason the door refused the guest of a log row, or {@code null} if it did
   * not.
   */
  public static String reason(Item row) {
    return row.map(LogRow.REFUSED).text(ScanAttributes.REASON);
  }
}
