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
 * Undoes what happened at a list: check-ins, later entries, exits and wrong admissions.
 *
 * <p>Implementation notes. An undo is one transaction. The ticket's item loses the check-in's mark
 * or the passage, and keeps a trace by which the rows can be found again. The row is marked as
 * undone. A row of check-ins also loses one of its units, which the HEAD of the log counts. The log
 * gets a row that says who undid what. The undone row keeps all it had, so a repeated request with
 * its key still gets the old answer. The loser of a race reads again. See ADR 0025.
 *
 * <p>A withdrawal is an undo that is always possible. If other entries still need the check-in, the
 * check-in only stops counting as an entry. It is removed together with the last of those entries.
 * See ADR 0052.
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
      Instant now,
      Write noted) {
    boolean isWithdrawal() {
      return noted != null;
    }

    /**
     * Returns the target that is the same ticket's check-in at another list of the area, with the
     * row and place of that check-in.
     */
    Target checkin(CheckinList other, Item itsRow, long itsPlace) {
      return new Target(definition, other, request, itsRow, Type.CHECK_IN, itsPlace, now, null);
    }

    String log() {
      return LogRow.log(definition, list, request.mode());
    }

    /** Returns what the row says about the part that is undone. */
    Item scan() {
      return LogRow.parts(row).stream()
          .filter(part -> part.index() == CheckinMark.index(place))
          .findFirst()
          .orElseThrow()
          .item();
    }

    Long ticket() {
      return scan().numberOrNull(type == Type.CHECK_IN ? OrderFacts.ID : ScanAttributes.TICKET);
    }

    AreaPassages passages(Item marks) {
      return AreaPassages.of(marks, ticket(), definition, list, now, now);
    }

    Item undo(long ordinal, boolean still, AreaChange change) {
      return undo(type, ordinal, still, change);
    }

    /** Returns the row that says what is undone, and of which type it was. */
    Item undo(Type as, long ordinal, boolean still, AreaChange change) {
      Item undo = UndoStore.row(log(), ordinal, as, place, row, scan(), still, change);
      return ScanAttributes.put(undo, now, request.tokenId(), request.tokenName())
          .put(ScanAttributes.TICKET, ticket());
    }

    /** Puts the trace that an undo leaves beside the ticket's marks. */
    Update putTrace(Update marks, long ordinal) {
      return marks.set(
          LogReferences.name(list.id(), place), LogReferences.trace(ticket(), ordinal));
    }

    Path path(String attribute) {
      return LogRow.path(type == Type.CHECK_IN, CheckinMark.index(place), attribute);
    }

    Path undone() {
      return path(CheckinMark.UNDONE);
    }

    private String markName() {
      return CodeItems.mark(list.id(), ticket());
    }

    Path mark() {
      return Path.of(CodeItems.MARKS, markName());
    }

    Path mark(String attribute) {
      return Path.of(CodeItems.MARKS, markName(), attribute);
    }

    /**
     * Adds the writes that go with the undo. These are the note of a withdrawal, and the marks in
     * other rows that say whether their passages are explained now. Such marks only repeat what the
     * log adds up to, so those that do not fit are left out.
     */
    List<Write> and(List<Write> writes, AreaChange change) {
      if (noted != null) {
        writes.add(noted);
      }
      LogRow.marks(List.of(change), definition, request.mode()).stream()
          .limit(LogAttempt.MAX_WRITES - writes.size())
          .forEach(writes::add);
      return writes;
    }
  }

  /**
   * Undoes a check-in, a later entry, an exit or a wrong admission of a list. Access pattern 32:
   * strongly consistent, 8 write units for a check-in, 7 for others.
   *
   * @param id the id of what happened
   * @throws UnavailableException if the table did not answer before the request's deadline. A
   *     repeated request returns what happened
   */
  public UndoOutcome undo(
      EventDefinition definition, CheckinList list, long id, UndoRequest request) {
    OptionalLong place = CheckinMark.place(list, request.mode(), id);
    return place.isEmpty()
        ? UndoOutcome.NOT_FOUND
        : undo(definition, list, place.getAsLong(), request, null);
  }

  /**
   * Undoes what is at a place of a list's log, whoever asks, and whatever else the ticket did. Does
   * nothing if it is undone already.
   *
   * @param noted the write that goes with the undo, in the same transaction
   */
  void withdraw(
      EventDefinition definition, CheckinList list, long place, UndoRequest request, Write noted) {
    undo(definition, list, place, request, noted);
  }

  private UndoOutcome undo(
      EventDefinition definition, CheckinList list, long place, UndoRequest request, Write noted) {
    String log = LogRow.log(definition, list, request.mode());
    Key key = TableSchema.row(log, CheckinMark.ordinal(place));
    for (int tries = 0; ; tries++) {
      Optional<Target> found =
          table
              .get(key, request.deadline())
              .flatMap(row -> target(definition, list, request, row, place, noted));
      if (found.isEmpty()) {
        return UndoOutcome.NOT_FOUND;
      }
      Target target = found.get();
      Item row = target.row();
      if (noted == null
          && !request.mayUndo(row.text(ScanAttributes.BY), ScanAttributes.at(row), target.now())) {
        return UndoOutcome.NOT_ALLOWED;
      }
      Optional<UndoOutcome> outcome =
          target.type() == Type.CHECK_IN
              ? undoCheckin(target, tries > 0)
              : undoOther(target, tries > 0);
      if (outcome.isPresent()) {
        return outcome.get();
      }
    }
  }

  private Optional<Target> target(
      EventDefinition definition,
      CheckinList list,
      UndoRequest request,
      Item row,
      long place,
      Write noted) {
    Instant now = table.clock().instant().truncatedTo(ChronoUnit.MILLIS);
    int index = CheckinMark.index(place);
    return LogRow.type(row)
        .filter(type -> type != Type.UNDO)
        .filter(type -> LogRow.parts(row).stream().anyMatch(part -> part.index() == index))
        .map(type -> new Target(definition, list, request, row, type, place, now, noted))
        .filter(target -> !isGone(target.scan(), target.isWithdrawal()));
  }

  /**
   * Returns whether this part of a row is already undone. For a withdrawal, an earlier withdrawal
   * counts, too.
   */
  static boolean isGone(Item part, boolean withdrawal) {
    return part.flag(CheckinMark.UNDONE) || withdrawal && part.flag(CheckinMark.WITHDRAWN);
  }

  /**
   * Undoes a check-in. Returns nothing if something changed meanwhile, and the caller then tries
   * again.
   */
  private Optional<UndoOutcome> undoCheckin(Target target, boolean reserve) {
    Instant deadline = target.request().deadline();
    long ticket = target.ticket();
    long list = target.list().id();
    Key key = marksKey(target.definition().event(), ticket, deadline);
    Item marks = table.get(key, deadline).orElseGet(Item::new);
    AreaPassages passages = target.passages(marks);
    if (target.isWithdrawal() && passages.hold(target.list())) {
      return withdrawEntry(target, marks, passages);
    }
    if (!target.isWithdrawal() && passages.needsCheckin()) {
      return Optional.of(UndoOutcome.HAS_PASSAGES);
    }
    // This is read after the marks. So the ordinal of the note is higher than those of all rows
    // that the marks name.
    Standing standing = removals.standing(target.log(), reserve, deadline);
    AreaChange change =
        AreaChange.between(passages, passages.withoutCheckin(), target.request().mode());
    Set<Long> still = CodeItems.otherLists(marks, ticket, list);
    SequenceRow row = SequenceRow.of(target.row());
    List<Write> writes = new ArrayList<>();
    writes.add(removals.remove(standing, row.ordinal(), row.units() - 1));
    writes.add(Sequence.append(target.undo(standing.note(), !still.isEmpty(), change)));
    writes.add(
        target
            .putTrace(CodeItems.update(key, marks.number(CodeItems.VERSION)), standing.note())
            .remove(target.mark()));
    writes.add(withoutUnit(row, target.undone()));
    if (table.transact(target.and(writes, change), deadline).written()) {
      return Optional.of(UndoOutcome.UNDONE);
    }
    removals.giveUp(standing, deadline);
    return Optional.empty();
  }

  /**
   * Withdraws the entry of a check-in that other entries still need. The check-in stays in pages
   * and counts. Returns nothing if something changed meanwhile.
   */
  private Optional<UndoOutcome> withdrawEntry(Target target, Item marks, AreaPassages passages) {
    Instant deadline = target.request().deadline();
    AreaChange change =
        AreaChange.between(passages, passages.withoutCheckin(), target.request().mode());
    long ordinal = sequence.reserve(target.log(), 1, deadline);
    List<Write> writes = new ArrayList<>();
    writes.add(
        Update.of(target.row().key())
            .set(target.path(CheckinMark.WITHDRAWN), true)
            .remove(target.path(CheckinMark.UNEXPLAINED))
            .require(
                all(List.of(lacks(target.undone()), lacks(target.path(CheckinMark.WITHDRAWN))))));
    writes.add(
        CodeItems.update(marks)
            .set(target.mark(CheckinMark.WITHDRAWN), true)
            .set(
                LogReferences.name(target.list().id(), CheckinMark.place(ordinal, 0)),
                LogReferences.trace(target.ticket(), null)));
    writes.add(
        Sequence.append(target.undo(Type.ENTRY, ordinal, false, change).put(LogRow.HELD, true)));
    if (table.transact(target.and(writes, change), deadline).written()) {
      return Optional.of(UndoOutcome.UNDONE);
    }
    sequence.giveUp(target.log(), ordinal, 1, deadline);
    return Optional.empty();
  }

  /**
   * Finds the key of the item with a ticket's marks, through its order. Searches again if the
   * ticket changes its order meanwhile.
   */
  private Key marksKey(Event of, long ticket, Instant deadline) {
    String account = of.account();
    String event = of.slug();
    while (true) {
      long order =
          table
              .get(TableSchema.ticket(account, event, ticket), deadline)
              .orElseThrow(() -> new IllegalStateException("a checked-in ticket has no order"))
              .number(OrderFacts.ID);
      Item item =
          table
              .get(TableSchema.order(account, event, order), deadline)
              .orElseThrow(() -> new IllegalStateException("a ticket's order does not exist"));
      Optional<Item> own = OrderFacts.ticket(item, ticket);
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

  /** Undoes anything but a check-in. Returns nothing if something changed meanwhile. */
  private Optional<UndoOutcome> undoOther(Target target, boolean reserve) {
    Instant deadline = target.request().deadline();
    long ordinal = sequence.reserve(target.log(), 1, deadline);
    List<Write> writes = new ArrayList<>();
    List<Standing> standings = new ArrayList<>();
    writes.add(
        Update.of(target.row().key()).set(target.undone(), true).require(lacks(target.undone())));
    AreaChange change =
        AreaChange.closing(CheckinMark.id(target.list(), target.request().mode(), target.place()));
    if (target.ticket() != null) {
      Key key = LogRow.marksKey(target.scan());
      Item marks = table.get(key, deadline).orElseThrow();
      AreaPassages before = target.passages(marks);
      Update update = target.putTrace(CodeItems.update(marks), ordinal);
      if (target.type() != Type.WRONG) {
        StoredPassages left = before.set().without(target.list().number(), target.place());
        AreaPassages after = before.with(left);
        change = AreaChange.between(before, after, target.request().mode());
        update.set(StoredPassages.name(target.ticket()), left.item());
        for (CheckinList each : after.released()) {
          CheckinMark mark = after.marks().get(each.id());
          Standing standing = removals.standing(log(target, each), reserve, deadline);
          standings.add(standing);
          writes.addAll(release(target, each, mark, standing, update, marks));
        }
      }
      writes.add(update);
    }
    writes.add(Sequence.append(target.undo(ordinal, false, change)));
    if (table.transact(target.and(writes, change), deadline).written()) {
      return Optional.of(UndoOutcome.UNDONE);
    }
    sequence.giveUp(target.log(), ordinal, 1, deadline);
    standings.forEach(each -> removals.giveUp(each, deadline));
    return Optional.empty();
  }

  private static String log(Target target, CheckinList list) {
    return LogRow.log(target.definition(), list, target.request().mode());
  }

  /**
   * Returns the writes that remove a withdrawn check-in, together with the last entry that needed
   * it.
   *
   * @param update the update of the item with the ticket's marks; the trace of the check-in and the
   *     removal of its mark are added to it
   */
  private List<Write> release(
      Target target,
      CheckinList list,
      CheckinMark mark,
      Standing standing,
      Update update,
      Item marks) {
    Item item =
        table
            .get(TableSchema.row(log(target, list), mark.ordinal()), target.request().deadline())
            .orElseThrow();
    Target checkin = target.checkin(list, item, mark.place());
    Set<Long> still = CodeItems.otherLists(marks, mark.ticketId(), list.id());
    SequenceRow row = SequenceRow.of(item);
    checkin.putTrace(update, standing.note()).remove(checkin.mark());
    return List.of(
        removals.remove(standing, row.ordinal(), row.units() - 1),
        Sequence.append(checkin.undo(standing.note(), !still.isEmpty(), AreaChange.NONE)),
        withoutUnit(row, checkin.undone()));
  }

  /**
   * Returns the row of an undo.
   *
   * @param ticket what the undone row says about the ticket: the row itself or, for a check-in, its
   *     part of the row
   * @param was the undone row
   * @param still whether the ticket is still checked in on another list
   * @param change what the undo changes in the area
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
            .put(CheckinMark.ADDED, ticket.flag(CheckinMark.ADDED) ? Boolean.TRUE : null)
            .put(LogRow.UNDID_BY, was.text(ScanAttributes.BY))
            .put(LogRow.UNDID_AT, was.number(ScanAttributes.AT))
            .put(ScanAttributes.DOOR_TIME, CheckinMark.doorTime(was, ticket).toEpochMilli());
    Tally first = Tally.NONE.minus(TallyItems.firstEntry(CheckinMark.doorTime(was, ticket)));
    boolean usual = type == Type.CHECK_IN && change.tally().equals(first);
    return LogRow.putChange(row, List.of(change))
        .put(TallyItems.TALLY, usual ? null : TallyItems.item(change.tally()));
  }
}
