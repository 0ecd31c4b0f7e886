package io.doorlist.store.checkin.passage;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.CheckinCommand;
import io.doorlist.domain.checkin.TicketPassage;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.webhook.Change;
import io.doorlist.door.CopiedPassage;
import io.doorlist.door.Passage;
import io.doorlist.door.Reentry;
import io.doorlist.door.Tally;
import io.doorlist.store.checkin.request.CheckinRequest;
import io.doorlist.store.checkin.request.ScannedTicket;
import io.doorlist.store.checkin.ticket.CheckinMark;
import io.doorlist.store.checkin.ticket.Comings;
import io.doorlist.store.checkin.ticket.ScanItems;
import io.doorlist.store.checkin.ticket.TallyItems;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema.Key;
import java.time.Instant;
import java.util.Optional;

/** A passage as a row of its list's passages; it holds no name. */
public final class PassageRow {
  /** The first check-in of a ticket that came in again: the ordinal of its row. */
  public static final String FIRST = "first";

  /** How many entries the ticket had then, this one included. */
  public static final String ENTRIES = "entries";

  static final String WAS_INSIDE = "was_inside";
  public static final String MINUTES = "minutes";
  public static final String UNDONE = "undone";
  public static final String UNDONE_AT = "undone_at";
  public static final String UNDONE_TOKEN = "undone_by";
  public static final String UNDONE_BY = "undone_by_name";
  public static final String EXIT = "exit";
  private static final String RULE = "rule";
  private static final String MARKS_PK = "marks_pk";
  private static final String MARKS_SK = "marks_sk";

  private PassageRow() {}

  public static Item row(
      CheckinRequest request,
      ScannedTicket ticket,
      long ordinal,
      Passage passage,
      Tally change,
      Instant now) {
    CheckinCommand command = request.command();
    Item row = SequenceRow.row(request.passages(), ordinal, 1);
    return ScanItems.put(row, command, now)
        .put(EXIT, passage.exit() ? Boolean.TRUE : null)
        .put(ScanItems.TICKET, ticket.ticketId())
        .put(ScanItems.REFERENCE, ticket.reference())
        .put(ScanItems.TYPE, ticket.ticketType())
        .put(ScanItems.ONLINE, command.online())
        .put(ScanItems.DOOR_TIME, passage.at())
        .put(RULE, (long) passage.reentry().ordinal())
        .put(TallyItems.TALLY, TallyItems.item(change))
        .put(MARKS_PK, ticket.marksKey().pk())
        .put(MARKS_SK, ticket.marksKey().sk());
  }

  /** Returns the key of the item that has the ticket's marks. */
  public static Key marksKey(Item row) {
    return new Key(row.text(MARKS_PK), row.text(MARKS_SK));
  }

  /** Returns a row's passage for copies; empty if it was undone or the row is a void. */
  public static Optional<CopiedPassage> copied(SequenceRow row) {
    Item item = row.item();
    return row.units() == 0 || item.flag(UNDONE)
        ? Optional.empty()
        : Optional.of(
            new CopiedPassage(
                row.ordinal(),
                item.number(ScanItems.TICKET),
                new Passage(
                    item.number(ScanItems.DOOR_TIME),
                    Comings.tie(item.text(ScanItems.BY)),
                    item.flag(EXIT),
                    Reentry.values()[(int) item.number(RULE)])));
  }

  /**
   * Returns what a row of a list's passages tells others; empty for an entry of somebody who was
   * inside, which is a double admission and told as one.
   */
  public static Optional<Change.PassageMade> told(Item row) {
    boolean exit = row.flag(EXIT);
    boolean fits = exit || TallyItems.tally(row.map(TallyItems.TALLY)).unexplainedEntries() <= 0;
    return fits
        ? Optional.of(
            new Change.PassageMade(
                exit, ScanItems.at(row), ScanItems.scannedAt(row), row.text(ScanItems.BY_NAME)))
        : Optional.empty();
  }

  public static TicketPassage passage(SequenceRow row, CheckinList list, Mode mode) {
    Item item = row.item();
    return new TicketPassage(
        CheckinMark.id(list, mode, row.ordinal(), 0),
        item.flag(EXIT),
        item.number(ScanItems.TICKET),
        item.text(ScanItems.REFERENCE),
        ScanItems.at(item),
        ScanItems.scannedAt(item),
        item.text(ScanItems.BY_NAME),
        ScanItems.time(item, ScanItems.DOOR_TIME),
        item.flag(ScanItems.ONLINE),
        item.flag(UNDONE));
  }
}
