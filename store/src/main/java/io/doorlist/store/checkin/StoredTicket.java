package io.doorlist.store.checkin;

import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.ListRules;
import io.doorlist.domain.order.Amount;
import io.doorlist.domain.order.DeskNote;
import io.doorlist.door.CodeFacts;
import io.doorlist.door.rules.ListRule.Guest;
import io.doorlist.door.rules.PastEntries;
import io.doorlist.store.checkin.ticket.CheckinMark;
import io.doorlist.store.checkin.ticket.CodeItems;
import io.doorlist.store.checkin.ticket.ScanAttributes;
import io.doorlist.store.order.NoteItems;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * A ticket as the table has it, found by the item of its code ({@link CodeItems}).
 *
 * @param code the item of its code
 * @param marks the item that has its facts and marks: the item of its code, or an item that it
 *     shares with other tickets
 */
public record StoredTicket(Item code, Item marks) {
  public long ticketId() {
    return code.number(ScanAttributes.ID);
  }

  String reference() {
    return code.text(ScanAttributes.REFERENCE);
  }

  /**
   * Returns the attendee's name, or {@code null}. The name is kept next to the marks, so that no
   * check-in brings back an erased name.
   */
  String name() {
    return facts().text(CodeItems.NAME);
  }

  String ticketType() {
    return facts().text(ScanAttributes.TYPE);
  }

  String seriesDate() {
    return facts().text(CodeItems.SERIES_DATE);
  }

  CodeFacts facts(CheckinList list, long inSince, PastEntries history) {
    if (code.flag(CodeItems.REVOKED)) {
      return new CodeFacts.RevokedCode();
    }
    String state = facts().text(CodeItems.STATE);
    return new CodeFacts.TicketCode(
        inSince,
        list.admits(ticketType(), seriesDate()),
        state.equals(CodeItems.VOID),
        state.equals(CodeItems.BLOCKED),
        orderStatus(state),
        CodeItems.window(
            facts().numberOrNull(CodeItems.FROM), facts().numberOrNull(CodeItems.UNTIL)),
        new Guest(
            ticketType(), seriesDate() == null ? ListRules.THE_EVENT : seriesDate(), history));
  }

  /** Returns the status of an order from the state by which a door decides. */
  static CodeFacts.OrderStatus orderStatus(String state) {
    return switch (state) {
      case CodeItems.PENDING -> CodeFacts.OrderStatus.PENDING;
      case CodeItems.NOT_CONFIRMED -> CodeFacts.OrderStatus.CANCELLED;
      default -> CodeFacts.OrderStatus.CONFIRMED;
    };
  }

  /** Returns whether the order has other tickets. */
  boolean hasParty() {
    return code.flag(CodeItems.PARTY);
  }

  /** Returns whether a desk added the guest. */
  boolean isAdded() {
    return code.flag(CodeItems.ADDED);
  }

  /** Returns what staff must know about a ticket that is not paid; empty if it is paid. */
  Optional<CheckinOutcome.Unpaid> unpaid() {
    return CodeItems.PENDING.equals(facts().text(CodeItems.STATE))
        ? Optional.of(new CheckinOutcome.Unpaid(facts().numberOrNull(CodeItems.DUE)))
        : Optional.empty();
  }

  /** Returns what a desk must collect before the door lets the ticket in, or {@code null}. */
  Amount due(Event event) {
    return CodeItems.due(facts(), event);
  }

  /** Returns what staff should know about the guest. It is kept like {@link #name}. */
  DeskNote note() {
    return NoteItems.of(facts());
  }

  /**
   * Returns the answer to a scan with what staff must know about the ticket. If the door refuses a
   * guest whom the device has let in, nothing is added, as the guest has already gone on.
   */
  CheckinOutcome noted(CheckinOutcome outcome) {
    return switch (outcome) {
      case CheckinOutcome.Admitted in -> noted(in);
      case CheckinOutcome.AlreadyCheckedIn already -> already.of(note());
      case CheckinOutcome.NotAdmissible refused -> refused.of(note());
      default -> outcome;
    };
  }

  CheckinOutcome.Admitted noted(CheckinOutcome.Admitted in) {
    return in.of(unpaid().orElse(null), note());
  }

  private Item facts() {
    if (marks == code) {
      return marks;
    }
    Item shared = marks.map(CodeItems.facts(ticketId()));
    return shared.isEmpty() ? marks : shared;
  }

  Optional<CheckinMark> mark(long list) {
    return CodeItems.mark(marks, list, ticketId());
  }

  Set<Long> otherLists(long list) {
    return CodeItems.otherLists(marks, ticketId(), list);
  }

  CheckinMark checkIn(long ordinal, int index, Scan scan, Instant now, Instant doorTime) {
    return new CheckinMark(
        ordinal,
        index,
        ticketId(),
        reference(),
        name(),
        now,
        scan.tokenId(),
        scan.tokenName(),
        scan.gate(),
        scan.online(),
        scan.qrCodeScanned(),
        scan.scannedAt(),
        scan.clockSkew(now),
        doorTime,
        false);
  }

  Key marksKey() {
    return marks.key();
  }

  long marksVersion() {
    return marks.number(CodeItems.VERSION);
  }
}
