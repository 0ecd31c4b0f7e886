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

  /** The same: its index in that row. */
  public static final String INDEX = "index";

  /** How many entries the ticket had then, this one included. */
  public static final String ENTRIES = "entries";

  static final String WAS_INSIDE = "was_inside";
  public static final String MINUTES = "minutes";
  public static final String UNDONE = "undone";
  public static final String UNDONE_AT = "undone_at";
  public static final String UNDONE_BY = "undone_by_name";
  public static final String TICKET = "ticket";
  public static final String TICKET_TYPE = "type";
  public static final String BY = "by";
  public static final String AT = "at";
  public static final String EXIT = "exit";
  private static final String RULE = "rule";
  private static final String MARKS_PK = "marks_pk";
  private static final String MARKS_SK = "marks_sk";

  private PassageRow() {}

  /** Writes a row. */
  public static Item row(
      CheckinRequest request,
      ScannedTicket ticket,
      long ordinal,
      Passage passage,
      Tally change,
      Instant now) {
    CheckinCommand command = request.command();
    return SequenceRow.row(request.passages(), ordinal, 1)
        .put(EXIT, passage.exit() ? Boolean.TRUE : null)
        .put(TICKET, ticket.ticketId())
        .put("reference", ticket.reference())
        .put(TICKET_TYPE, ticket.ticketType())
        .put(AT, now.toEpochMilli())
        .put(BY, command.tokenId())
        .put("by_name", command.tokenName())
        .put(CheckinMark.GATE, command.gate())
        .put("online", command.online())
        .put(
            "scanned_at",
            command.scannedAt() == null ? null : (Long) command.scannedAt().toEpochMilli())
        .put(CheckinMark.DOOR_TIME, passage.at())
        .put(RULE, (long) passage.reentry().ordinal())
        .put(CheckinMark.TALLY, TallyItems.item(change))
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
                item.number(TICKET),
                new Passage(
                    item.number(CheckinMark.DOOR_TIME),
                    Comings.tie(item.text(BY)),
                    item.flag(EXIT),
                    Reentry.values()[(int) item.number(RULE)])));
  }

  /** Returns what webhook events show of a row. */
  public static Change.PassageMade made(Item row) {
    return new Change.PassageMade(
        row.flag(EXIT),
        Instant.ofEpochMilli(row.number(AT)),
        row.has("scanned_at") ? Instant.ofEpochMilli(row.number("scanned_at")) : null,
        row.text("by_name"));
  }

  /** Reads a row. */
  public static TicketPassage passage(SequenceRow row, CheckinList list, Mode mode) {
    Item item = row.item();
    return new TicketPassage(
        CheckinMark.id(list, mode, row.ordinal(), 0),
        item.flag(EXIT),
        item.number(TICKET),
        item.text("reference"),
        Instant.ofEpochMilli(item.number(AT)),
        item.has("scanned_at") ? Instant.ofEpochMilli(item.number("scanned_at")) : null,
        item.text("by_name"),
        Instant.ofEpochMilli(item.number(CheckinMark.DOOR_TIME)),
        item.flag("online"),
        item.flag(UNDONE));
  }
}
