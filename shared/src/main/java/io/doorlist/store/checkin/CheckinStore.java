package io.doorlist.store.checkin;

import io.doorlist.domain.Checkin;
import io.doorlist.domain.CheckinCommand;
import io.doorlist.domain.CheckinList;
import io.doorlist.domain.CheckinOutcome;
import io.doorlist.domain.CheckinOutcome.Reason;
import io.doorlist.domain.EventDefinition;
import io.doorlist.domain.Mode;
import io.doorlist.domain.TicketLook;
import io.doorlist.domain.UnavailableException;
import io.doorlist.door.Verdict;
import io.doorlist.paging.Count;
import io.doorlist.paging.Page;
import io.doorlist.paging.PageRequest;
import io.doorlist.store.order.OrderItems;
import io.doorlist.store.sequence.Sequence;
import io.doorlist.store.sequence.SequencePages;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.table.TableSchema.Key;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Checks tickets in at lists, and reads who is checked in.
 *
 * <p>Implementation notes. A check-in is one transaction: a row in the list's sequence, the marks
 * on the doors of the tickets, and the idempotency key if there is one, each on condition that it
 * is not there yet and that the facts decided upon still hold. The loser of a race reads the item
 * that was in the way and answers from it: a failed condition is an answer, not an error. See ADR
 * 0007.
 *
 * <p>Thread-safe.
 */
public final class CheckinStore {
  private final Dynamo dynamo;
  private final Sequence sequence;
  private final SequencePages pages;
  private final UnknownCodes unknownCodes;
  private final DoubleAdmissionStore doubleAdmissions;

  /** Creates the check-ins of a table. */
  public CheckinStore(Dynamo dynamo) {
    this.dynamo = dynamo;
    this.sequence = new Sequence(dynamo);
    this.pages = new SequencePages(dynamo);
    this.unknownCodes = new UnknownCodes(dynamo);
    this.doubleAdmissions = new DoubleAdmissionStore(dynamo);
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
   * Lets one ticket in, or returns why not. Access pattern 9: one read, two round trips to write.
   *
   * @throws UnavailableException if the store did not answer before the command's deadline; asking
   *     again returns what happened
   */
  public CheckinOutcome checkInTicket(
      EventDefinition definition, CheckinList list, String qrToken, CheckinCommand command) {
    CheckinRequest door = new CheckinRequest(definition, list, command);
    Key code = door.qr(qrToken);
    Optional<Key> name = door.admission(code);
    Map<Key, Item> found = dynamo.get(CheckinRequest.keys(code, name), command.deadline());
    Optional<CheckinOutcome> replay = name.map(found::get).map(item -> replay(door, item));
    if (replay.isPresent()) {
      return replay.get();
    }
    Item item = found.get(code);
    if (item == null || !door.admits(item, AdmissionItems.TICKET)) {
      CheckinOutcome unknown = unknownCodes.answer(definition.event().account(), command.tokenId());
      return command.online() || !(unknown instanceof CheckinOutcome.UnknownQrCode)
          ? unknown
          : recorded(door, code, DoubleAdmissionStore.unknown(), unknown);
    }
    Admission ticket = doors(door, List.of(item)).getFirst();
    while (true) {
      Optional<CheckinOutcome> refusal = refusal(door, ticket);
      if (refusal.isPresent()) {
        return command.online()
            ? unlessOwn(door, refusal.get())
            : recorded(door, code, ticket, refusal.get());
      }
      CheckinAttempt attempt = attempt(door, List.of(ticket), new TreeMap<>());
      CheckinAttempt.Result result = attempt.run(dynamo, sequence);
      switch (result) {
        case CheckinAttempt.Done done -> {
          return done.tickets().getFirst();
        }
        case CheckinAttempt.KeyTaken taken -> {
          return replay(door, taken.item());
        }
        case CheckinAttempt.KeyBusy busy -> {
          return new CheckinOutcome.KeyInUse();
        }
        case CheckinAttempt.Lost lost -> ticket = again(door, code, ticket, lost);
      }
      giveUpIfLate(command);
    }
  }

  /**
   * Lets tickets of an order in: as many of each type as wanted, the first that are free, or none
   * at all. Access pattern 10.
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
    CheckinRequest door = new CheckinRequest(definition, list, command);
    Key code = door.qr(qrToken);
    Optional<Key> name = door.idempotencyKey();
    Map<Key, Item> found = dynamo.get(CheckinRequest.keys(code, name), command.deadline());
    Optional<CheckinOutcome> replay = name.map(found::get).map(item -> replay(door, item));
    if (replay.isPresent()) {
      return replay.get();
    }
    Item order = found.get(code);
    if (order == null || !door.admits(order, AdmissionItems.ORDER)) {
      return unknownCodes.answer(definition.event().account(), command.tokenId());
    }
    Optional<CheckinOutcome> refusal = refusal(door, order, wanted);
    if (refusal.isPresent()) {
      return unlessOwn(door, refusal.get());
    }
    while (true) {
      OrderChoice choice =
          OrderChoice.of(tickets(door, order), wanted, ticket -> refusal(door, ticket).isEmpty());
      if (!choice.enough()) {
        return unlessOwn(door, new CheckinOutcome.NotEnoughTickets(choice.free()));
      }
      CheckinAttempt attempt = attempt(door, choice.chosen(), choice.remaining());
      CheckinAttempt.Result result = attempt.run(dynamo, sequence);
      switch (result) {
        case CheckinAttempt.Done done -> {
          return new CheckinOutcome.OrderCheckedIn(done.tickets(), choice.remaining());
        }
        case CheckinAttempt.KeyTaken taken -> {
          return replay(door, taken.item());
        }
        case CheckinAttempt.KeyBusy busy -> {
          return new CheckinOutcome.KeyInUse();
        }
        case CheckinAttempt.Lost lost -> giveUpIfLate(command);
      }
    }
  }

  /** Reads a code's ticket again after a condition on it failed. */
  private Admission again(
      CheckinRequest door, Key code, Admission ticket, CheckinAttempt.Lost lost) {
    if (!lost.doors().containsKey(ticket.doorKey())) {
      return ticket;
    }
    Item now = lost.doors().get(code);
    Item item = now == null ? dynamo.get(code, door.command().deadline()).orElseThrow() : now;
    return doors(door, List.of(item)).getFirst();
  }

  /**
   * Returns what a code stands for and what a check-in with it would answer; nothing is written,
   * except the count of unknown codes. Access pattern 37: strongly consistent, 1 read unit.
   */
  public TicketLook look(
      EventDefinition definition, CheckinList list, String qrToken, CheckinCommand command) {
    CheckinRequest door = new CheckinRequest(definition, list, command);
    Item item = dynamo.get(door.qr(qrToken), command.deadline()).orElseGet(Item::new);
    if (!door.admits(item, AdmissionItems.TICKET)) {
      return new TicketLook.Unseen(
          unknownCodes.answer(definition.event().account(), command.tokenId()));
    }
    Admission ticket = doors(door, List.of(item)).getFirst();
    return new TicketLook.Seen(
        ticket.ticketId(),
        ticket.reference(),
        ticket.name(),
        ticket.ticketType(),
        refusal(door, ticket).orElse(null));
  }

  /**
   * Records that the device let somebody in whom the door refuses, unless it is the device's own
   * check-in that is in the way.
   */
  private CheckinOutcome recorded(
      CheckinRequest door, Key code, Admission ticket, CheckinOutcome refusal) {
    boolean own =
        door.command().key() == null
            && ticket.mark(door.list().id()).filter(mark -> mark.isOf(door.command())).isPresent();
    return own
        ? refusal
        : recorded(door, code, DoubleAdmissionStore.facts(door, ticket, refusal), refusal);
  }

  private CheckinOutcome recorded(
      CheckinRequest door, Key code, Item facts, CheckinOutcome refusal) {
    return switch (doubleAdmissions.record(door, code, facts, refusal)) {
      case DoubleAdmissionStore.Answer answer -> answer.outcome();
      case DoubleAdmissionStore.Taken taken -> replay(door, taken.key());
    };
  }

  private CheckinAttempt attempt(
      CheckinRequest door, List<Admission> tickets, SortedMap<String, Integer> remaining) {
    int rows = CheckinMark.rows(tickets.size());
    long first = sequence.reserve(door.sequence(), rows, door.command().deadline());
    Instant now = door.now(dynamo.clock());
    List<CheckinMark> checkins = new ArrayList<>(tickets.size());
    for (int i = 0; i < tickets.size(); i++) {
      long ordinal = first + i / CheckinMark.MAX_IN_ROW;
      int index = i % CheckinMark.MAX_IN_ROW;
      checkins.add(tickets.get(i).checkIn(ordinal, index, door.command(), now));
    }
    return new CheckinAttempt(door, tickets, checkins, first, rows, remaining);
  }

  private void giveUpIfLate(CheckinCommand command) {
    if (!dynamo.clock().instant().isBefore(command.deadline())) {
      throw new UnavailableException(null);
    }
  }

  private Optional<CheckinOutcome> refusal(CheckinRequest door, Admission ticket) {
    Clock clock = dynamo.clock();
    return switch (door.verdict(ticket, clock)) {
      case Verdict.Admissible admissible -> Optional.empty();
      case Verdict.AlreadyIn in ->
          Optional.of(door.already(ticket.mark(door.list().id()).orElseThrow(), clock));
      case Verdict.OutsideWindow outside -> Optional.of(door.outside(outside));
      case Verdict.Refused refused ->
          Optional.of(
              refused.reason() == io.doorlist.door.Reason.WRONG_LIST
                  ? door.wrongList(ticket, clock)
                  : new CheckinOutcome.NotAdmissible(
                      Reason.valueOf(refused.reason().name()), List.of()));
      case Verdict.Unknown unknown -> throw new IllegalStateException("the code was found");
    };
  }

  private Optional<CheckinOutcome> refusal(
      CheckinRequest door, Item order, SortedMap<String, Integer> wanted) {
    for (String type : wanted.keySet()) {
      if (door.definition().event().ticketType(type).isEmpty()) {
        return Optional.of(new CheckinOutcome.NotAdmissible(Reason.UNKNOWN_TICKET_TYPE, List.of()));
      }
      if (!door.list().admits(type)) {
        return Optional.of(door.wrongList(type, dynamo.clock()));
      }
    }
    if (order.flag(AdmissionItems.REVOKED)) {
      return Optional.of(new CheckinOutcome.NotAdmissible(Reason.REVOKED, List.of()));
    }
    return AdmissionItems.takes(door.list(), order.text(AdmissionItems.STATE))
        ? door.closed(dynamo.clock())
        : Optional.of(new CheckinOutcome.NotAdmissible(Reason.ORDER_NOT_CONFIRMED, List.of()));
  }

  /** Reads the tickets that the list admits, in the order in which their order has them. */
  private List<Admission> tickets(CheckinRequest door, Item order) {
    List<Key> codes =
        AdmissionItems.orderTickets(order).stream()
            .filter(ticket -> door.list().admits(ticket.type(), ticket.seriesDate()))
            .map(ticket -> door.qr(ticket.qr()))
            .toList();
    Map<Key, Item> found = dynamo.get(codes, door.command().deadline());
    // A ticket that has moved to another order is let in by that one.
    return doors(
        door,
        codes.stream()
            .map(found::get)
            .filter(
                item -> item != null && AdmissionItems.orderOf(item) == order.number(OrderItems.ID))
            .toList());
  }

  /** Reads the doors that the tickets share, if any. */
  private List<Admission> doors(CheckinRequest door, List<Item> tickets) {
    String account = door.definition().event().account();
    String event = door.definition().event().slug();
    Set<Key> shared = new LinkedHashSet<>();
    tickets.forEach(
        ticket -> AdmissionItems.sharedDoor(ticket, account, event).ifPresent(shared::add));
    Map<Key, Item> found =
        shared.isEmpty() ? Map.of() : dynamo.get(shared, door.command().deadline());
    List<Admission> admissions = new ArrayList<>(tickets.size());
    for (Item ticket : tickets) {
      admissions.add(
          AdmissionItems.sharedDoor(ticket, account, event)
              .map(key -> new Admission(ticket, found.get(key)))
              .orElseGet(() -> Admission.own(ticket)));
    }
    return admissions;
  }

  /**
   * Returns the refusal, unless what is in the way was written by this very request: a twin with
   * the same key may have been written after the key was read. A mark and its key are written
   * together, so the key exists by now.
   */
  private CheckinOutcome unlessOwn(CheckinRequest door, CheckinOutcome refusal) {
    return door.idempotencyKey()
        .flatMap(key -> dynamo.get(key, door.command().deadline()))
        .map(item -> replay(door, item))
        .orElse(refusal);
  }

  /**
   * Answers a repeated request with the check-ins of the first one, whatever has changed since,
   * even if they were undone.
   */
  private CheckinOutcome replay(CheckinRequest door, Item key) {
    UsedKey used = UsedKey.of(key);
    if (door.command().key() != null && !used.request().equals(door.command().key().request())) {
      return new CheckinOutcome.KeyReused();
    }
    if (DoubleAdmissionStore.isDouble(key)) {
      return doubleAdmissions.replay(door, key);
    }
    List<CheckinOutcome.CheckedIn> tickets =
        pages.rows(door.sequence(), used.first(), used.rows(), door.command().deadline()).stream()
            .flatMap(row -> CheckinMark.all(row).stream())
            .map(each -> door.checkedIn(each.mark(), each.type()))
            .toList();
    return used.order()
        ? new CheckinOutcome.OrderCheckedIn(tickets, used.remaining())
        : tickets.getFirst();
  }
}
