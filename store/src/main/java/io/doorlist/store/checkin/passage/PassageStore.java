package io.doorlist.store.checkin.passage;

import static io.doorlist.store.table.Condition.all;
import static io.doorlist.store.table.Condition.lacks;

import io.doorlist.domain.Mode;
import io.doorlist.domain.UnavailableException;
import io.doorlist.domain.checkin.CheckinCommand;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.TicketPassage;
import io.doorlist.domain.checkin.UndoCommand;
import io.doorlist.domain.checkin.UndoOutcome;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.door.Presence;
import io.doorlist.door.Tally;
import io.doorlist.paging.Page;
import io.doorlist.paging.PageRequest;
import io.doorlist.store.checkin.request.Attempt;
import io.doorlist.store.checkin.request.CheckinRequest;
import io.doorlist.store.checkin.request.Lanes;
import io.doorlist.store.checkin.request.ScannedTicket;
import io.doorlist.store.checkin.request.ScannedTickets;
import io.doorlist.store.checkin.request.UnknownCodes;
import io.doorlist.store.checkin.request.UsedKey;
import io.doorlist.store.checkin.ticket.CheckinMark;
import io.doorlist.store.checkin.ticket.CodeItems;
import io.doorlist.store.checkin.ticket.Comings;
import io.doorlist.store.checkin.ticket.PassageSet;
import io.doorlist.store.checkin.ticket.ScanItems;
import io.doorlist.store.checkin.ticket.TallyItems;
import io.doorlist.store.checkin.ticket.UndoTraces;
import io.doorlist.store.sequence.Sequence;
import io.doorlist.store.sequence.SequenceNote;
import io.doorlist.store.sequence.SequencePages;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.table.TableSchema.Key;
import io.doorlist.store.table.Update;
import io.doorlist.store.table.Write;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Records exits and entries after the first, lists and undoes them.
 *
 * <p>Implementation notes. A ticket's passages are a set on its door, which has everything that the
 * fold needs; rows have the rest, and by how much each passage changed the counts of its area when
 * it joined the set. So the rows of an area always add up to the fold of all sets. See ADR 0034.
 *
 * <p>Thread-safe.
 */
public final class PassageStore {
  private final Dynamo dynamo;
  private final Sequence sequence;
  private final Lanes lanes;
  private final SequencePages pages;
  private final UnknownCodes unknownCodes;
  private final ScannedTickets tickets;

  public PassageStore(Dynamo dynamo) {
    this.dynamo = dynamo;
    this.sequence = new Sequence(dynamo);
    this.lanes = new Lanes(dynamo);
    this.pages = new SequencePages(dynamo);
    this.unknownCodes = new UnknownCodes(dynamo);
    this.tickets = new ScannedTickets(dynamo);
  }

  /**
   * Records that a ticket left, whatever it is: a door cannot hold people in. Access pattern 43:
   * one read, two round trips to write; 5 write units, 7 with a key.
   *
   * @throws UnavailableException if the store did not answer before the command's deadline; asking
   *     again returns what happened
   */
  public CheckinOutcome exit(
      EventDefinition definition, CheckinList list, String qrToken, CheckinCommand command) {
    CheckinRequest request = new CheckinRequest(definition, list, command);
    Key code = request.qr(qrToken);
    Optional<Key> repeat = request.repeatExitKey(code);
    Map<Key, Item> found =
        dynamo.get(repeat.map(key -> List.of(code, key)).orElse(List.of(code)), command.deadline());
    Item item = found.get(code);
    if (item == null || !request.standsFor(item, CodeItems.TICKET)) {
      return unknownCodes.answer(definition.event().account(), command.tokenId());
    }
    List<ScannedTicket> meant = tickets.meant(request, item, request.scanned(dynamo.clock()));
    if (repeat.map(found::get).isPresent()) {
      return replay(request, found.get(repeat.get()), meant);
    }
    ScannedTicket ticket = leaving(request, meant);
    while (true) {
      PassageAttempt attempt =
          new PassageAttempt(
              request, ticket, true, repeat.orElse(null), request.now(dynamo.clock()));
      switch (attempt.run(lanes.of(command), null)) {
        case Attempt.Done<Item> done -> {
          return checkedOut(request, SequenceRow.of(done.made()), ticket.name());
        }
        case Attempt.KeyUsed<Item> taken -> {
          return replay(request, taken.item(), meant);
        }
        case Attempt.KeyBusy<Item> busy -> {
          return new CheckinOutcome.KeyInUse();
        }
        case Attempt.Lost<Item> lost -> ticket = tickets.again(request, ticket, lost.changed());
      }
    }
  }

  /**
   * Returns the ticket that leaves: of several, which are add-ons of one guest, the one that came
   * in last and is inside.
   */
  private ScannedTicket leaving(CheckinRequest request, List<ScannedTicket> meant) {
    long now = dynamo.clock().millis();
    ScannedTicket leaving = meant.getFirst();
    long since = Long.MIN_VALUE;
    for (ScannedTicket each : meant) {
      Comings comings = request.comings(each, dynamo.clock());
      Presence presence = comings.fold().presence().at(now, comings.emptying());
      if (presence.inside() && presence.since() > since) {
        leaving = each;
        since = presence.since();
      }
    }
    return leaving;
  }

  /** Answers a repeated exit. */
  private CheckinOutcome replay(CheckinRequest request, Item key, List<ScannedTicket> meant) {
    UsedKey used = UsedKey.of(key);
    if (request.command().key() != null
        && !used.request().equals(request.command().key().request())) {
      return new CheckinOutcome.KeyReused();
    }
    SequenceRow row = row(request, used);
    long left = row.item().number(ScanItems.TICKET);
    ScannedTicket ticket =
        meant.stream().filter(each -> each.ticketId() == left).findFirst().orElse(meant.getFirst());
    return checkedOut(request, row, ticket.name());
  }

  private SequenceRow row(CheckinRequest request, UsedKey used) {
    return dynamo
        .get(TableSchema.row(request.passages(), used.first()), request.command().deadline())
        .map(SequenceRow::of)
        .orElseThrow(() -> new IllegalStateException("a key refers to a row that does not exist"));
  }

  private static CheckinOutcome checkedOut(CheckinRequest request, SequenceRow row, String name) {
    return new CheckinOutcome.CheckedOut(
        PassageRow.passage(row, request.list(), request.command().mode()),
        row.item().flag(PassageRow.WAS_INSIDE),
        row.item().numberOrNull(PassageRow.MINUTES),
        name,
        row.item().text(ScanItems.TYPE));
  }

  /** Answers a repeated entry that was not the ticket's first. */
  public CheckinOutcome reentered(CheckinRequest request, UsedKey used) {
    return reentered(request, row(request, used));
  }

  /** Answers an entry that was not the ticket's first. */
  public CheckinOutcome reentered(CheckinRequest request, SequenceRow row) {
    long first = row.item().number(PassageRow.FIRST);
    int index = (int) row.item().number(ScanItems.INDEX);
    CheckinMark.InRow checkin =
        dynamo
            .get(TableSchema.row(request.sequence(), first), request.command().deadline())
            .map(item -> CheckinMark.all(SequenceRow.of(item)).get(index))
            .orElseThrow(() -> new IllegalStateException("an entry without a first one"));
    CheckinOutcome.CheckedIn in = request.checkedIn(checkin.mark(), checkin.type());
    return new CheckinOutcome.Reentered(
        in.checkin(),
        in.type(),
        PassageRow.passage(row, request.list(), request.command().mode()),
        row.item().number(PassageRow.ENTRIES));
  }

  /**
   * Lists the passages of a list that are no check-ins, the latest first. Access pattern 44: a
   * page, and the items with the marks of its tickets.
   */
  public Page<TicketPassage.Shown> list(
      EventDefinition definition, CheckinList list, Mode mode, PageRequest request) {
    Instant deadline = dynamo.deadline();
    Instant now = dynamo.clock().instant();
    SequencePages.Units units =
        pages.page(
            TableSchema.passages(
                definition.event().account(), definition.event().slug(), list.id(), mode),
            request,
            SequencePages.Direction.NEWEST_FIRST,
            deadline);
    Map<Key, Item> marks =
        dynamo.get(
            units.units().stream()
                .map(unit -> PassageRow.marksKey(unit.row().item()))
                .collect(Collectors.toSet()),
            deadline);
    return units.page(
        request,
        unit -> {
          Item row = unit.row().item();
          Comings comings =
              Comings.of(
                  marks.getOrDefault(PassageRow.marksKey(row), new Item()),
                  row.number(ScanItems.TICKET),
                  definition,
                  list,
                  now);
          return new TicketPassage.Shown(
              PassageRow.passage(unit.row(), list, mode),
              comings.isUnexplained(list.number(), unit.row().ordinal()));
        });
  }

  /**
   * Undoes a passage that is no check-in. Access pattern 45: 3 read units, 7 write units. The row
   * stays, marked, so that an old key still gets its answer.
   *
   * @param id of the passage
   */
  public UndoOutcome undo(
      EventDefinition definition, CheckinList list, long id, UndoCommand command) {
    Optional<CheckinMark.RowPosition> place = CheckinMark.place(list, command.mode(), id);
    if (place.isEmpty() || place.get().index() != 0) {
      return UndoOutcome.NOT_FOUND;
    }
    String passages =
        TableSchema.passages(
            definition.event().account(), definition.event().slug(), list.id(), command.mode());
    long ordinal = place.get().ordinal();
    while (true) {
      Item row =
          dynamo.get(TableSchema.row(passages, ordinal), command.deadline()).orElseGet(Item::new);
      if (!row.has(ScanItems.TICKET) || row.has(PassageRow.UNDONE)) {
        return UndoOutcome.NOT_FOUND;
      }
      Instant now = dynamo.clock().instant().truncatedTo(ChronoUnit.MILLIS);
      Instant at = ScanItems.at(row);
      if (!command.mayUndo(row.text(ScanItems.BY), at, now)) {
        return UndoOutcome.NOT_ALLOWED;
      }
      if (undone(definition, list, passages, row, ordinal, command, now)) {
        return UndoOutcome.UNDONE;
      }
    }
  }

  private boolean undone(
      EventDefinition definition,
      CheckinList list,
      String passages,
      Item row,
      long ordinal,
      UndoCommand command,
      Instant now) {
    Key marksKey = PassageRow.marksKey(row);
    long ticket = row.number(ScanItems.TICKET);
    Item marks = dynamo.get(marksKey, command.deadline()).orElseThrow();
    Comings before = Comings.of(marks, ticket, definition, list, now);
    PassageSet left = before.set().without(list.number(), ordinal);
    Tally change = before.with(left).fold().tally().minus(before.fold().tally());
    long note = sequence.reserve(passages, 1, command.deadline());
    Write append =
        Sequence.append(
            new SequenceNote(List.of(), List.of(ordinal), List.of()).row(passages, note));
    Update undone =
        Update.of(row.key())
            .set(PassageRow.UNDONE, true)
            .set(PassageRow.UNDONE_AT, now.toEpochMilli())
            .set(PassageRow.UNDONE_TOKEN, command.tokenId())
            .set(TallyItems.UNDONE_TALLY, TallyItems.item(change))
            .require(lacks(PassageRow.UNDONE));
    if (command.tokenName() != null) {
      undone.set(PassageRow.UNDONE_BY, command.tokenName());
    }
    List<Write> writes =
        List.of(
            Update.of(marksKey)
                .set(PassageSet.name(ticket), left.item())
                .set(UndoTraces.ofPassage(list.id(), ordinal), ticket)
                .require(all(before.unchanged())),
            undone,
            append);
    if (dynamo.transact(writes, command.deadline()).written()) {
      return true;
    }
    sequence.giveUp(passages, note, 1, command.deadline());
    return false;
  }
}
