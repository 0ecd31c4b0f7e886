package io.doorlist.store.checkin;

import io.doorlist.domain.CheckinCommand;
import io.doorlist.domain.CheckinList;
import io.doorlist.domain.CheckinOutcome;
import io.doorlist.domain.CheckinOutcome.Limit;
import io.doorlist.domain.CheckinOutcome.LimitKind;
import io.doorlist.domain.CheckinOutcome.Reason;
import io.doorlist.domain.EventDefinition;
import io.doorlist.domain.ListTerms;
import io.doorlist.domain.QrCode;
import io.doorlist.door.CodeFacts;
import io.doorlist.door.DoorRule;
import io.doorlist.door.ListFacts;
import io.doorlist.door.Verdict;
import io.doorlist.door.Window;
import io.doorlist.store.table.Condition;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.table.TableSchema.Key;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One request at one list: its keys, and the answers that need no further reads. */
record CheckinRequest(EventDefinition definition, CheckinList list, CheckinCommand command) {
  private String account() {
    return definition.event().account();
  }

  private String event() {
    return definition.event().slug();
  }

  Key qr(String qrToken) {
    return TableSchema.qr(account(), event(), qrToken);
  }

  String sequence() {
    return TableSchema.checkins(account(), event(), list.id(), command.mode());
  }

  Optional<Key> idempotencyKey() {
    return command.key() == null
        ? Optional.empty()
        : Optional.of(
            TableSchema.idempotencyKey(account(), command.tokenId(), command.key().digest()));
  }

  String doubleAdmissions() {
    return TableSchema.doubleAdmissions(account(), event(), list.id(), command.mode());
  }

  /**
   * Returns the key under which an admission that the device decided is recorded: made of the
   * idempotency key or, without one, of code and time.
   */
  Optional<Key> admission(Key code) {
    return command.online() || command.key() != null
        ? idempotencyKey()
        : Optional.of(
            TableSchema.idempotencyKey(account(), command.tokenId(), admissionName(code)));
  }

  private String admissionName(Key code) {
    Instant scannedAt = command.scannedAt();
    String time = scannedAt == null ? "" : Long.toString(scannedAt.toEpochMilli());
    String place = list.id() + "|" + command.mode().word() + "|" + time + "|" + code.pk();
    return "offline-" + QrCode.digest(place);
  }

  /**
   * Returns the keys to read first.
   *
   * @param name of the item that shows whether this repeats an earlier request
   */
  static List<Key> keys(Key code, Optional<Key> name) {
    return name.isPresent() ? List.of(code, name.get()) : List.of(code);
  }

  /** Returns whether a code's item is of this kind and of the token's mode. */
  boolean admits(Item item, String kind) {
    return kind.equals(item.text(AdmissionItems.KIND))
        && command.mode().word().equals(item.text(AdmissionItems.MODE));
  }

  /** Returns the time of a check-in, at the precision that answers show. */
  Instant now(Clock clock) {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  /**
   * Returns the answer for a ticket that a check-in let in.
   *
   * @param type the slug of the ticket's type, or {@code null}
   */
  CheckinOutcome.CheckedIn checkedIn(CheckinMark mark, String type) {
    return new CheckinOutcome.CheckedIn(
        mark.checkin(list, command.mode()),
        type == null ? null : definition.event().ticketType(type).orElse(null));
  }

  CheckinOutcome already(CheckinMark mark, Clock clock) {
    long seconds = Math.max(0, Duration.between(mark.at(), clock.instant()).toSeconds());
    return new CheckinOutcome.AlreadyCheckedIn(
        mark.checkin(list, command.mode()), seconds, mark.tokenId().equals(command.tokenId()));
  }

  /** Returns what the check-in rule says about a ticket at this list. */
  Verdict verdict(Admission ticket, Clock clock) {
    return DoorRule.decide(ticket.facts(list), facts(list), scanned(clock));
  }

  /**
   * Returns the refusal of everything that the list's definition demands now, or empty if the list
   * is open.
   */
  Optional<CheckinOutcome> closed(Clock clock) {
    CodeFacts anyTicket =
        new CodeFacts.TicketCode(
            CodeFacts.TicketCode.NOT_IN,
            true,
            false,
            false,
            CodeFacts.OrderStatus.CONFIRMED,
            false,
            Window.ALWAYS);
    Verdict verdict = DoorRule.decide(anyTicket, facts(list), scanned(clock));
    return verdict instanceof Verdict.OutsideWindow outside
        ? Optional.of(outside(outside))
        : Optional.empty();
  }

  /**
   * Returns the refusal of a ticket that the list does not admit, with the lists that admit it now.
   */
  CheckinOutcome wrongList(Admission ticket, Clock clock) {
    List<CheckinList> others =
        definition.admitting(ticket.ticketType(), ticket.seriesDate()).stream()
            .filter(other -> open(other, clock))
            .toList();
    return new CheckinOutcome.NotAdmissible(Reason.WRONG_LIST, others);
  }

  /**
   * Returns the refusal of a ticket type that the list does not admit, with the lists that admit it
   * now.
   */
  CheckinOutcome wrongList(String ticketType, Clock clock) {
    List<CheckinList> others =
        definition.admitting(ticketType).stream().filter(other -> open(other, clock)).toList();
    return new CheckinOutcome.NotAdmissible(Reason.WRONG_LIST, others);
  }

  /** Returns the refusal of a scan outside a window. */
  CheckinOutcome outside(Verdict.OutsideWindow outside) {
    boolean early = outside.reason() == io.doorlist.door.Reason.TOO_EARLY;
    boolean byList = outside.decidedBy() == Verdict.DecidedBy.LIST;
    Instant at = Instant.ofEpochSecond(early ? outside.window().from() : outside.window().until());
    LimitKind kind =
        early
            ? (byList ? LimitKind.OPENS_AT : LimitKind.VALID_FROM)
            : (byList ? LimitKind.CLOSES_AT : LimitKind.VALID_UNTIL);
    return new CheckinOutcome.NotAdmissible(
        early ? Reason.TOO_EARLY : Reason.TOO_LATE, List.of(), new Limit(kind, at));
  }

  private boolean open(CheckinList other, Clock clock) {
    Window window = facts(other).window();
    long scanned = scanned(clock);
    return !window.isAfter(scanned) && !window.isBefore(scanned);
  }

  /**
   * Returns when the code was scanned, in epoch seconds: an offline scan by the device's clock,
   * unless that is wrong.
   */
  private long scanned(Clock clock) {
    Instant now = clock.instant();
    Instant scannedAt = command.scannedAt();
    boolean offline = scannedAt != null && !command.online() && !command.clockSkew(now);
    return (offline ? scannedAt : now).getEpochSecond();
  }

  private static ListFacts facts(CheckinList list) {
    ListTerms terms = list.terms();
    return new ListFacts(
        terms.includePending(),
        new Window(
            terms.opensAt() == null ? Window.OPEN_START : terms.opensAt().getEpochSecond(),
            terms.closesAt() == null ? Window.OPEN_END : terms.closesAt().getEpochSecond()));
  }

  /**
   * Returns conditions that hold while a ticket is checked in on the same other lists as when it
   * was read.
   */
  List<Condition> onOtherLists(Admission ticket, int room) {
    String type = ticket.ticketType();
    List<Long> others = new ArrayList<>();
    for (CheckinList each : definition.lists()) {
      if (each.id() != list.id() && each.admits(type)) {
        others.add(each.id());
      }
    }
    return AdmissionItems.stillIn(others, ticket.otherLists(list.id()), ticket.ticketId(), room);
  }
}
