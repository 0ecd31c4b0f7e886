package io.doorlist.store.checkin.history;

import io.doorlist.domain.Mode;
import io.doorlist.domain.Worded;
import io.doorlist.domain.checkin.TicketPassage;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.store.checkin.passage.PassageRow;
import io.doorlist.store.checkin.ticket.CheckinMark;
import io.doorlist.store.checkin.ticket.ScanItems;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.store.table.Item;
import java.time.Instant;

/**
 * One thing that happened at a door. It holds no name of a guest.
 *
 * @param id of the check-in or passage, or of what was undone, as the API has it
 * @param reference the ticket's, or {@code null} if the code was unknown
 * @param ticketType slug, or {@code null}
 * @param phone the name of the token that scanned or undid, or {@code null}
 * @param gate the shop's number of the gate at which it scanned, or {@code null}
 * @param at door time: when it happened, by the server's clock
 * @param createdAt when the server took it
 * @param scannedAt when the device said it scanned, or {@code null}
 * @param online whether the server decided; {@code null} for an undo
 * @param explained whether it fits the ticket's other passages in the area as they are known now;
 *     {@code null} for what is undone, an undo, and a double admission
 * @param undone whether it was undone later
 * @param reason why a double admission is one, or {@code null}
 */
public record Happening(
    Kind kind,
    long id,
    CheckinList list,
    String reference,
    String ticketType,
    String phone,
    Long gate,
    Instant at,
    Instant createdAt,
    Instant scannedAt,
    Boolean online,
    Boolean explained,
    boolean undone,
    String reason) {
  /** The kinds of things that happen. */
  public enum Kind implements Worded {
    /** A ticket's first entry on a list. */
    CHECK_IN,
    /** A later entry. */
    ENTRY,
    /** An exit. */
    EXIT,
    /** Somebody undid a check-in or passage. */
    UNDO,
    /** A device let somebody in whom the door refuses. */
    DOUBLE_ADMISSION
  }

  static Happening checkin(CheckinList list, Mode mode, CheckinMark.InRow checkin) {
    CheckinMark mark = checkin.mark();
    return new Happening(
        Kind.CHECK_IN,
        CheckinMark.id(list, mode, mark.ordinal(), mark.index()),
        list,
        mark.reference(),
        checkin.type(),
        mark.tokenName(),
        mark.gate(),
        mark.doorTime(),
        mark.at(),
        mark.scannedAt(),
        mark.online(),
        null,
        checkin.undone(),
        null);
  }

  static Happening passage(CheckinList list, Mode mode, SequenceRow row) {
    TicketPassage passage = PassageRow.passage(row, list, mode);
    return new Happening(
        passage.exit() ? Kind.EXIT : Kind.ENTRY,
        passage.id(),
        list,
        passage.ticketReference(),
        row.item().text(ScanItems.TYPE),
        passage.scannedBy(),
        row.item().numberOrNull(ScanItems.GATE),
        passage.at(),
        passage.createdAt(),
        passage.scannedAt(),
        passage.online(),
        null,
        passage.undone(),
        null);
  }

  static Happening doubleAdmission(CheckinList list, Mode mode, SequenceRow row) {
    Item item = row.item();
    Instant at = ScanItems.at(item);
    Instant scanned = ScanItems.scannedAt(item);
    return new Happening(
        Kind.DOUBLE_ADMISSION,
        CheckinMark.id(list, mode, row.ordinal(), 0),
        list,
        item.text(ScanItems.REFERENCE),
        item.text(ScanItems.TYPE),
        item.text(ScanItems.BY_NAME),
        item.numberOrNull(ScanItems.GATE),
        scanned == null || scanned.isAfter(at) ? at : scanned,
        at,
        scanned,
        false,
        null,
        false,
        item.text(ScanItems.REASON));
  }

  Happening undo(Instant when, String by) {
    return new Happening(
        Kind.UNDO,
        id,
        list,
        reference,
        ticketType,
        by,
        null,
        when,
        when,
        null,
        null,
        null,
        false,
        null);
  }

  /** Returns the same with these words, and whether it is explained. */
  Happening with(String type, String by, String why, Boolean fits) {
    return new Happening(
        kind, id, list, reference, type, by, gate, at, createdAt, scannedAt, online, fits, undone,
        why);
  }
}
