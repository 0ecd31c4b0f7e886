package io.doorlist.store.checkin;

import static io.doorlist.table.Condition.all;
import static io.doorlist.table.Condition.is;
import static io.doorlist.table.Condition.lacks;

import io.doorlist.domain.UnavailableException;
import io.doorlist.domain.checkin.Happening.Type;
import io.doorlist.domain.checkin.UndoOutcome;
import io.doorlist.domain.checkin.UndoRequest;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.door.Tally;
import io.doorlist.store.checkin.ticket.AreaChange;
import io.doorlist.store.checkin.ticket.AreaPassages;
import io.doorlist.store.checkin.ticket.CheckinMark;
import io.doorlist.store.checkin.ticket.CodeItems;
import io.doorlist.store.checkin.ticket.LogReferences;
import io.doorlist.store.checkin.ticket.LogRow;
import io.doorlist.store.checkin.ticket.MarksKey;
import io.doorlist.store.checkin.ticket.ScanAttributes;
import io.doorlist.store.checkin.ticket.StoredPassages;
import io.doorlist.store.checkin.ticket.TallyItems;
import io.doorlist.store.order.OrderFacts;
import io.doorlist.store.order.OrderItems;
import io.doorlist.store.sequence.Sequence;
import io.doorlist.store.sequence.SequenceNote;
import io.doorlist.store.sequence.SequenceRemovals;
import io.doorlist.store.sequence.SequenceRemovals.Standing;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Condition;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Path;
import io.doorlist.table.Table;
import io.doorlist.table.Update;
import io.doorlist.table.Write;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Undoes what is in the log of a list.
 *
 * <p>Implementation notes. An undo is one transaction: the ticket's item loses the mark or the
 * passage and keeps a trace, so that the rows can be found again; the row says that it is undone,
 * and one of check-ins loses a unit, which HEAD counts; and the log gets a row that says who undid
 * what. The undone row keeps all it had: an idempotency key that refers to it still gets the old
 * answer. The loser of a race reads again. See ADR 0025.
 *
 * <p>Thread-safe.
 */
public final class UndoStore {
  private final Table table;
  private final Sequence sequence;
  private final SequenceRemovals removals;

  public UndoStore(Table table) {
    this.table = table;
    this.sequence = new Sequence(table);
    this.removals = new SequenceRemovals(table);
  }

  private record Target(
      EventDefinition definition,
      CheckinList list,
      UndoRequest request,
      Item row,
      Type type,
      long place,
      Instant now) {
    String log() {
      return LogRow.log(definition, list, request.mode());
    }

    /** Returns what the row says of what is undone. */
    Item scan() {
      return LogRow.parts(row).stream()
          .filter(part -> part.index() == CheckinMark.index(place))
          .findFirst()
          .orElseThrow()
          .item();
    }

    Long ticket() {
      return scan().numberOrNull(type == Type.CHECK_IN ? OrderItems.ID : ScanAttributes.TICKET);
    }

    AreaPassages passages(Item marks) {
      return AreaPassages.of(marks, ticket(), definition, list, now, now);
    }

    Item undo(long ordinal, boolean still, AreaChange change) {
      Item undo = UndoStore.row(log(), ordinal, type, place, row, scan(), still, change);
      return ScanAttributes.put(undo, now, request.tokenId(), request.tokenName())
          .put(ScanAttributes.TICKET, ticket());
    }

    /** Returns the trace that the undo leaves beside the ticket's marks, if they are as read. */
    Update trace(Key key, Item marks, long ordinal) {
      return CodeItems.update(key, marks.number(CodeItems.VERSION))
          .set(LogReferences.name(list.id(), place), LogReferences.trace(ticket(), ordinal));
    }

    Path undone() {
      int index = CheckinMark.index(place);
      return LogRow.path(type == Type.CHECK_IN, index, CheckinMark.UNDONE);
    }

    /** Returns the writes that mark in other rows whether they are explained from now on. */
    List<Write> others(AreaChange change) {
      return LogRow.marks(List.of(change), definition, request.mode());
    }
  }

  /**
   * Undoes a check-in, a later entry, an exit or a wrong admission of a list. Access pattern 32:
   * strongly consistent; 8 write units for a check-in, 7 for others.
   *
   * @param id of what happened
   * @throws UnavailableException if the store did not answer before the request's deadline; asking
   *     again returns what happened
   */
  public UndoOutcome undo(
      EventDefinition definition, CheckinList list, long id, UndoRequest request) {
    OptionalLong place = CheckinMark.place(list, request.mode(), id);
    if (place.isEmpty()) {
      return UndoOutcome.NOT_FOUND;
    }
    String log = LogRow.log(definition, list, request.mode());
    Key key = TableSchema.row(log, CheckinMark.ordinal(place.getAsLong()));
    for (int tries = 0; ; tries++) {
      Optional<Target> found =
          table
              .get(key, request.deadline())
              .flatMap(row -> target(definition, list, request, row, place.getAsLong()));
      if (found.isEmpty()) {
        return UndoOutcome.NOT_FOUND;
      }
      Target target = found.get();
      Item row = target.row();
      if (!request.mayUndo(row.text(ScanAttributes.BY), ScanAttributes.at(row), target.now())) {
        return UndoOutcome.NOT_ALLOWED;
      }
      Optional<UndoOutcome> outcome =
          target.type() == Type.CHECK_IN ? undoCheckin(target, tries > 0) : undoOther(target);
      if (outcome.isPresent()) {
        return outcome.get();
      }
    }
  }

  private Optional<Target> target(
      EventDefinition definition, CheckinList list, UndoRequest request, Item row, long place) {
    Instant now = table.clock().instant().truncatedTo(ChronoUnit.MILLIS);
    int index = CheckinMark.index(place);
    return LogRow.type(row)
        .filter(type -> type != Type.UNDO)
        .filter(type -> LogRow.parts(row).stream().anyMatch(part -> part.index() == index))
        .map(type -> new Target(definition, list, request, row, type, place, now))
        .filter(target -> !target.scan().flag(CheckinMark.UNDONE));
  }

  /** Undoes a check-in; empty if something changed meanwhile. */
  private Optional<UndoOutcome> undoCheckin(Target target, boolean reserve) {
    Instant deadline = target.request().deadline();
    Standing standing = removals.standing(target.log(), reserve, deadline);
    long ticket = target.ticket();
    long list = target.list().id();
    Key key = marksKey(target.definition().event(), ticket, deadline);
    Item marks = table.get(key, deadline).orElseGet(Item::new);
    AreaPassages passages = target.passages(marks);
    if (passages.needsCheckin()) {
      removals.giveUp(standing, deadline);
      return Optional.of(UndoOutcome.HAS_PASSAGES);
    }
    AreaChange change =
        AreaChange.between(passages, passages.withoutCheckin(), target.request().mode());
    Set<Long> still = CodeItems.otherLists(marks, ticket, list);
    SequenceRow row = SequenceRow.of(target.row());
    List<Write> writes = new ArrayList<>();
    writes.add(removals.remove(standing, row.ordinal(), row.units() - 1));
    writes.add(Sequence.append(target.undo(standing.note(), !still.isEmpty(), change)));
    Path mark = Path.of(CodeItems.MARKS, CodeItems.mark(list, ticket));
    writes.add(target.trace(key, marks, standing.note()).remove(mark));
    writes.add(withoutUnit(row, target.undone()));
    writes.addAll(target.others(change));
    if (table.transact(writes, deadline).written()) {
      return Optional.of(UndoOutcome.UNDONE);
    }
    removals.giveUp(standing, deadline);
    return Optional.empty();
  }

  /** Finds the item that has a ticket's marks, by way of its order, which may change meanwhile. */
  private Key marksKey(Event of, long ticket, Instant deadline) {
    String account = of.account();
    String event = of.slug();
    while (true) {
      long order =
          table
              .get(TableSchema.ticket(account, event, ticket), deadline)
              .orElseThrow(() -> new IllegalStateException("a checked-in ticket has no order"))
              .number(OrderItems.ID);
      Item item =
          table
              .get(TableSchema.order(account, event, order), deadline)
              .orElseThrow(() -> new IllegalStateException("a ticket's order does not exist"));
      Optional<Item> own = OrderItems.ticket(item, ticket);
      if (own.isPresent()) {
        return MarksKey.of(own.get(), order)
            .key(account, event, own.get().text(OrderFacts.QR_CODE));
      }
    }
  }

  /** Returns the write that notes in the row that one of its check-ins is undone. */
  private static Write withoutUnit(SequenceRow row, Path undone) {
    Condition unchanged =
        row.item().has(SequenceRow.UNITS)
            ? is(SequenceRow.UNITS, row.units())
            : lacks(SequenceRow.UNITS);
    return Update.of(row.item().key())
        .set(SequenceRow.UNITS, row.units() - 1)
        .set(undone, true)
        .require(all(List.of(lacks(undone), unchanged)));
  }

  /** Undoes what is no check-in; empty if something changed meanwhile. */
  private Optional<UndoOutcome> undoOther(Target target) {
    Instant deadline = target.request().deadline();
    long ordinal = sequence.reserve(target.log(), 1, deadline);
    List<Write> writes = new ArrayList<>();
    writes.add(
        Update.of(target.row().key()).set(target.undone(), true).require(lacks(target.undone())));
    AreaChange change =
        AreaChange.closing(CheckinMark.id(target.list(), target.request().mode(), target.place()));
    if (target.ticket() != null) {
      Key key = LogRow.marksKey(target.scan());
      Item marks = table.get(key, deadline).orElseThrow();
      AreaPassages before = target.passages(marks);
      Update update = target.trace(key, marks, ordinal);
      if (target.type() != Type.WRONG) {
        StoredPassages left = before.set().without(target.list().number(), target.place());
        change = AreaChange.between(before, before.with(left), target.request().mode());
        update.set(StoredPassages.name(target.ticket()), left.item());
        writes.addAll(target.others(change));
      }
      writes.add(update);
    }
    writes.add(Sequence.append(target.undo(ordinal, false, change)));
    if (table.transact(writes, deadline).written()) {
      return Optional.of(UndoOutcome.UNDONE);
    }
    sequence.giveUp(target.log(), ordinal, 1, deadline);
    return Optional.empty();
  }

  /**
   * Returns the row of an undo.
   *
   * @param ticket of what was undone, with its words: a row without units, or a ticket of one of
   *     check-ins
   * @param was the row of what was undone
   * @param still whether the ticket is still checked in on another list
   * @param change what that changes in the area
   */
  public static Item row(
      String log,
      long ordinal,
      Type type,
      long place,
      Item was,
      Item ticket,
      boolean still,
      AreaChange change) {
    Item row =
        new SequenceNote(List.of(), List.of(place), List.of())
            .row(log, ordinal)
            .put(LogRow.TYPE, Type.UNDO.word())
            .put(LogRow.UNDID, type.word())
            .put(LogRow.PLACE, place)
            .put(ScanAttributes.REFERENCE, ticket.text(ScanAttributes.REFERENCE))
            .put(ScanAttributes.TYPE, ticket.text(ScanAttributes.TYPE))
            .put(ScanAttributes.GATE, was.numberOrNull(ScanAttributes.GATE))
            .put(CheckinMark.AGAIN, still ? Boolean.TRUE : null)
            .put(LogRow.UNDID_BY, was.text(ScanAttributes.BY))
            .put(LogRow.UNDID_AT, was.number(ScanAttributes.AT))
            .put(ScanAttributes.DOOR_TIME, CheckinMark.doorTime(was, ticket).toEpochMilli());
    Tally first = Tally.NONE.minus(TallyItems.firstEntry(CheckinMark.doorTime(was, ticket)));
    boolean usual = type == Type.CHECK_IN && change.tally().equals(first);
    return LogRow.putChange(row, List.of(change))
        .put(TallyItems.TALLY, usual ? null : TallyItems.item(change.tally()));
  }
}
