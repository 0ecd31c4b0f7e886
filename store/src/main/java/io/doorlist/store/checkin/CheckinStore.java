package io.doorlist.store.checkin;

import io.doorlist.domain.Mode;
import io.doorlist.domain.UnavailableException;
import io.doorlist.domain.checkin.Checkin;
import io.doorlist.domain.checkin.CheckinCommand;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.Happening.Type;
import io.doorlist.domain.checkin.TicketLook;
import io.doorlist.domain.checkin.UploadedScan;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.paging.Count;
import io.doorlist.paging.Page;
import io.doorlist.paging.PageRequest;
import io.doorlist.store.checkin.log.LogAnswers;
import io.doorlist.store.checkin.log.LogAttempt;
import io.doorlist.store.checkin.log.RefusedItem;
import io.doorlist.store.checkin.request.Attempt;
import io.doorlist.store.checkin.request.CheckinRequest;
import io.doorlist.store.checkin.request.Lanes;
import io.doorlist.store.checkin.request.ScannedTicket;
import io.doorlist.store.checkin.request.ScannedTickets;
import io.doorlist.store.checkin.request.UnknownCodes;
import io.doorlist.store.checkin.ticket.CheckinMark;
import io.doorlist.store.checkin.ticket.CodeItems;
import io.doorlist.store.sequence.SequencePages;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.table.TableSchema.Key;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Checks tickets in at lists, and reads who is checked in.
 *
 * <p>Implementation notes. A check-in is one transaction: a row in the list's sequence, the marks
 * of the tickets, and the idempotency key if there is one, each on condition that it is not there
 * yet and that the facts decided upon still hold. The loser of a race reads the item that was in
 * the way and answers from it: a failed condition is an answer, not an error. See ADR 0007.
 *
 * <p>Thread-safe.
 */
public final class CheckinStore {
  /** The most scans of an upload that come in together. */
  public static final int MAX_TOGETHER = Uploads.MAX;

  private final Dynamo dynamo;
  private final Lanes lanes;
  private final SequencePages pages;
  private final UnknownCodes unknownCodes;
  private final ScannedTickets scanned;
  private final Uploads uploads;
  private final LogAnswers answers;
  private final Groups groups;

  public CheckinStore(Dynamo dynamo) {
    this.dynamo = dynamo;
    this.lanes = new Lanes(dynamo);
    this.pages = new SequencePages(dynamo);
    this.unknownCodes = new UnknownCodes(dynamo);
    this.scanned = new ScannedTickets(dynamo);
    this.uploads = new Uploads(dynamo, lanes, scanned);
    this.answers = new LogAnswers(dynamo, pages);
    this.groups = new Groups(dynamo, lanes, scanned, answers);
  }

  /**
   * Counts the check-ins of each list, in the same order. Access pattern 7: 1 read unit a list,
   * more under load.
   */
  public List<Count> counts(String account, String event, Mode mode, List<CheckinList> lists) {
    List<String> sequences =
        lists.stream().map(list -> TableSchema.checkins(account, event, list.id(), mode)).toList();
    return pages.counts(sequences, dynamo.deadline());
  }

  /**
   * Returns the version of what {@link #counts} and {@link #list} show of a list, including the
   * texts of its definition; empty if there is no such list, or no version at present. Access
   * pattern 31: strongly consistent, 1 read unit.
   */
  public Optional<String> version(String account, String event, long list, Mode mode) {
    return pages.version(TableSchema.checkins(account, event, list, mode), dynamo.deadline());
  }

  /** Lists the check-ins, newest first. Access pattern 8. */
  public Page<Checkin> list(
      String account, String event, CheckinList list, Mode mode, PageRequest page) {
    SequencePages.Units units =
        pages.page(
            TableSchema.checkins(account, event, list.id(), mode),
            page,
            SequencePages.Direction.NEWEST_FIRST,
            dynamo.deadline());
    return units.page(page, unit -> CheckinMark.of(unit).checkin(list, mode));
  }

  /**
   * Lets one ticket in, or returns why not. Access pattern 9: one read, two round trips to write;
   * at a list that matches add-ons, two reads more. Whom the device has let in by itself is on
   * record in any case.
   *
   * @throws UnavailableException if the store did not answer before the command's deadline; asking
   *     again returns what happened
   */
  public CheckinOutcome checkInTicket(
      EventDefinition definition, CheckinList list, String qrToken, CheckinCommand command) {
    CheckinRequest request = new CheckinRequest(definition, list, command);
    String language = command.language();
    Key code = request.qr(qrToken);
    Optional<Key> name = request.repeatKey(code);
    Map<Key, Item> found = find(request, qrToken, name.orElse(null));
    Optional<CheckinOutcome> replay =
        name.map(found::get).map(item -> answers.repeated(request, item));
    Item item = request.code(found, qrToken);
    boolean known = request.standsFor(item, CodeItems.TICKET);
    if (replay.isPresent()) {
      return known
          ? scanned.withMarks(request, List.of(item)).getFirst().noted(replay.get(), language)
          : replay.get();
    }
    if (!known) {
      CheckinOutcome unknown = unknownCodes.answer(definition.event().account(), command.tokenId());
      return command.online() || !(unknown instanceof CheckinOutcome.UnknownQrCode)
          ? unknown
          : wronglyIn(request, code, unknown);
    }
    List<ScannedTicket> meant = scanned.meant(request, item, request.scanned(dynamo.clock()));
    boolean ambiguous = meant.size() > 1;
    ScannedTicket ticket = meant.getFirst();
    while (true) {
      Optional<CheckinOutcome> refusal =
          ambiguous
              ? Optional.of(CheckinRequest.ambiguous(ticket))
              : request.refusal(ticket, dynamo.clock());
      if (isOwn(request, ticket)) {
        return refusal.orElse(
            request.already(request.comings(ticket, dynamo.clock()), dynamo.clock()));
      }
      if (refusal.isPresent() && command.online()) {
        return answers.unlessOwn(request, refusal.get());
      }
      Attempted attempted =
          refusal.isPresent()
              ? recorded(request, code, ticket, refusal.get())
              : ticket.mark(list.id()).isPresent()
                  ? enter(request, ticket, name.orElse(null))
                  : checkIn(request, ticket);
      if (attempted.outcome() != null) {
        return ticket.noted(attempted.outcome(), language);
      }
      ticket = scanned.again(request, ticket, attempted.changed());
    }
  }

  /**
   * What became of one attempt at a ticket.
   *
   * @param outcome {@code null} if it changed meanwhile
   * @param changed items as they were found then
   */
  private record Attempted(CheckinOutcome outcome, Map<Key, Item> changed) {}

  /** Lets a ticket in for the first time. */
  private Attempted checkIn(CheckinRequest request, ScannedTicket ticket) {
    Lanes.Lane lane = lanes.of(request.command());
    CheckinAttempt attempt =
        CheckinAttempt.plan(
            List.of(request), List.of(ticket), new TreeMap<>(), lane.sequence(), dynamo.clock());
    return attempted(request, attempt.run(lane), List::getFirst);
  }

  /** Lets a ticket in that was in before. */
  private Attempted enter(CheckinRequest request, ScannedTicket ticket, Key repeat) {
    return attempted(
        request,
        new LogAttempt(request, ticket, Type.ENTRY, null, repeat, request.now(dynamo.clock()))
            .run(lanes.of(request.command())),
        rows -> answers.of(request, SequenceRow.of(rows.getFirst()), List.of(), false));
  }

  private <T> Attempted attempted(
      CheckinRequest request, Attempt<T> attempt, Function<T, CheckinOutcome> outcome) {
    return new Attempted(
        answers.of(request, attempt, List.of(), outcome).orElse(null), attempt.changed());
  }

  /** Returns whether a request without a key repeats the one that let the ticket in. */
  private static boolean isOwn(CheckinRequest request, ScannedTicket ticket) {
    return !request.command().online()
        && request.command().key() == null
        && ticket
            .mark(request.list().id())
            .filter(mark -> mark.isOf(request.command()))
            .isPresent();
  }

  /**
   * Records that the device let somebody in who is refused: as an entry if the ticket is in, or as
   * a wrong admission.
   */
  private Attempted recorded(
      CheckinRequest request, Key code, ScannedTicket ticket, CheckinOutcome refusal) {
    Type type = refusal instanceof CheckinOutcome.AlreadyCheckedIn ? Type.ENTRY : Type.WRONG;
    return recorded(request, code, ticket, type, RefusedItem.of(request, ticket, refusal), refusal);
  }

  private Attempted recorded(
      CheckinRequest request,
      Key code,
      ScannedTicket ticket,
      Type type,
      Item refused,
      CheckinOutcome refusal) {
    Key repeat = request.repeatKey(code).orElseThrow();
    return attempted(
        request,
        new LogAttempt(request, ticket, type, refused, repeat, request.now(dynamo.clock()))
            .run(lanes.of(request.command())),
        rows -> new CheckinOutcome.AdmittedAgain(refusal, false));
  }

  /** Records that the device let somebody in with a code that nobody has. */
  private CheckinOutcome wronglyIn(CheckinRequest request, Key code, CheckinOutcome unknown) {
    while (true) {
      CheckinOutcome outcome =
          recorded(request, code, null, Type.WRONG, RefusedItem.unknown(), unknown).outcome();
      if (outcome != null) {
        return outcome;
      }
    }
  }

  /**
   * Lets many tickets of an upload in together, each for the first time: those that nothing is in
   * the way of. Access pattern 53: up to {@link #MAX_TOGETHER} scans share one row and one
   * transaction.
   *
   * @param scans of one token, decided by its device, each with a key of its own and of another
   *     code
   * @return the check-ins that were made, by the index of their scan; every other scan is to be
   *     answered by {@link #checkInTicket}
   * @throws UnavailableException if the store did not answer before the commands' deadline; asking
   *     again returns what happened
   */
  public Map<Integer, CheckinOutcome> checkInTickets(
      EventDefinition definition, CheckinList list, List<UploadedScan> scans) {
    return uploads.letIn(definition, list, scans);
  }

  /**
   * Lets tickets of an order in: as many of each type as wanted, the first that may come in, or
   * none at all. Access pattern 10; those who come in again are as entries of single tickets.
   *
   * @param wanted ticket type slug to how many, at least one in all
   * @throws UnavailableException if the store did not answer before the command's deadline; asking
   *     again returns what happened
   */
  public CheckinOutcome checkInOrder(
      EventDefinition definition,
      CheckinList list,
      String qrToken,
      SortedMap<String, Integer> wanted,
      CheckinCommand command) {
    return checkInOrder(definition, list, qrToken, wanted, false, command);
  }

  /**
   * Does the same.
   *
   * @param party whether the code of a ticket stands for its order
   */
  public CheckinOutcome checkInOrder(
      EventDefinition definition,
      CheckinList list,
      String qrToken,
      SortedMap<String, Integer> wanted,
      boolean party,
      CheckinCommand command) {
    CheckinRequest request = new CheckinRequest(definition, list, command);
    Optional<Key> name = request.idempotencyKey();
    Map<Key, Item> found = find(request, qrToken, name.orElse(null));
    Optional<CheckinOutcome> replay =
        name.map(found::get).map(item -> answers.repeated(request, item));
    Item order = request.code(found, qrToken);
    if (party) {
      order = groups.party(request, order).orElse(order);
    }
    if (!request.standsFor(order, CodeItems.ORDER)) {
      return replay.orElseGet(
          () -> unknownCodes.answer(definition.event().account(), command.tokenId()));
    }
    return groups.enter(request, order, wanted, replay);
  }

  /**
   * Reads a code and the item that shows whether this repeats an earlier request.
   *
   * @param repeat the key of that item, or {@code null}
   */
  private Map<Key, Item> find(CheckinRequest request, String qrToken, Key repeat) {
    List<Key> keys = new ArrayList<>(request.codes(qrToken));
    if (repeat != null) {
      keys.add(repeat);
    }
    return dynamo.get(keys, request.command().deadline());
  }

  /**
   * Returns what a code stands for and what a check-in with it would answer; nothing is written,
   * except the count of unknown codes. Access pattern 37: strongly consistent, 1 read unit; for an
   * order, 1 more for each of its tickets that the list admits.
   */
  public TicketLook look(
      EventDefinition definition, CheckinList list, String qrToken, CheckinCommand command) {
    return look(definition, list, qrToken, false, command);
  }

  /**
   * Does the same.
   *
   * @param party whether to look at the order of a ticket, too: the order by its size more
   */
  public TicketLook look(
      EventDefinition definition,
      CheckinList list,
      String qrToken,
      boolean party,
      CheckinCommand command) {
    CheckinRequest request = new CheckinRequest(definition, list, command);
    Item item = request.code(find(request, qrToken, null), qrToken);
    if (request.standsFor(item, CodeItems.ORDER)) {
      return look(request, item);
    }
    if (!request.standsFor(item, CodeItems.TICKET)) {
      return new TicketLook.Unseen(
          unknownCodes.answer(definition.event().account(), command.tokenId()));
    }
    List<ScannedTicket> meant = scanned.meant(request, item, request.scanned(dynamo.clock()));
    TicketLook.SeenOrder order =
        party ? groups.party(request, item).map(all -> look(request, all)).orElse(null) : null;
    return TicketLooks.ticket(request, meant, order, dynamo.clock());
  }

  private TicketLook.SeenOrder look(CheckinRequest request, Item order) {
    return TicketLooks.order(request, order, scanned.ofOrder(request, order), dynamo.clock());
  }
}
