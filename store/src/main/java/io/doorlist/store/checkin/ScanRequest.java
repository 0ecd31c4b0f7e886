package io.doorlist.store.checkin;

import io.doorlist.domain.QrCode;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.CheckinOutcome.Explanation;
import io.doorlist.domain.checkin.CheckinOutcome.Limit;
import io.doorlist.domain.checkin.CheckinOutcome.LimitKind;
import io.doorlist.domain.checkin.CheckinOutcome.NotAdmissible;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.event.ShopRules;
import io.doorlist.door.CodeFacts;
import io.doorlist.door.DoorRule;
import io.doorlist.door.ListFacts;
import io.doorlist.door.Passage;
import io.doorlist.door.Reason;
import io.doorlist.door.Verdict;
import io.doorlist.door.Window;
import io.doorlist.store.checkin.ticket.AreaPassages;
import io.doorlist.store.checkin.ticket.CheckinMark;
import io.doorlist.store.checkin.ticket.CodeItems;
import io.doorlist.store.checkin.ticket.LogRow;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Table;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** A scan at one list, with its keys. It decides about tickets and codes once these are read. */
record ScanRequest(EventDefinition definition, CheckinList list, Scan scan) {
  String account() {
    return definition.event().account();
  }

  String event() {
    return definition.event().slug();
  }

  Key qr(String qrToken) {
    return TableSchema.qr(account(), event(), qrToken);
  }

  Key ticket(long id) {
    return TableSchema.ticket(account(), event(), id);
  }

  Key order(long id) {
    return TableSchema.order(account(), event(), id);
  }

  String log() {
    return log(list);
  }

  String log(CheckinList of) {
    return LogRow.log(definition, of, scan.mode());
  }

  /** Returns the digest of the request if it has a key, and otherwise an empty text. */
  String digest() {
    return scan.key() == null ? "" : scan.key().request();
  }

  Optional<Key> idempotencyKey() {
    return Optional.ofNullable(scan.key())
        .map(used -> TableSchema.idempotencyKey(account(), scan.keyOwner(), used.digest()));
  }

  /**
   * Returns the key of the item that shows whether this repeats an earlier request. It is the
   * idempotency key, if there is one. Otherwise, a scan that the device decided gets a key made of
   * list, time and code.
   *
   * @param exit whether the ticket leaves
   */
  Optional<Key> repeatKey(Key code, boolean exit) {
    if (scan.online() || scan.key() != null) {
      return idempotencyKey();
    }
    Instant scannedAt = scan.scannedAt();
    String time = scannedAt == null ? "" : Long.toString(scannedAt.toEpochMilli());
    String place = list.id() + "|" + scan.mode().word() + "|" + time + "|" + code.pk();
    String name = (exit ? "exit-" : "") + "offline-" + QrCode.digest(place);
    return Optional.of(TableSchema.idempotencyKey(account(), scan.tokenId(), name));
  }

  /** Returns whether a code's item is of this kind and of the token's mode. */
  boolean standsFor(Item item, String kind) {
    return kind.equals(item.text(CodeItems.KIND))
        && scan.mode().word().equals(item.text(CodeItems.MODE));
  }

  /** Returns the present time, at the precision that answers show. */
  Instant now(Clock clock) {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  /** Reads the check-in at a place of a list's log. */
  CheckinMark.InRow checkin(Table table, CheckinList of, long place) {
    return checkins(table, of, List.of(place)).get(place);
  }

  /** Reads the check-ins at places of a list's log, by place. */
  Map<Long, CheckinMark.InRow> checkins(Table table, CheckinList of, Collection<Long> places) {
    Set<Key> keys =
        places.stream()
            .map(place -> TableSchema.row(log(of), CheckinMark.ordinal(place)))
            .collect(Collectors.toSet());
    Map<Long, CheckinMark.InRow> checkins = new HashMap<>();
    for (Item row : table.get(keys, scan.deadline()).values()) {
      CheckinMark.all(SequenceRow.of(row)).forEach(in -> checkins.put(in.mark().place(), in));
    }
    if (!checkins.keySet().containsAll(places)) {
      throw new IllegalStateException("a row refers to no check-in");
    }
    return checkins;
  }

  /** Returns the answer to a check-in. */
  CheckinOutcome.CheckedIn checkedIn(CheckinMark.InRow in) {
    return new CheckinOutcome.CheckedIn(
        in.mark().checkin(list, scan.mode()),
        in.type() == null ? null : definition.event().ticketType(in.type()).orElse(null),
        in.party(),
        null);
  }

  /** Returns the answer for a ticket that is already in. */
  CheckinOutcome already(AreaPassages passages, Clock clock) {
    AreaPassages.Marked first = passages.first().orElseThrow();
    CheckinMark mark = first.mark();
    long seconds = Math.max(0, Duration.between(mark.at(), clock.instant()).toSeconds());
    return new CheckinOutcome.AlreadyCheckedIn(
        mark.checkin(first.list(), scan.mode()),
        seconds,
        mark.tokenId().equals(scan.tokenId()),
        passages.tracked() ? inside(passages) : null);
  }

  private static CheckinOutcome.Inside inside(AreaPassages passages) {
    long since = Math.max(passages.fold().presence().since(), 0);
    return new CheckinOutcome.Inside(passages.lastEntry().list(), Instant.ofEpochMilli(since));
  }

  AreaPassages passages(StoredTicket ticket, Clock clock) {
    return passages(ticket, now(clock));
  }

  AreaPassages passages(StoredTicket ticket, Instant now) {
    return AreaPassages.of(
        ticket.marks(), ticket.ticketId(), definition, list, scan.doorTime(now), now);
  }

  /** Returns the passage that this request would add if it were written now. */
  Passage passage(AreaPassages passages, boolean exit, Instant now) {
    return passages.passage(exit, passages.doorTime(scan, now), scan.tokenId());
  }

  boolean isFree(StoredTicket ticket, Clock clock) {
    return ticket.mark(list.id()).isEmpty() && refusal(ticket, clock).isEmpty();
  }

  static CheckinOutcome ambiguous(StoredTicket ticket) {
    return new NotAdmissible(Reason.AMBIGUOUS, List.of()).of(ticket.ticketId());
  }

  /** Returns why a ticket is not let in here and now; empty if it is let in. */
  Optional<CheckinOutcome> refusal(StoredTicket ticket, Clock clock) {
    AreaPassages passages = passages(ticket, clock);
    // If lists have changed their areas, a ticket may have passages here without a check-in. Such a
    // ticket is not in.
    boolean in =
        passages.first().isPresent() && !passages.admits(passage(passages, false, now(clock)));
    long since =
        in
            ? passages.first().orElseThrow().mark().at().getEpochSecond()
            : CodeFacts.TicketCode.NOT_IN;
    long scanned = scanned(clock);
    CodeFacts facts = ticket.facts(list, since, passages.history(scanned));
    return switch (DoorRule.decide(facts, listFacts(), scanned)) {
      case Verdict.AlreadyIn already -> Optional.of(already(passages, clock));
      case Verdict verdict ->
          refusal(
                  verdict,
                  () -> definition.admitting(ticket.ticketType(), ticket.seriesDate()),
                  clock)
              .map(refused -> refused.of(ticket.ticketId()).unpaid(ticket.due(definition.event())));
    };
  }

  /**
   * Returns why an order's tickets of these types are not let in here and now. This looks only at
   * what is the same for all of them, and returns nothing if that does not keep them out.
   */
  Optional<CheckinOutcome> refusal(Item code, Collection<String> types, Clock clock) {
    Optional<String> unwelcome = types.stream().filter(type -> !list.admits(type)).findFirst();
    CodeFacts facts =
        code.flag(CodeItems.REVOKED)
            ? new CodeFacts.RevokedCode()
            : new CodeFacts.OrderCode(
                types.stream().allMatch(type -> definition.event().ticketType(type).isPresent()),
                unwelcome.isEmpty(),
                StoredTicket.orderStatus(code.text(CodeItems.STATE)));
    return refusal(
            DoorRule.decide(facts, listFacts(), scanned(clock)),
            () -> definition.admitting(unwelcome.orElseThrow()),
            clock)
        .map(refused -> refused.unpaid(CodeItems.due(code, definition.event())));
  }

  private Optional<NotAdmissible> refusal(
      Verdict verdict, Supplier<List<CheckinList>> admitting, Clock clock) {
    return switch (verdict) {
      case Verdict.Admissible admissible -> Optional.empty();
      case Verdict.OutsideWindow outside -> Optional.of(outside(outside));
      case Verdict.AgainstRules rules ->
          Optional.of(
              new NotAdmissible(
                  Reason.RULES,
                  List.of(),
                  null,
                  new Explanation(
                      rules.unmetRules(),
                      ShopRules.of(definition, list, scan.gate()).zone(),
                      scanned(clock)),
                  null));
      case Verdict.Refused refused ->
          Optional.of(
              new NotAdmissible(
                  refused.reason(),
                  refused.reason() == Reason.WRONG_LIST
                      ? admitting.get().stream().filter(other -> open(other, clock)).toList()
                      : List.of()));
      case Verdict.AlreadyIn in -> throw new IllegalStateException("an order has no mark");
      case Verdict.Unknown unknown -> throw new IllegalStateException("the code was found");
    };
  }

  private static NotAdmissible outside(Verdict.OutsideWindow outside) {
    boolean early = outside.reason() == Reason.TOO_EARLY;
    boolean byList = outside.decidedBy() == Verdict.DecidedBy.LIST;
    Instant at = Instant.ofEpochSecond(early ? outside.window().from() : outside.window().until());
    LimitKind kind =
        early
            ? (byList ? LimitKind.OPENS_AT : LimitKind.VALID_FROM)
            : (byList ? LimitKind.CLOSES_AT : LimitKind.VALID_UNTIL);
    return new NotAdmissible(outside.reason(), List.of(), new Limit(kind, at));
  }

  private boolean open(CheckinList other, Clock clock) {
    Window window = window(other);
    long scanned = scanned(clock);
    return !window.isAfter(scanned) && !window.isBefore(scanned);
  }

  /**
   * Returns when the code was scanned, in epoch seconds. For a scan online, that is now. For a scan
   * offline, it is the device's time, corrected if the device says what its clock shows. If the
   * clock is wrong and cannot be corrected, it is now, too.
   */
  long scanned(Clock clock) {
    Instant now = clock.instant();
    if (scan.online() || scan.scannedAt() == null) {
      return now.getEpochSecond();
    }
    boolean uncorrected = scan.clockBehind() == null && !scan.clockSkew(now);
    return (uncorrected ? scan.scannedAt() : scan.doorTime(now)).getEpochSecond();
  }

  private ListFacts listFacts() {
    return new ListFacts(
        list.terms().includePending(), window(list), ShopRules.of(definition, list, scan.gate()));
  }

  private static Window window(CheckinList list) {
    return CodeItems.window(list.terms().opensAt(), list.terms().closesAt());
  }
}
