package io.doorlist.store.checkin;

import io.doorlist.domain.Checkin;
import io.doorlist.domain.CheckinCommand;
import io.doorlist.domain.CheckinList;
import io.doorlist.domain.CheckinOutcome;
import io.doorlist.domain.CheckinOutcome.AdmittedAgain;
import io.doorlist.domain.CheckinOutcome.AlreadyCheckedIn;
import io.doorlist.domain.CheckinOutcome.Limit;
import io.doorlist.domain.CheckinOutcome.LimitKind;
import io.doorlist.domain.CheckinOutcome.NotAdmissible;
import io.doorlist.domain.CheckinOutcome.Reason;
import io.doorlist.domain.CheckinOutcome.UnknownQrCode;
import io.doorlist.domain.DoubleAdmission;
import io.doorlist.domain.EventDefinition;
import io.doorlist.domain.Mode;
import io.doorlist.domain.UnavailableException;
import io.doorlist.domain.Worded;
import io.doorlist.paging.Page;
import io.doorlist.paging.PageRequest;
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
 * door refuses.
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
  private static final String RECORDED = "double";

  private static final String REASON = "reason";
  private static final String FIRST = "first";
  private static final String INDEX = "index";

  private final Dynamo dynamo;
  private final Sequence sequence;
  private final SequencePages pages;

  /** Creates the double admissions of a table. */
  public DoubleAdmissionStore(Dynamo dynamo) {
    this.dynamo = dynamo;
    this.sequence = new Sequence(dynamo);
    this.pages = new SequencePages(dynamo);
  }

  /** Returns whether the item of a key belongs to a double admission. */
  static boolean isDouble(Item key) {
    return key.has(RECORDED);
  }

  /**
   * Records an admission that the door refuses. Returns the answer or, if the admission's key is
   * taken, the item of that key. 5 write units.
   */
  Result record(CheckinRequest door, Key code, Item facts, CheckinOutcome refusal) {
    CheckinCommand command = door.command();
    Key name = door.admission(code).orElseThrow();
    Instant now = door.now(dynamo.clock());
    while (true) {
      long ordinal = sequence.reserve(door.doubleAdmissions(), 1, command.deadline());
      Item row =
          SequenceRow.row(door.doubleAdmissions(), ordinal, 1)
              .putAll(facts)
              .put("at", now.toEpochMilli())
              .put("by", command.tokenId())
              .put("by_name", command.tokenName())
              .put(
                  "scanned_at",
                  command.scannedAt() == null ? null : command.scannedAt().toEpochMilli());
      Item key =
          new Item(name)
              .put("request", command.key() == null ? "" : command.key().request())
              .put(RECORDED, ordinal);
      Write append = Sequence.append(row);
      Write named = Write.put(key).ifAbsent();
      List<Write> writes = List.of(append, named);
      Transaction outcome;
      try {
        outcome = dynamo.transact(writes, command.deadline());
      } catch (UnavailableException e) {
        if (command.key() != null && Dynamo.conflicted(e, writes, named)) {
          return new Answer(new CheckinOutcome.KeyInUse());
        }
        throw e;
      }
      if (!(outcome instanceof Transaction.Rejected rejected)) {
        settle(door, ordinal);
        return new Answer(new AdmittedAgain(refusal, false));
      }
      Item inTheWay = rejected.failed(named) ? rejected.old(named) : null;
      if (inTheWay != null && isDouble(inTheWay) && inTheWay.number(RECORDED) == ordinal) {
        return new Answer(new AdmittedAgain(refusal, false));
      }
      giveUp(door, ordinal);
      if (inTheWay != null) {
        return new Taken(inTheWay);
      }
      if (!dynamo.clock().instant().isBefore(command.deadline())) {
        throw new UnavailableException(null);
      }
    }
  }

  /** The result of recording. */
  sealed interface Result {}

  /** It is on record. */
  record Answer(CheckinOutcome outcome) implements Result {}

  /** The admission's key is taken by this item. */
  record Taken(Item key) implements Result {}

  /** Settling and giving up only help readers: the record stands whether or not they succeed. */
  private void settle(CheckinRequest door, long ordinal) {
    try {
      sequence.settleInTurn(door.doubleAdmissions(), ordinal, 1, door.command().deadline());
    } catch (UnavailableException e) {
      return;
    }
  }

  private void giveUp(CheckinRequest door, long ordinal) {
    try {
      sequence.giveUp(door.doubleAdmissions(), ordinal, 1, door.command().deadline());
    } catch (UnavailableException e) {
      return;
    }
  }

  /** Returns what is kept about an unknown code. */
  static Item unknown() {
    return new Item().put(REASON, DoubleAdmission.UNKNOWN);
  }

  /** Returns what is kept about a ticket and its refusal. */
  static Item facts(CheckinRequest door, Admission ticket, CheckinOutcome refusal) {
    Item facts =
        new Item()
            .put("ticket", ticket.ticketId())
            .put("reference", ticket.reference())
            .put("type", ticket.ticketType());
    switch (refusal) {
      case AlreadyCheckedIn already -> {
        CheckinMark mark = ticket.mark(door.list().id()).orElseThrow();
        facts
            .put(REASON, DoubleAdmission.ALREADY_IN)
            .put(FIRST, mark.ordinal())
            .put(INDEX, (long) mark.index())
            .put("seconds", already.secondsSince())
            .put("same", already.sameToken());
      }
      case NotAdmissible not -> {
        facts.put(REASON, not.reason().word());
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
  CheckinOutcome replay(CheckinRequest door, Item key) {
    Key place = TableSchema.row(door.doubleAdmissions(), key.number(RECORDED));
    Item row =
        dynamo
            .get(place, door.command().deadline())
            .orElseThrow(
                () -> new IllegalStateException("a key refers to a row that does not exist"));
    return new AdmittedAgain(refusal(door, row), true);
  }

  private CheckinOutcome refusal(CheckinRequest door, Item row) {
    String reason = row.text(REASON);
    if (reason.equals(DoubleAdmission.UNKNOWN)) {
      return new UnknownQrCode();
    }
    if (reason.equals(DoubleAdmission.ALREADY_IN)) {
      Key first = TableSchema.row(door.sequence(), row.number(FIRST));
      Checkin checkin =
          first(
              row,
              dynamo.get(List.of(first), door.command().deadline()),
              first,
              door.list(),
              door.command().mode());
      return new AlreadyCheckedIn(checkin, row.number("seconds"), row.flag("same"));
    }
    List<CheckinList> lists =
        row.numbers("admitted_on").stream()
            .flatMap(id -> door.definition().list(id).stream())
            .toList();
    Limit limit =
        row.has("limit")
            ? new Limit(
                LimitKind.valueOf(row.text("limit")), Instant.ofEpochMilli(row.number("limit_at")))
            : null;
    return new NotAdmissible(Worded.read(Reason.class, reason), lists, limit);
  }

  private static Checkin first(
      Item row, Map<Key, Item> found, Key key, CheckinList list, Mode mode) {
    Item first = found.get(key);
    if (first == null) {
      throw new IllegalStateException(
          "a double admission refers to a check-in that does not exist");
    }
    return CheckinMark.all(SequenceRow.of(first))
        .get((int) row.number(INDEX))
        .mark()
        .checkin(list, mode);
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
    String checkins = TableSchema.checkins(account, event, list.id(), mode);
    Map<Key, Item> firsts =
        dynamo.get(
            units.units().stream()
                .map(unit -> unit.row().item())
                .filter(row -> row.has(FIRST))
                .map(row -> TableSchema.row(checkins, row.number(FIRST)))
                .collect(Collectors.toSet()),
            deadline);
    return units.page(request, unit -> read(unit, firsts, checkins, list, mode));
  }

  private static DoubleAdmission read(
      Unit unit, Map<Key, Item> firsts, String checkins, CheckinList list, Mode mode) {
    Item row = unit.row().item();
    Checkin first =
        row.has(FIRST)
            ? first(row, firsts, TableSchema.row(checkins, row.number(FIRST)), list, mode)
            : null;
    return new DoubleAdmission(
        CheckinMark.id(list, mode, unit.row().ordinal(), 0),
        row.numberOrNull("ticket"),
        row.text("reference"),
        row.text("type"),
        row.text(REASON),
        row.has("scanned_at") ? Instant.ofEpochMilli(row.number("scanned_at")) : null,
        row.text("by_name"),
        Instant.ofEpochMilli(row.number("at")),
        first);
  }
}
