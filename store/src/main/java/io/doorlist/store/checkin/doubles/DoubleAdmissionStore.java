package io.doorlist.store.checkin.doubles;

import io.doorlist.domain.Mode;
import io.doorlist.domain.UnavailableException;
import io.doorlist.domain.checkin.Checkin;
import io.doorlist.domain.checkin.CheckinCommand;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.CheckinOutcome.AdmittedAgain;
import io.doorlist.domain.checkin.CheckinOutcome.AlreadyCheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.Inside;
import io.doorlist.domain.checkin.CheckinOutcome.Limit;
import io.doorlist.domain.checkin.CheckinOutcome.LimitKind;
import io.doorlist.domain.checkin.CheckinOutcome.NotAdmissible;
import io.doorlist.domain.checkin.CheckinOutcome.UnknownQrCode;
import io.doorlist.domain.checkin.DoubleAdmission;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.door.Reason;
import io.doorlist.paging.Page;
import io.doorlist.paging.PageRequest;
import io.doorlist.store.checkin.passage.PassageAttempt;
import io.doorlist.store.checkin.request.Attempt;
import io.doorlist.store.checkin.request.CheckinRequest;
import io.doorlist.store.checkin.request.Lanes;
import io.doorlist.store.checkin.request.ScannedTicket;
import io.doorlist.store.checkin.request.UsedKey;
import io.doorlist.store.checkin.ticket.CheckinMark;
import io.doorlist.store.checkin.ticket.Comings;
import io.doorlist.store.checkin.ticket.ScanItems;
import io.doorlist.store.sequence.Sequence;
import io.doorlist.store.sequence.SequencePages;
import io.doorlist.store.sequence.SequencePages.Direction;
import io.doorlist.store.sequence.SequencePages.Unit;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.table.TableSchema.Key;
import io.doorlist.store.table.Transaction;
import io.doorlist.store.table.Write;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Records and lists double admissions: people whom a device let in by its own decision and whom the
 * server refuses.
 *
 * <p>Implementation notes. A refused upload is written once, as a row of the list's sequence of
 * double admissions and the item of its idempotency key, in one transaction: so an upload, however
 * often it is repeated, is either a check-in or a double admission, never both. Without a key, the
 * item is named by token, list, code and time of the scan. The row keeps the answer but no name; it
 * refers to the row of the first check-in, which stays even if it is undone. See ADR 0026.
 *
 * <p>Thread-safe.
 */
public final class DoubleAdmissionStore {
  /** In the item of a key: the row of the double admission. */
  static final String RECORDED = "double";

  private static final String FIRST = "first";

  /** The list of the first check-in, if it is another list of the same area. */
  private static final String FIRST_LIST = "first_list";

  private static final String INSIDE_LIST = "inside_list";
  private static final String INSIDE_SINCE = "inside_since";

  private final Dynamo dynamo;
  private final Sequence sequence;
  private final Lanes lanes;
  private final SequencePages pages;

  public DoubleAdmissionStore(Dynamo dynamo) {
    this.dynamo = dynamo;
    this.sequence = new Sequence(dynamo);
    this.lanes = new Lanes(dynamo);
    this.pages = new SequencePages(dynamo);
  }

  /** Returns whether the item of a key belongs to a double admission. */
  public static boolean isDouble(Item key) {
    return key.has(RECORDED);
  }

  /**
   * Records an admission that is refused, and returns the answer. 5 write units.
   *
   * @param entry the admission as an entry into the list's area, or {@code null}
   */
  public Attempt<CheckinOutcome> record(
      CheckinRequest request, Key code, Item facts, CheckinOutcome refusal, PassageAttempt entry) {
    CheckinCommand command = request.command();
    Key name = request.repeatKey(code).orElseThrow();
    Instant now = request.now(dynamo.clock());
    while (true) {
      long ordinal = sequence.reserve(request.doubleAdmissions(), 1, command.deadline());
      Item row =
          ScanItems.put(
              SequenceRow.row(request.doubleAdmissions(), ordinal, 1).putAll(facts), command, now);
      Item key =
          new Item(name)
              .put(UsedKey.REQUEST, command.key() == null ? "" : command.key().request())
              .put(RECORDED, ordinal);
      Write append = Sequence.append(row);
      Write named = Write.put(key).ifAbsent();
      if (entry != null) {
        PassageAttempt.Along along = new PassageAttempt.Along(List.of(append), named);
        Attempt<CheckinOutcome> made =
            together(request, ordinal, refusal, entry.run(lanes.of(command), along));
        if (!(made instanceof Attempt.Done)) {
          giveUp(request, ordinal);
        }
        return made;
      }
      List<Write> writes = List.of(append, named);
      Transaction outcome;
      try {
        outcome = dynamo.transact(writes, command.deadline());
      } catch (UnavailableException e) {
        if (command.key() != null && Dynamo.conflicted(e, writes, named)) {
          return new Attempt.Done<>(new CheckinOutcome.KeyInUse());
        }
        throw e;
      }
      if (!(outcome instanceof Transaction.Rejected rejected)) {
        settle(request, ordinal);
        return new Attempt.Done<>(new AdmittedAgain(refusal, false));
      }
      Item inTheWay = rejected.failed(named) ? rejected.old(named) : null;
      if (inTheWay != null && inTheWay.number(RECORDED) == ordinal) {
        return new Attempt.Done<>(new AdmittedAgain(refusal, false));
      }
      giveUp(request, ordinal);
      if (inTheWay != null) {
        return new Attempt.KeyUsed<>(inTheWay);
      }
    }
  }

  /** Returns what became of a double admission that is an entry into the list's area. */
  private Attempt<CheckinOutcome> together(
      CheckinRequest request, long ordinal, CheckinOutcome refusal, Attempt<Item> entry) {
    return switch (entry) {
      case Attempt.Done<Item> done -> {
        settle(request, ordinal);
        yield new Attempt.Done<>(new AdmittedAgain(refusal, false));
      }
      case Attempt.KeyUsed<Item> taken -> new Attempt.KeyUsed<>(taken.item());
      case Attempt.KeyBusy<Item> busy -> new Attempt.Done<>(new CheckinOutcome.KeyInUse());
      case Attempt.Lost<Item> lost -> new Attempt.Lost<>(lost.changed());
    };
  }

  private void settle(CheckinRequest request, long ordinal) {
    sequence.settleInTurn(request.doubleAdmissions(), ordinal, 1, request.command().deadline());
  }

  private void giveUp(CheckinRequest request, long ordinal) {
    sequence.giveUp(request.doubleAdmissions(), ordinal, 1, request.command().deadline());
  }

  /** Returns what is kept about an unknown code. */
  public static Item unknown() {
    return new Item().put(ScanItems.REASON, DoubleAdmission.UNKNOWN);
  }

  /** Returns what is kept about a ticket and its refusal. */
  public static Item facts(CheckinRequest request, ScannedTicket ticket, CheckinOutcome refusal) {
    Item facts =
        new Item()
            .put(ScanItems.TICKET, ticket.ticketId())
            .put(ScanItems.REFERENCE, ticket.reference())
            .put(ScanItems.TYPE, ticket.ticketType());
    switch (refusal) {
      case AlreadyCheckedIn already -> {
        Comings.Marked first =
            request.comings(ticket, already.first().createdAt()).first().orElseThrow();
        CheckinMark mark = first.mark();
        facts
            .put(ScanItems.REASON, CheckinOutcome.ALREADY_CHECKED_IN)
            .put(
                FIRST_LIST,
                first.list().id() == request.list().id() ? null : (Long) first.list().id())
            .put(FIRST, mark.ordinal())
            .put(ScanItems.INDEX, (long) mark.index())
            .put("seconds", already.secondsSince())
            .put("same", already.sameToken());
        if (already.inside() != null) {
          facts
              .put(INSIDE_LIST, already.inside().list().id())
              .put(INSIDE_SINCE, already.inside().since().toEpochMilli());
        }
      }
      case NotAdmissible not -> {
        facts.put(ScanItems.REASON, not.reason().word());
        facts.put("admitted_on", not.admittedOn(), CheckinList::id);
        if (not.limit() != null) {
          facts
              .put("limit", not.limit().kind().name())
              .put("limit_at", not.limit().at().toEpochMilli());
        }
      }
      default -> throw new IllegalArgumentException("no refusal of a ticket: " + refusal);
    }
    return facts;
  }

  /** Answers a repeated upload from the record of the first. */
  public CheckinOutcome replay(CheckinRequest request, Item key) {
    Key place = TableSchema.row(request.doubleAdmissions(), key.number(RECORDED));
    Item row =
        dynamo
            .get(place, request.command().deadline())
            .orElseThrow(
                () -> new IllegalStateException("a key refers to a row that does not exist"));
    return new AdmittedAgain(refusal(request, row), true);
  }

  private CheckinOutcome refusal(CheckinRequest request, Item row) {
    String reason = row.text(ScanItems.REASON);
    if (reason.equals(DoubleAdmission.UNKNOWN)) {
      return new UnknownQrCode();
    }
    if (reason.equals(CheckinOutcome.ALREADY_CHECKED_IN)) {
      First first = new First(request.definition(), request.list(), request.command().mode());
      Key key = first.key(row);
      return new AlreadyCheckedIn(
          first.checkin(row, dynamo.get(List.of(key), request.command().deadline())),
          row.number("seconds"),
          row.flag("same"),
          inside(request, row));
    }
    List<CheckinList> lists =
        row.numbers("admitted_on").stream()
            .flatMap(id -> request.definition().list(id).stream())
            .toList();
    Limit limit =
        row.has("limit")
            ? new Limit(LimitKind.valueOf(row.text("limit")), ScanItems.time(row, "limit_at"))
            : null;
    return new NotAdmissible(
        Reason.of(reason), lists, limit, null, row.numberOrNull(ScanItems.TICKET));
  }

  private static Inside inside(CheckinRequest request, Item row) {
    return row.has(INSIDE_LIST)
        ? request
            .definition()
            .list(row.number(INSIDE_LIST))
            .map(list -> new Inside(list, Instant.ofEpochMilli(row.number(INSIDE_SINCE))))
            .orElse(null)
        : null;
  }

  /** Finds the first check-ins that the double admissions of a list name. */
  private record First(EventDefinition definition, CheckinList list, Mode mode) {
    private CheckinList of(Item row) {
      return row.has(FIRST_LIST) ? definition.list(row.number(FIRST_LIST)).orElse(list) : list;
    }

    Key key(Item row) {
      String checkins =
          TableSchema.checkins(
              definition.event().account(), definition.event().slug(), of(row).id(), mode);
      return TableSchema.row(checkins, row.number(FIRST));
    }

    Checkin checkin(Item row, Map<Key, Item> found) {
      Item first = found.get(key(row));
      if (first == null) {
        throw new IllegalStateException(
            "a double admission refers to a check-in that does not exist");
      }
      return CheckinMark.all(SequenceRow.of(first))
          .get((int) row.number(ScanItems.INDEX))
          .mark()
          .checkin(of(row), mode);
    }
  }

  /**
   * Lists the double admissions, newest first. Access pattern 41: a page, and the check-ins that it
   * names.
   */
  public Page<DoubleAdmission> list(
      EventDefinition definition, CheckinList list, Mode mode, PageRequest request) {
    String account = definition.event().account();
    String event = definition.event().slug();
    Instant deadline = dynamo.deadline();
    SequencePages.Units units =
        pages.page(
            TableSchema.doubleAdmissions(account, event, list.id(), mode),
            request,
            Direction.NEWEST_FIRST,
            deadline);
    First first = new First(definition, list, mode);
    Map<Key, Item> firsts =
        dynamo.get(
            units.units().stream()
                .map(unit -> unit.row().item())
                .filter(row -> row.has(FIRST))
                .map(first::key)
                .collect(Collectors.toSet()),
            deadline);
    return units.page(request, unit -> read(unit, first, firsts));
  }

  private static DoubleAdmission read(Unit unit, First first, Map<Key, Item> firsts) {
    Item row = unit.row().item();
    return new DoubleAdmission(
        CheckinMark.id(first.list(), first.mode(), unit.row().ordinal(), 0),
        row.numberOrNull(ScanItems.TICKET),
        row.text(ScanItems.REFERENCE),
        row.text(ScanItems.TYPE),
        row.text(ScanItems.REASON),
        ScanItems.scannedAt(row),
        row.text(ScanItems.BY_NAME),
        ScanItems.at(row),
        row.has(FIRST) ? first.checkin(row, firsts) : null);
  }
}
