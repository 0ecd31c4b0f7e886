package io.doorlist.store.checkin;

import static io.doorlist.store.table.Condition.all;
import static io.doorlist.store.table.Condition.is;
import static io.doorlist.store.table.Condition.lacks;

import io.doorlist.domain.Mode;
import io.doorlist.domain.UnavailableException;
import io.doorlist.domain.checkin.UndoCommand;
import io.doorlist.domain.checkin.UndoOutcome;
import io.doorlist.domain.checkin.UndoneCheckin;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.door.Tally;
import io.doorlist.paging.Page;
import io.doorlist.paging.PageRequest;
import io.doorlist.store.checkin.ticket.CheckinMark;
import io.doorlist.store.checkin.ticket.CodeItems;
import io.doorlist.store.checkin.ticket.Comings;
import io.doorlist.store.checkin.ticket.MarksKey;
import io.doorlist.store.checkin.ticket.ScanItems;
import io.doorlist.store.checkin.ticket.TallyItems;
import io.doorlist.store.checkin.ticket.UndoTraces;
import io.doorlist.store.order.OrderItems;
import io.doorlist.store.sequence.SequenceRemovals;
import io.doorlist.store.sequence.SequenceRemovals.Standing;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.store.table.Condition;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.Path;
import io.doorlist.store.table.Range;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.table.TableSchema.Key;
import io.doorlist.store.table.Update;
import io.doorlist.store.table.Write;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Undoes check-ins and lists the undone ones.
 *
 * <p>Implementation notes. An undo is one transaction: the mark leaves the ticket's item, which
 * keeps a trace so that the row can be found again; the row loses a unit and says which of its
 * check-ins is undone; HEAD counts the undo and a note reports it; and the list's log of undos gets
 * its next row. The row keeps all it had: an idempotency key that refers to it still gets the old
 * answer, and the log only needs to refer to it. The loser of a race reads again. See ADR 0025.
 *
 * <p>Thread-safe.
 */
public final class UndoStore {
  /** How often to follow a ticket that moves between orders. */
  private static final int MAX_TRIES = 10;

  private final Dynamo dynamo;
  private final SequenceRemovals removals;

  public UndoStore(Dynamo dynamo) {
    this.dynamo = dynamo;
    this.removals = new SequenceRemovals(dynamo);
  }

  /**
   * Undoes one check-in of a list. Access pattern 32: strongly consistent, 4 read units and the
   * order.
   *
   * @param id of the check-in
   * @throws UnavailableException if the store did not answer before the command's deadline; asking
   *     again returns what happened
   */
  public UndoOutcome undo(
      EventDefinition definition, CheckinList list, long id, UndoCommand command) {
    String account = definition.event().account();
    String event = definition.event().slug();
    Optional<CheckinMark.RowPosition> place = CheckinMark.place(list, command.mode(), id);
    if (place.isEmpty()) {
      return UndoOutcome.NOT_FOUND;
    }
    String checkins = TableSchema.checkins(account, event, list.id(), command.mode());
    for (int tries = 0; ; tries++) {
      Standing standing = removals.standing(checkins, tries > 0, command.deadline());
      Optional<SequenceRow> row =
          dynamo
              .get(TableSchema.row(checkins, place.get().ordinal()), command.deadline())
              .map(SequenceRow::of);
      Optional<CheckinMark> mark =
          row.flatMap(
              found ->
                  CheckinMark.all(found).stream()
                      .skip(place.get().index())
                      .findFirst()
                      .filter(each -> !each.undone())
                      .map(CheckinMark.InRow::mark));
      if (mark.isEmpty()) {
        return UndoOutcome.NOT_FOUND;
      }
      Instant now = dynamo.clock().instant().truncatedTo(ChronoUnit.MILLIS);
      if (!command.mayUndo(mark.get().tokenId(), mark.get().at(), now)) {
        return UndoOutcome.NOT_ALLOWED;
      }
      Key marks = marksKey(account, event, mark.get().ticketId(), command.deadline());
      Key entry =
          TableSchema.row(
              TableSchema.undone(account, event, list.id(), command.mode()), standing.number());
      List<Write> writes =
          new ArrayList<>(
              removals.remove(
                  standing,
                  row.get().ordinal(),
                  row.get().units() - 1,
                  CheckinMark.place(mark.get().ordinal(), mark.get().index())));
      long ticket = mark.get().ticketId();
      Item marksItem = dynamo.get(marks, command.deadline()).orElseGet(Item::new);
      Comings comings = Comings.of(marksItem, ticket, definition, list, now);
      if (comings.goesOnAfterCheckin()) {
        removals.giveUp(standing, command.deadline());
        return UndoOutcome.HAS_PASSAGES;
      }
      Set<Long> still = CodeItems.otherLists(marksItem, ticket, list.id());
      List<Long> others =
          definition.lists().stream().map(CheckinList::id).filter(o -> o != list.id()).toList();
      List<Condition> conditions = new ArrayList<>(comings.unchanged());
      conditions.addAll(CodeItems.stillIn(others, still, ticket, CodeItems.MAX_OTHER_MARKS));
      writes.add(withoutMark(marks, list.id(), mark.get(), conditions));
      writes.add(withoutUnit(row.get(), mark.get(), !still.isEmpty(), change(comings, mark.get())));
      writes.add(entry(entry, mark.get(), command, now));
      if (dynamo.transact(writes, command.deadline()).written()) {
        return UndoOutcome.UNDONE;
      }
      removals.giveUp(standing, command.deadline());
    }
  }

  /** Finds the item that has a ticket's marks, by way of its order, which may change meanwhile. */
  private Key marksKey(String account, String event, long ticket, Instant deadline) {
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      long order =
          dynamo
              .get(TableSchema.ticket(account, event, ticket), deadline)
              .orElseThrow(() -> new IllegalStateException("a checked-in ticket has no order"))
              .number(OrderItems.ID);
      Item item =
          dynamo
              .get(TableSchema.order(account, event, order), deadline)
              .orElseThrow(() -> new IllegalStateException("a ticket's order does not exist"));
      Optional<Item> own = OrderItems.ticket(item, ticket);
      if (own.isPresent()) {
        return MarksKey.of(own.get(), order)
            .key(account, event, own.get().text("qr_code_identifier"));
      }
    }
    throw new UnavailableException(null);
  }

  /** Returns the write that removes the mark if it belongs to this check-in. */
  private static Write withoutMark(
      Key marks, long list, CheckinMark mark, List<Condition> onOtherLists) {
    String name = CodeItems.mark(list, mark.ticketId());
    List<Condition> conditions = new ArrayList<>(onOtherLists);
    conditions.add(is(Path.of(CodeItems.MARKS, name, ScanItems.ORDINAL), mark.ordinal()));
    conditions.add(is(Path.of(CodeItems.MARKS, name, ScanItems.INDEX), mark.index()));
    return Update.of(marks)
        .set(UndoTraces.ofCheckin(list, mark.ordinal(), mark.index()), mark.ticketId())
        .remove(Path.of(CodeItems.MARKS, name))
        .require(all(conditions));
  }

  /** Returns what an undo changes in the area, or {@code null} if it takes a first entry back. */
  private static Tally change(Comings comings, CheckinMark mark) {
    Tally change = comings.withoutCheckin().fold().tally().minus(comings.fold().tally());
    return change.equals(Tally.NONE.minus(TallyItems.firstEntry(mark.doorTime()))) ? null : change;
  }

  /**
   * Returns the write that notes in the row that one of its check-ins is undone.
   *
   * @param change what that changes in the area, {@code null} if it takes a first entry back
   */
  private static Write withoutUnit(SequenceRow row, CheckinMark mark, boolean still, Tally change) {
    Path undone = Path.of(CheckinMark.TICKETS, mark.index(), CheckinMark.UNDONE);
    Update update =
        Update.of(row.item().key())
            .set(SequenceRow.UNITS, row.units() - 1)
            .set(undone, true)
            .require(lacks(undone));
    if (still) {
      update.set(Path.of(CheckinMark.TICKETS, mark.index(), CheckinMark.STILL), true);
    }
    if (change != null) {
      update.set(
          Path.of(CheckinMark.TICKETS, mark.index(), TallyItems.UNDONE_TALLY),
          TallyItems.item(change));
    }
    return update;
  }

  /** Returns the write of the log's next row; it fails if another undo took its number. */
  private static Write entry(Key key, CheckinMark mark, UndoCommand command, Instant now) {
    Item entry =
        new Item(key)
            .put(ScanItems.ORDINAL, mark.ordinal())
            .put(ScanItems.INDEX, mark.index())
            .put(ScanItems.TICKET, mark.ticketId());
    return Write.put(ScanItems.put(entry, now, command.tokenId(), command.tokenName())).ifAbsent();
  }

  /**
   * Lists the undone check-ins, the latest first. Access pattern 33: strongly consistent; HEAD, a
   * range of the log, and the rows that it refers to.
   */
  public Page<UndoneCheckin> list(
      String account, String event, CheckinList list, Mode mode, PageRequest request) {
    Instant deadline = dynamo.deadline();
    String checkins = TableSchema.checkins(account, event, list.id(), mode);
    long count = removals.count(checkins, deadline);
    long last = count - request.offset();
    if (last <= 0) {
      return new Page<>(List.of(), request, count);
    }
    long first = Math.max(1, last - request.items() + 1);
    List<Item> entries =
        dynamo.query(
            Range.between(
                TableSchema.undone(account, event, list.id(), mode),
                TableSchema.ordinal(first),
                TableSchema.ordinal(last)),
            deadline);
    Map<Long, SequenceRow> rows =
        dynamo
            .get(
                entries.stream()
                    .map(entry -> TableSchema.row(checkins, entry.number(ScanItems.ORDINAL)))
                    .collect(Collectors.toSet()),
                deadline)
            .values()
            .stream()
            .map(SequenceRow::of)
            .collect(Collectors.toMap(SequenceRow::ordinal, row -> row));
    List<UndoneCheckin> undone =
        entries.reversed().stream()
            .map(entry -> undone(entry, rows.get(entry.number(ScanItems.ORDINAL)), list, mode))
            .toList();
    return new Page<>(undone, request, count);
  }

  private static UndoneCheckin undone(Item entry, SequenceRow row, CheckinList list, Mode mode) {
    CheckinMark mark = CheckinMark.all(row).get((int) entry.number(ScanItems.INDEX)).mark();
    return new UndoneCheckin(
        mark.checkin(list, mode), ScanItems.at(entry), entry.text(ScanItems.BY_NAME));
  }
}
