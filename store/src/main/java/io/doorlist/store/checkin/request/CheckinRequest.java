package io.doorlist.store.checkin.request;

import io.doorlist.domain.QrCode;
import io.doorlist.domain.checkin.CheckinCommand;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.CheckinOutcome.Explanation;
import io.doorlist.domain.checkin.CheckinOutcome.Limit;
import io.doorlist.domain.checkin.CheckinOutcome.LimitKind;
import io.doorlist.domain.checkin.CheckinOutcome.NotAdmissible;
import io.doorlist.domain.checkin.Explanations;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.event.ListTerms;
import io.doorlist.door.CodeFacts;
import io.doorlist.door.DoorRule;
import io.doorlist.door.LinkedCode;
import io.doorlist.door.ListFacts;
import io.doorlist.door.Passage;
import io.doorlist.door.Reason;
import io.doorlist.door.Verdict;
import io.doorlist.door.Window;
import io.doorlist.door.rules.ListRule;
import io.doorlist.door.rules.Miss;
import io.doorlist.store.checkin.ticket.CheckinMark;
import io.doorlist.store.checkin.ticket.CodeItems;
import io.doorlist.store.checkin.ticket.Comings;
import io.doorlist.store.table.Condition;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.table.TableSchema.Key;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** One request at one list: its keys, and the answers that need no further reads. */
public record CheckinRequest(EventDefinition definition, CheckinList list, CheckinCommand command) {
  public String account() {
    return definition.event().account();
  }

  public String event() {
    return definition.event().slug();
  }

  public Key qr(String qrToken) {
    return TableSchema.qr(account(), event(), qrToken);
  }

  /** Returns the keys of a code: its own and, of a web address, that of its last part. */
  public List<Key> codes(String qrToken) {
    return Stream.concat(
            Stream.of(qrToken), LinkedCode.lastPart(qrToken).filter(QrCode::canBeAsked).stream())
        .map(this::qr)
        .toList();
  }

  /** Returns the item of a code, the last part counting only if nothing has the whole. */
  public Item code(Map<Key, Item> found, String qrToken) {
    return codes(qrToken).stream()
        .map(found::get)
        .filter(item -> item != null)
        .filter(item -> standsFor(item, CodeItems.TICKET) || standsFor(item, CodeItems.ORDER))
        .findFirst()
        .orElseGet(Item::new);
  }

  /** Returns the log of the list. */
  public String log() {
    return TableSchema.checkins(account(), event(), list.id(), command.mode());
  }

  /** Returns the request for a later part of a group. */
  public CheckinRequest part(int part) {
    return new CheckinRequest(definition, list, command.part(part));
  }

  public Optional<Key> idempotencyKey() {
    return command.key() == null
        ? Optional.empty()
        : Optional.of(
            TableSchema.idempotencyKey(account(), command.tokenId(), command.key().digest()));
  }

  /**
   * Returns the key of the item that shows whether this repeats an earlier request: the idempotency
   * key or, without one, a name of code and time for a scan that the device decided.
   */
  public Optional<Key> repeatKey(Key code) {
    return repeatKey("", code);
  }

  /** Returns the same for an exit. */
  public Optional<Key> repeatExitKey(Key code) {
    return repeatKey("exit-", code);
  }

  private Optional<Key> repeatKey(String prefix, Key code) {
    return command.online() || command.key() != null
        ? idempotencyKey()
        : Optional.of(
            TableSchema.idempotencyKey(account(), command.tokenId(), prefix + repeatName(code)));
  }

  private String repeatName(Key code) {
    Instant scannedAt = command.scannedAt();
    String time = scannedAt == null ? "" : Long.toString(scannedAt.toEpochMilli());
    String place = list.id() + "|" + command.mode().word() + "|" + time + "|" + code.pk();
    return "offline-" + QrCode.digest(place);
  }

  /** Returns whether a code's item is of this kind and of the token's mode. */
  public boolean standsFor(Item item, String kind) {
    return kind.equals(item.text(CodeItems.KIND))
        && command.mode().word().equals(item.text(CodeItems.MODE));
  }

  /** Returns the time of a check-in, at the precision that answers show. */
  public Instant now(Clock clock) {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  /**
   * Returns the answer for a ticket that a check-in let in.
   *
   * @param type the slug of the ticket's type, or {@code null}
   */
  public CheckinOutcome.CheckedIn checkedIn(CheckinMark mark, String type) {
    return new CheckinOutcome.CheckedIn(
        mark.checkin(list, command.mode()),
        type == null ? null : definition.event().ticketType(type).orElse(null),
        false);
  }

  /** Returns the answer for a ticket that is in. */
  public CheckinOutcome already(Comings comings, Clock clock) {
    Comings.Marked first = comings.first().orElseThrow();
    CheckinMark mark = first.mark();
    long seconds = Math.max(0, Duration.between(mark.at(), clock.instant()).toSeconds());
    return new CheckinOutcome.AlreadyCheckedIn(
        mark.checkin(first.list(), command.mode()),
        seconds,
        mark.tokenId().equals(command.tokenId()),
        comings.tracked() ? comings.inside() : null);
  }

  /** Returns the ticket's comings and goings in the area of the list. */
  public Comings comings(ScannedTicket ticket, Clock clock) {
    return comings(ticket, now(clock));
  }

  /** Returns the same, as of a time. */
  public Comings comings(ScannedTicket ticket, Instant now) {
    return Comings.of(
        ticket.marks(), ticket.ticketId(), definition, list, command.doorTime(now), now);
  }

  /** Returns the passage that this request asks for, if it is written now. */
  public Passage passage(Comings comings, boolean exit, Clock clock) {
    return comings.passage(exit, comings.doorTime(command, now(clock)), command.tokenId());
  }

  /** Returns whether a ticket may come in, for the first time. */
  public boolean isFree(ScannedTicket ticket, Clock clock) {
    return ticket.mark(list.id()).isEmpty() && refusal(ticket, clock).isEmpty();
  }

  /** Returns the refusal of a ticket whose code stands for several that the list admits. */
  public static CheckinOutcome ambiguous(ScannedTicket ticket) {
    return new NotAdmissible(Reason.AMBIGUOUS, List.of()).of(ticket.ticketId());
  }

  /** Returns why a ticket is not let in here and now; empty if it is. */
  public Optional<CheckinOutcome> refusal(ScannedTicket ticket, Clock clock) {
    Comings comings = comings(ticket, clock);
    // Lists may have changed their areas: then passages may be left of which the check-in is not.
    boolean in = comings.first().isPresent() && !comings.admits(passage(comings, false, clock));
    long since =
        in
            ? comings.first().orElseThrow().mark().at().getEpochSecond()
            : CodeFacts.TicketCode.NOT_IN;
    long scanned = scanned(clock);
    CodeFacts facts = ticket.facts(list, since, comings.history(scanned));
    return switch (DoorRule.decide(facts, facts(list), scanned)) {
      case Verdict.AlreadyIn already -> Optional.of(already(comings, clock));
      case Verdict verdict ->
          refusal(
                  verdict,
                  () -> definition.admitting(ticket.ticketType(), ticket.seriesDate()),
                  clock)
              .map(refused -> refused.of(ticket.ticketId()));
    };
  }

  /**
   * Returns why tickets of an order are not let in here and now; empty if they are, as far as this
   * does not depend on the single ticket.
   *
   * @param code the item of the order's code
   * @param types slugs of the types that are wanted
   */
  public Optional<CheckinOutcome> refusal(Item code, Collection<String> types, Clock clock) {
    Optional<String> unwelcome = types.stream().filter(type -> !list.admits(type)).findFirst();
    CodeFacts facts =
        code.flag(CodeItems.REVOKED)
            ? new CodeFacts.RevokedCode()
            : new CodeFacts.OrderCode(
                types.stream().allMatch(type -> definition.event().ticketType(type).isPresent()),
                unwelcome.isEmpty(),
                CodeItems.orderStatus(code.text(CodeItems.STATE)));
    return refusal(
            DoorRule.decide(facts, facts(list), scanned(clock)),
            () -> definition.admitting(unwelcome.orElseThrow()),
            clock)
        .map(CheckinOutcome.class::cast);
  }

  private Optional<NotAdmissible> refusal(
      Verdict verdict, Supplier<List<CheckinList>> admitting, Clock clock) {
    return switch (verdict) {
      case Verdict.Admissible admissible -> Optional.empty();
      case Verdict.OutsideWindow outside -> Optional.of(outside(outside));
      case Verdict.AgainstRules rules -> Optional.of(againstRules(rules, clock));
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

  /** Returns the refusal of a ticket that the shop's rules of the list do not let in. */
  private NotAdmissible againstRules(Verdict.AgainstRules verdict, Clock clock) {
    ListRule rule = definition.rule(list, command.gate());
    List<Miss> misses = verdict.misses();
    long scanned = scanned(clock);
    String words =
        Explanations.of(command.language(), misses, rule.times(misses, scanned))
            .orElseGet(() -> rule.words(misses, scanned));
    return new NotAdmissible(Reason.RULES, List.of(), null, new Explanation(words, misses));
  }

  private boolean open(CheckinList other, Clock clock) {
    Window window = facts(other).window();
    long scanned = scanned(clock);
    return !window.isAfter(scanned) && !window.isBefore(scanned);
  }

  /**
   * Returns when the code was scanned, in epoch seconds: online now, offline by the device's clock,
   * corrected if the device says what it shows, unless it is wrong.
   */
  public long scanned(Clock clock) {
    Instant now = clock.instant();
    if (command.online() || command.scannedAt() == null) {
      return now.getEpochSecond();
    }
    boolean uncorrected = command.clockBehind() == null && !command.clockSkew(now);
    return (uncorrected ? command.scannedAt() : command.doorTime(now)).getEpochSecond();
  }

  private ListFacts facts(CheckinList list) {
    ListTerms terms = list.terms();
    return new ListFacts(
        terms.includePending(),
        CodeItems.window(terms.opensAt(), terms.closesAt()),
        definition.rule(list, command.gate()));
  }

  /**
   * Returns conditions that hold while a ticket is checked in on the same other lists as when it
   * was read.
   */
  public List<Condition> onOtherLists(ScannedTicket ticket, int room) {
    String type = ticket.ticketType();
    List<Long> others = new ArrayList<>();
    for (CheckinList each : definition.lists()) {
      if (each.id() != list.id() && each.admits(type)) {
        others.add(each.id());
      }
    }
    return CodeItems.stillIn(others, ticket.otherLists(list.id()), ticket.ticketId(), room);
  }
}
