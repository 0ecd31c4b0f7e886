package io.doorlist.store.checkin;

import io.doorlist.domain.CheckinCommand;
import io.doorlist.domain.CheckinList;
import io.doorlist.domain.Mode;
import io.doorlist.domain.Worded;
import io.doorlist.door.CodeFacts;
import io.doorlist.door.CodeFacts.OrderStatus;
import io.doorlist.door.Window;
import io.doorlist.store.order.OrderItems;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema.Key;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * A ticket at a door, as {@link AdmissionItems} describes it.
 *
 * @param qr the item of its code
 * @param door the item that has its facts and marks: the same, or one that it shares
 */
record Admission(Item qr, Item door) {
  /** Returns the admission of a ticket whose door is the item of its code. */
  static Admission own(Item qr) {
    return new Admission(qr, qr);
  }

  long ticketId() {
    return qr.number(OrderItems.ID);
  }

  String reference() {
    return qr.text(AdmissionItems.REFERENCE);
  }

  /**
   * Returns the attendee's name, or {@code null}. It is kept next to the marks, so that no check-in
   * brings back a name that has been erased.
   */
  String name() {
    return facts().text(AdmissionItems.NAME);
  }

  Mode mode() {
    return Worded.read(Mode.class, qr.text(AdmissionItems.MODE));
  }

  String ticketType() {
    return facts().text(AdmissionItems.TYPE);
  }

  /** Returns the date of a series that the ticket is for, or {@code null}. */
  String seriesDate() {
    return facts().text(AdmissionItems.SERIES_DATE);
  }

  /** Returns the facts from which the check-in rule decides at a list. */
  CodeFacts facts(CheckinList list) {
    if (qr.flag(AdmissionItems.REVOKED)) {
      return new CodeFacts.RevokedCode();
    }
    String state = facts().text(AdmissionItems.STATE);
    return new CodeFacts.TicketCode(
        mark(list.id()).map(mark -> mark.at().getEpochSecond()).orElse(CodeFacts.TicketCode.NOT_IN),
        list.admits(ticketType(), seriesDate()),
        state.equals(AdmissionItems.VOID),
        state.equals(AdmissionItems.BLOCKED),
        switch (state) {
          case AdmissionItems.PENDING -> OrderStatus.PENDING;
          case AdmissionItems.NOT_CONFIRMED -> OrderStatus.CANCELLED;
          default -> OrderStatus.CONFIRMED;
        },
        false,
        window());
  }

  private Window window() {
    Long from = facts().numberOrNull(AdmissionItems.FROM);
    Long until = facts().numberOrNull(AdmissionItems.UNTIL);
    return new Window(
        from == null ? Window.OPEN_START : from, until == null ? Window.OPEN_END : until);
  }

  private Item facts() {
    if (door == qr) {
      return door;
    }
    Item shared = door.map(AdmissionItems.facts(ticketId()));
    return shared.isEmpty() ? door : shared;
  }

  /** Returns the ticket's mark on a list, or empty if it is not checked in there. */
  Optional<CheckinMark> mark(long list) {
    Item marks = door.map(AdmissionItems.MARKS);
    String name = AdmissionItems.mark(list, ticketId());
    return marks.has(name)
        ? Optional.of(CheckinMark.of(ticketId(), marks.map(name)))
        : Optional.empty();
  }

  /** Returns the other lists that the ticket is checked in on. */
  Set<Long> otherLists(long list) {
    return AdmissionItems.otherLists(door, ticketId(), list);
  }

  /** Returns the mark that a command makes for the ticket. */
  CheckinMark checkIn(long ordinal, int index, CheckinCommand command, Instant now) {
    return new CheckinMark(
        ordinal,
        index,
        ticketId(),
        reference(),
        name(),
        now,
        command.tokenId(),
        command.tokenName(),
        command.online(),
        command.qrCodeScanned(),
        command.scannedAt(),
        command.clockSkew(now));
  }

  Key doorKey() {
    return door.key();
  }

  long doorVersion() {
    return door.number(AdmissionItems.VERSION);
  }

  /** Returns the order that the ticket is in. */
  long order() {
    return AdmissionItems.orderOf(qr);
  }
}
