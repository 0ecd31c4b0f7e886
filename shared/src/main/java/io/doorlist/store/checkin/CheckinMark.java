package io.doorlist.store.checkin;

import io.doorlist.domain.Checkin;
import io.doorlist.domain.CheckinCommand;
import io.doorlist.domain.CheckinList;
import io.doorlist.domain.Mode;
import io.doorlist.store.order.OrderItems;
import io.doorlist.store.sequence.SequencePages;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.store.table.Item;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A check-in as it is kept, twice: as the mark on the ticket's door, and as a row of the list's
 * check-ins. Both are written in one transaction, and never change after it, but that the name is
 * taken out of both when its person is forgotten.
 *
 * @param ordinal of the row
 * @param index among the row's units
 * @param tokenId who asked
 * @param scannedAt what the device said, or {@code null}
 */
public record CheckinMark(
    long ordinal,
    int index,
    long ticketId,
    String reference,
    String name,
    Instant at,
    String tokenId,
    boolean online,
    boolean qrCodeScanned,
    Instant scannedAt,
    boolean clockSkew) {
  /** Most check-ins that one row holds: a page never reads much more than it shows. */
  static final int MOST_IN_ROW = 64;

  /** The tickets of a row. */
  public static final String TICKETS = "tickets";

  /** The attendee's name, in a mark and in a row's ticket. */
  public static final String NAME = "name";

  private static final int LIST_LIMIT = 1 << 20;
  private static final int ORDINAL_LIMIT = 1 << 26;

  /** Makes what a command does for a ticket. */
  static CheckinMark of(
      Admission ticket, long ordinal, int index, CheckinCommand command, Instant now) {
    return new CheckinMark(
        ordinal,
        index,
        ticket.ticketId(),
        ticket.reference(),
        ticket.name(),
        now,
        command.tokenId(),
        command.online(),
        command.qrCodeScanned(),
        command.scannedAt(),
        command.clockSkew(now));
  }

  static CheckinMark of(long ticket, Item mark) {
    return of((int) mark.number("index"), mark.number("ordinal"), mark, mark, ticket);
  }

  /** Reads one of the check-ins that a row holds. */
  static CheckinMark of(SequencePages.Unit unit) {
    Item row = unit.row().item();
    Item ticket = row.list(TICKETS, value -> new Item(value.m())).get(unit.index());
    return of(unit.index(), unit.row().ordinal(), row, ticket, ticket.number(OrderItems.ID));
  }

  /** Reads all check-ins that a row holds; none from a row of no units. */
  static List<CheckinMark> of(SequenceRow row) {
    List<CheckinMark> checkins = new ArrayList<>();
    for (int index = 0; index < row.units(); index++) {
      checkins.add(of(new SequencePages.Unit(row, index)));
    }
    return checkins;
  }

  private static CheckinMark of(int index, long ordinal, Item common, Item ticket, long ticketId) {
    return new CheckinMark(
        ordinal,
        index,
        ticketId,
        ticket.text("reference"),
        ticket.text(NAME),
        Instant.ofEpochMilli(common.number("at")),
        common.text("by"),
        common.flag("online"),
        common.flag("scanned"),
        common.has("scanned_at") ? Instant.ofEpochMilli(common.number("scanned_at")) : null,
        common.flag("skew"));
  }

  /** Returns the mark for the ticket's door. */
  Item mark() {
    return ticket(common(new Item().put("ordinal", ordinal).put("index", (long) index)));
  }

  /** Returns the row that holds these check-ins, which one command made. */
  public static Item row(String sequence, List<CheckinMark> checkins) {
    CheckinMark first = checkins.getFirst();
    return first
        .common(SequenceRow.row(sequence, first.ordinal, checkins.size()))
        .put(
            TICKETS,
            checkins,
            checkin -> checkin.ticket(new Item().put(OrderItems.ID, checkin.ticketId)).value());
  }

  private Item common(Item item) {
    return item.put("at", at.toEpochMilli())
        .put("by", tokenId)
        .put("online", online)
        .put("scanned", qrCodeScanned)
        .put("scanned_at", scannedAt == null ? null : scannedAt.toEpochMilli())
        .put("skew", clockSkew ? Boolean.TRUE : null);
  }

  private Item ticket(Item item) {
    return item.put("reference", reference).put(NAME, name);
  }

  /** Spreads check-ins over rows: the row at {@code first}, the one after it, and so on. */
  static List<CheckinMark> spread(
      List<Admission> tickets, long first, CheckinCommand command, Instant now) {
    List<CheckinMark> checkins = new ArrayList<>(tickets.size());
    for (int i = 0; i < tickets.size(); i++) {
      long ordinal = first + i / MOST_IN_ROW;
      checkins.add(of(tickets.get(i), ordinal, i % MOST_IN_ROW, command, now));
    }
    return checkins;
  }

  /** Returns how many rows hold this many check-ins. */
  static int rows(int checkins) {
    return (checkins + MOST_IN_ROW - 1) / MOST_IN_ROW;
  }

  /**
   * Returns the check-in as clients see it. Its id is made of the list's number, the mode, the
   * ordinal and the index, so it is unique in the account without a counter of its own.
   */
  Checkin checkin(CheckinList list, Mode mode) {
    if (list.number() >= LIST_LIMIT || ordinal >= ORDINAL_LIMIT) {
      throw new IllegalStateException("more lists or check-ins than ids have room for");
    }
    long door = list.number() * 2 + mode.ordinal();
    long id = (door * ORDINAL_LIMIT + ordinal) * MOST_IN_ROW + index;
    return new Checkin(id, ticketId, reference, name, at, qrCodeScanned, online, clockSkew);
  }
}
