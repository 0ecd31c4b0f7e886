package io.doorlist.store.checkin;

import io.doorlist.domain.UnavailableException;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.CheckinOutcome.AlreadyCheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.NotAdmissible;
import io.doorlist.domain.checkin.Happening.Type;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.checkin.Scan.UploadedScan;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.door.Reason;
import io.doorlist.store.checkin.LogAttempt.Movement;
import io.doorlist.store.checkin.LogAttempt.Outcome;
import io.doorlist.store.checkin.ticket.CheckinMark;
import io.doorlist.store.checkin.ticket.CodeItems;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.token.MinuteLimit;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Checks tickets in at lists.
 *
 * <p>Implementation notes. A check-in is one transaction: a row in the list's log, the marks of the
 * tickets ({@link CheckinMark}), and the idempotency key if there is one. Each is written on
 * condition that it is not there yet, and that the facts behind the decision still hold. The loser
 * of a race reads the item that was in the way and answers from it. So a failed condition is an
 * answer, not an error. See ADR 0007.
 *
 * <p>Methods that write throw an {@link UnavailableException} if the table did not answer before
 * the scan's deadline. A repeated request then returns what happened. Thread-safe.
 */
public final class CheckinStore {
  /** The most scans of an upload that are written together. */
  public static final int MAX_TOGETHER = Uploads.MAX;

  /** How many unknown codes a token may ask for in a minute of the clock. */
  static final int MAX_UNKNOWN = 30;

  private final Table table;
  private final MinuteLimit unknownCodes;
  private final TicketReader scanned;
  private final LogAnswers answers;
  private final OrderScans groups;
  private final KeySpellings spellings;

  public CheckinStore(Table table) {
    this(table, LogAttempt.MAX_WRITES);
  }

  /** Creates a store that takes at most this many writes of a group into a transaction. */
  public CheckinStore(Table table, int writesOfGroup) {
    this.table = table;
    this.unknownCodes = new MinuteLimit(table, MAX_UNKNOWN);
    this.scanned = new TicketReader(table);
    this.answers = new LogAnswers(table);
    this.spellings = new KeySpellings(table);
    this.groups = new OrderScans(table, scanned, answers, writesOfGroup);
  }

  /**
   * Lets one ticket in, or returns why not. Access pattern 9: one read, two round trips to write. A
   * list that matches add-ons needs two more reads. A scan that the device decided is always
   * recorded, even if the server would refuse it.
   */
  public CheckinOutcome checkInTicket(
      EventDefinition definition, CheckinList list, String qrToken, Scan scan) {
    ScanRequest request = spellings.request(definition, list, scan);
    Optional<Key> repeat = request.repeatKey(request.qr(qrToken), false);
    Map<Key, Item> found = find(request, qrToken, repeat);
    Optional<CheckinOutcome> replay = replay(request, found, repeat);
    Item item = code(request, found, qrToken);
    if (!request.standsFor(item, CodeItems.TICKET)) {
      return replay.orElseGet(() -> turnedAway(request, item, repeat));
    }
    if (replay.isPresent()) {
      return scanned.withMarks(request, List.of(item)).getFirst().noted(replay.get());
    }
    List<StoredTicket> meant = scanned.meant(request, item, request.scanned(table.clock()));
    return settled(
        request,
        Optional.of(meant.getFirst()),
        ticket -> admission(request, meant, ticket.orElseThrow(), repeat));
  }

  /** What to do with a scan, given the ticket as it is now. */
  private sealed interface Decision {
    /** The scan is answered, and nothing is written. */
    record Answered(CheckinOutcome outcome) implements Decision {}

    /**
     * The scan is written.
     *
     * @param refusal why the door refuses a guest whom the device has let in
     */
    record Written(Type type, Optional<CheckinOutcome> refusal, Optional<Key> key)
        implements Decision {}
  }

  /** Answers a scan of a code that belongs to no ticket. */
  private CheckinOutcome turnedAway(ScanRequest request, Item code, Optional<Key> repeat) {
    CheckinOutcome unknown = unknown(request, code);
    Decision decision =
        request.scan().online() || unknown.refusalWord().isEmpty()
            ? new Decision.Answered(unknown)
            : new Decision.Written(Type.WRONG, Optional.of(unknown), repeat);
    return settled(request, Optional.empty(), nobody -> decision);
  }

  private Decision admission(
      ScanRequest request, List<StoredTicket> meant, StoredTicket ticket, Optional<Key> repeat) {
    Scan scan = request.scan();
    Optional<CheckinOutcome> refusal = refusal(request, meant, ticket);
    Optional<CheckinMark> mark = ticket.mark(request.list().id());
    // A request without a key may repeat the request that let the ticket in.
    if (!scan.online() && scan.key() == null && mark.filter(own -> own.isOf(scan)).isPresent()) {
      return new Decision.Answered(
          refusal.orElseGet(
              () -> request.already(request.passages(ticket, table.clock()), table.clock())));
    }
    if (refusal.isPresent() && scan.online()) {
      return new Decision.Answered(ticket.noted(answers.unlessOwn(request, refusal.get())));
    }
    boolean isIn = refusal.map(AlreadyCheckedIn.class::isInstance).orElse(mark.isPresent());
    Type type = isIn ? Type.ENTRY : refusal.isEmpty() ? Type.CHECK_IN : Type.WRONG;
    return new Decision.Written(
        type, refusal, type == Type.CHECK_IN ? request.idempotencyKey() : repeat);
  }

  /**
   * Decides and writes, and decides again if the ticket has changed meanwhile.
   *
   * @param first the ticket as it was read; empty if no ticket has the code
   */
  private CheckinOutcome settled(
      ScanRequest request,
      Optional<StoredTicket> first,
      Function<Optional<StoredTicket>, Decision> rule) {
    Optional<StoredTicket> ticket = first;
    while (true) {
      Decision.Written decision;
      switch (rule.apply(ticket)) {
        case Decision.Answered answered -> {
          return answered.outcome();
        }
        case Decision.Written written -> decision = written;
      }
      Outcome made = run(request, ticket, decision);
      Optional<CheckinOutcome> outcome = answer(request, made, decision);
      if (outcome.isPresent()) {
        return ticket.map(each -> each.noted(outcome.get())).orElseGet(outcome::get);
      }
      ticket = ticket.map(each -> scanned.again(request, each, made.changed()));
    }
  }

  /**
   * Counts an unknown code, and slows the token down if it asks for too many. A known code is never
   * counted, not even the code of an order where the code of a ticket is expected. A typed text
   * that may mean several codes is refused as ambiguous. Access pattern 30: 1 write unit.
   */
  CheckinOutcome unknown(ScanRequest request, Item code) {
    if (request.standsFor(code, CodeItems.TICKET) || request.standsFor(code, CodeItems.ORDER)) {
      return new CheckinOutcome.UnknownQrCode();
    }
    if (CodeItems.SEVERAL.equals(code.text(CodeItems.KIND))) {
      return new NotAdmissible(Reason.AMBIGUOUS, List.of());
    }
    String token = request.scan().tokenId();
    OptionalLong wait =
        unknownCodes.count(minute -> TableSchema.unknownCodes(request.account(), token, minute));
    return wait.isEmpty()
        ? new CheckinOutcome.UnknownQrCode()
        : new CheckinOutcome.TooManyUnknownQrCodes(wait.getAsLong());
  }

  Optional<CheckinOutcome> refusal(
      ScanRequest request, List<StoredTicket> meant, StoredTicket ticket) {
    return meant.size() > 1
        ? Optional.of(ScanRequest.ambiguous(ticket))
        : request.refusal(ticket, table.clock());
  }

  /** Tries to write a scan of a ticket, or of a code that no ticket has. */
  private Outcome run(
      ScanRequest request, Optional<StoredTicket> ticket, Decision.Written decision) {
    return new LogAttempt(
            request,
            Movement.of(decision.type(), ticket.stream().toList()),
            decision.refusal().map(each -> RefusedItem.of(request, ticket, each)).orElse(null),
            decision.key(),
            null,
            request.now(table.clock()))
        .run(table);
  }

  private Optional<CheckinOutcome> answer(
      ScanRequest request, Outcome made, Decision.Written decision) {
    return decision.refusal().isPresent() && made instanceof Outcome.Done
        ? decision.refusal().map(each -> new CheckinOutcome.AdmittedAgain(each, false))
        : answers.of(request, made, List.of(), null);
  }

  private Optional<CheckinOutcome> replay(
      ScanRequest request, Map<Key, Item> found, Optional<Key> repeat) {
    return repeat.map(found::get).map(item -> answers.repeated(request, item, List.of()));
  }

  /**
   * Checks in many tickets of an upload together. It takes only tickets that come in for the first
   * time and that the door does not refuse. Access pattern 53: up to {@link #MAX_TOGETHER} scans
   * share one row and one transaction.
   *
   * @param scans scans of one token, decided by its device. Each has a key of its own, and no two
   *     have the same code
   * @return the check-ins that were made, by the index of their scan; answer every other scan with
   *     {@link #checkInTicket}
   */
  public Map<Integer, CheckinOutcome> checkInTickets(
      EventDefinition definition, CheckinList list, List<UploadedScan> scans) {
    return new Uploads(table, scanned).letIn(definition, list, scans);
  }

  /**
   * Lets tickets of an order in, as many of each type as wanted. It chooses the first tickets that
   * may come in. If there are too few, nobody comes in. Access pattern 10. Tickets that come in
   * again get entries instead of check-ins, as single tickets do.
   *
   * @param wanted how many come in, by slug of the ticket type; at least one in all
   * @param party whether a ticket's code counts as the code of its order
   */
  public CheckinOutcome checkInOrder(
      EventDefinition definition,
      CheckinList list,
      String qrToken,
      SortedMap<String, Integer> wanted,
      boolean party,
      Scan scan) {
    ScanRequest request = spellings.request(definition, list, scan);
    Optional<Key> key = request.idempotencyKey();
    Map<Key, Item> found = find(request, qrToken, key);
    Optional<CheckinOutcome> replay = replay(request, found, key);
    Item order = code(request, found, qrToken);
    if (party) {
      order = scanned.party(request, order).orElse(order);
    }
    Item code = order;
    return request.standsFor(code, CodeItems.ORDER)
        ? groups.enter(request, code, wanted, replay)
        : replay.orElseGet(() -> unknown(request, code));
  }

  /**
   * Records that a ticket left. With the code of an order, all of its tickets that are inside
   * leave.
   */
  public CheckinOutcome exit(
      EventDefinition definition, CheckinList list, String qrToken, Scan scan) {
    return exit(definition, list, qrToken, new TreeMap<>(), scan);
  }

  /**
   * Records that a ticket left, whatever its state, as a door cannot hold people in. Access pattern
   * 43: one read, two round trips to write, 5 write units, 7 with a key.
   *
   * @param leaving for the code of an order, how many leave, by slug of the ticket type; if empty,
   *     all that are inside
   */
  public CheckinOutcome exit(
      EventDefinition definition,
      CheckinList list,
      String qrToken,
      SortedMap<String, Integer> leaving,
      Scan scan) {
    ScanRequest request = spellings.request(definition, list, scan);
    Optional<Key> repeat = request.repeatKey(request.qr(qrToken), true);
    Map<Key, Item> found = find(request, qrToken, repeat);
    Item item = code(request, found, qrToken);
    Optional<Item> withdrawn = repeat.map(found::get).filter(UsedKey::isWithdrawn);
    if (withdrawn.isPresent()) {
      return answers.repeated(request, withdrawn.get(), List.of());
    }
    if (request.standsFor(item, CodeItems.ORDER)) {
      return groups
          .leave(request, item, leaving, repeat, repeat.map(found::get))
          .orElseGet(() -> unknown(request, item));
    }
    if (!request.standsFor(item, CodeItems.TICKET)) {
      return unknown(request, item);
    }
    List<StoredTicket> meant = scanned.meant(request, item, request.scanned(table.clock()));
    if (repeat.map(found::get).isPresent()) {
      return answers.repeated(request, found.get(repeat.get()), meant);
    }
    StoredTicket ticket = scanned.leaving(request, meant);
    Decision.Written exit = new Decision.Written(Type.EXIT, Optional.empty(), repeat);
    while (true) {
      Outcome made = run(request, Optional.of(ticket), exit);
      Optional<CheckinOutcome> outcome = answers.of(request, made, meant, null);
      if (outcome.isPresent()) {
        return outcome.get();
      }
      ticket = scanned.again(request, ticket, made.changed());
    }
  }

  /**
   * Reads the items of the code, and the item that shows whether this request repeats an earlier
   * one.
   */
  Map<Key, Item> find(ScanRequest request, String qrToken, Optional<Key> repeat) {
    List<Key> keys = new ArrayList<>(new MeantCode(request, qrToken).keys());
    repeat.ifPresent(keys::add);
    return table.get(keys, request.scan().deadline());
  }

  /**
   * Returns what the text of a scan stands for. Only a typed text that no ticket or order has as
   * its code costs another read, of the codes that it may mean.
   */
  Item code(ScanRequest request, Map<Key, Item> found, String qrToken) {
    MeantCode meant = new MeantCode(request, qrToken);
    Item code = meant.among(found);
    return code.isEmpty() && !request.scan().qrCodeScanned()
        ? meant.amongTyped(table.get(meant.typedKeys(), request.scan().deadline()))
        : code;
  }
}
