package io.doorlist.domain.checkin;

import io.doorlist.domain.Worded;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.TicketType;
import io.doorlist.domain.order.Amount;
import io.doorlist.domain.order.DeskNote;
import io.doorlist.door.Reason;
import io.doorlist.door.rules.UnmetRule;
import io.doorlist.door.rules.Zone;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** A door's answer to a scan. A refusal is an answer, not an error. */
public sealed interface CheckinOutcome {
  String ALREADY_CHECKED_IN = "already_checked_in";
  String NOT_ENOUGH_TICKETS = "not_enough_tickets";
  String TOO_MANY_AT_ONCE = "too_many_at_once";
  String UNKNOWN = "unknown";

  /**
   * Returns the word for why nobody is let in. It is empty if somebody is let in, or if nothing was
   * decided.
   */
  default Optional<String> refusalWord() {
    return switch (this) {
      case AlreadyCheckedIn already -> Optional.of(ALREADY_CHECKED_IN);
      case NotEnoughTickets few -> Optional.of(NOT_ENOUGH_TICKETS);
      case TooManyAtOnce many -> Optional.of(TOO_MANY_AT_ONCE);
      case NotAdmissible refused -> Optional.of(refused.reason().word());
      case UnknownQrCode unknown -> Optional.of(UNKNOWN);
      default -> Optional.empty();
    };
  }

  /**
   * Returns whether this is the scan's final answer. If it is not, sending the same scan again may
   * bring another answer.
   */
  default boolean isFinal() {
    return !(this instanceof KeyInUse || this instanceof TooManyUnknownQrCodes);
  }

  /**
   * Returns the id of the refused ticket. It is empty if nobody is refused, or if the code is not a
   * ticket's.
   */
  default Optional<Long> refusedTicket() {
    return switch (this) {
      case AlreadyCheckedIn already -> Optional.of(already.first().ticketId());
      case NotAdmissible refused -> Optional.ofNullable(refused.ticket());
      default -> Optional.empty();
    };
  }

  /** A ticket is in, for the first time or again. */
  sealed interface Admitted extends CheckinOutcome {
    Checkin checkin();

    /** Returns the ticket's type as the event defines it now, or {@code null} if not known. */
    TicketType type();

    /** Returns what the staff should collect, or {@code null} if the ticket has been paid. */
    Unpaid unpaid();

    /** Returns the note about the guest for staff. */
    DeskNote note();

    default Admitted of(Unpaid due, DeskNote guest) {
      return switch (this) {
        case CheckedIn in -> new CheckedIn(in.checkin(), in.type(), in.party(), due, guest);
        case Reentered in ->
            new Reentered(in.checkin(), in.type(), in.passage(), in.entries(), due, guest);
      };
    }
  }

  /**
   * This request checked one ticket in, or an earlier request with the same idempotency key did.
   *
   * @param party whether only this ticket was scanned, though its order has others
   */
  record CheckedIn(Checkin checkin, TicketType type, boolean party, Unpaid unpaid, DeskNote note)
      implements Admitted {
    /** Creates an outcome without a note for staff. */
    public CheckedIn(Checkin checkin, TicketType type, boolean party, Unpaid unpaid) {
      this(checkin, type, party, unpaid, DeskNote.NONE);
    }
  }

  /**
   * All requested tickets of an order are checked in. {@code remaining} says by ticket type how
   * many more may come in here.
   */
  record OrderCheckedIn(List<? extends Admitted> tickets, SortedMap<String, Integer> remaining)
      implements CheckinOutcome {
    public OrderCheckedIn {
      tickets = List.copyOf(tickets);
      remaining = Collections.unmodifiableSortedMap(new TreeMap<>(remaining));
    }

    public List<Checkin> checkins() {
      return tickets.stream().<Checkin>map(Admitted::checkin).toList();
    }
  }

  /**
   * A ticket that came in earlier is let in again. {@code entries} counts its entries to the list's
   * area so far.
   */
  record Reentered(
      Checkin checkin,
      TicketType type,
      RecordedPassage passage,
      long entries,
      Unpaid unpaid,
      DeskNote note)
      implements Admitted {
    /** Creates an outcome without a note for staff. */
    public Reentered(
        Checkin checkin, TicketType type, RecordedPassage passage, long entries, Unpaid unpaid) {
      this(checkin, type, passage, entries, unpaid, DeskNote.NONE);
    }
  }

  /**
   * A ticket has not been paid. {@code cents} is what its order costs, or {@code null} if a part
   * has been paid.
   */
  record Unpaid(Long cents) {}

  /**
   * An exit of a ticket was recorded. {@code minutesInside} is {@code null} if the ticket was not
   * inside.
   */
  record CheckedOut(
      RecordedPassage passage,
      boolean wasInside,
      Long minutesInside,
      String ticketName,
      String ticketType)
      implements CheckinOutcome {}

  /**
   * Exits were recorded for all tickets of an order that were known to be inside, or for one ticket
   * if none was known to be inside.
   */
  record OrderCheckedOut(List<CheckedOut> tickets) implements CheckinOutcome {
    public OrderCheckedOut {
      tickets = List.copyOf(tickets);
    }
  }

  /**
   * An earlier scan let the ticket in here.
   *
   * @param sameToken whether the first scan had the same token, so this is more likely a retry than
   *     a second visitor
   * @param inside where the ticket is inside, or {@code null} if its list has no area and no
   *     re-entry
   * @param note what staff should know of the guest
   */
  record AlreadyCheckedIn(
      Checkin first, long secondsSince, boolean sameToken, Inside inside, DeskNote note)
      implements CheckinOutcome {
    /** Creates an outcome without a note for staff. */
    public AlreadyCheckedIn(Checkin first, long secondsSince, boolean sameToken, Inside inside) {
      this(first, secondsSince, sameToken, inside, DeskNote.NONE);
    }

    public AlreadyCheckedIn of(DeskNote guest) {
      return new AlreadyCheckedIn(first, secondsSince, sameToken, inside, guest);
    }
  }

  record Inside(CheckinList list, Instant since) {}

  /**
   * The order has fewer tickets left than requested, so nobody was let in. {@code remaining} says
   * by type how many are left.
   */
  record NotEnoughTickets(SortedMap<String, Integer> remaining) implements CheckinOutcome {
    public NotEnoughTickets {
      remaining = Collections.unmodifiableSortedMap(new TreeMap<>(remaining));
    }
  }

  /**
   * The request asked for more tickets of the order than one request can let in, so nobody was let
   * in.
   *
   * @param atOnce how many tickets of each type one request can let in
   */
  record TooManyAtOnce(SortedMap<String, Integer> atOnce) implements CheckinOutcome {
    public TooManyAtOnce {
      atOnce = Collections.unmodifiableSortedMap(new TreeMap<>(atOnce));
    }
  }

  /**
   * The door refuses the ticket or the order at this list, at this time.
   *
   * @param admittedOn for {@link Reason#WRONG_LIST}, the lists of the event that would let it in;
   *     empty otherwise
   * @param limit for {@link Reason#TOO_EARLY} and {@link Reason#TOO_LATE}, the time that decided;
   *     {@code null} otherwise
   * @param explanation for {@code RULES}, what the rules want; {@code null} otherwise
   * @param ticket id of the ticket, or {@code null} for the code of an order
   * @param note what staff should know of the guest
   * @param due what a desk must collect before the door lets the guest in, or {@code null} if
   *     nothing
   */
  record NotAdmissible(
      Reason reason,
      List<CheckinList> admittedOn,
      Limit limit,
      Explanation explanation,
      Long ticket,
      DeskNote note,
      Amount due)
      implements CheckinOutcome {
    public NotAdmissible {
      admittedOn = List.copyOf(admittedOn);
    }

    /** Creates an outcome without a note for staff. */
    public NotAdmissible(
        Reason reason,
        List<CheckinList> admittedOn,
        Limit limit,
        Explanation explanation,
        Long ticket) {
      this(reason, admittedOn, limit, explanation, ticket, DeskNote.NONE, null);
    }

    public NotAdmissible(Reason reason, List<CheckinList> admittedOn, Limit limit) {
      this(reason, admittedOn, limit, null, null);
    }

    public NotAdmissible of(long id) {
      return new NotAdmissible(reason, admittedOn, limit, explanation, id, note, due);
    }

    public NotAdmissible of(DeskNote guest) {
      return new NotAdmissible(reason, admittedOn, limit, explanation, ticket, guest, due);
    }

    /**
     * Returns the refusal with the amount to collect, if the reason is that the order is not
     * confirmed.
     */
    public NotAdmissible unpaid(Amount amount) {
      return reason == Reason.ORDER_NOT_CONFIRMED
          ? new NotAdmissible(reason, admittedOn, limit, explanation, ticket, note, amount)
          : this;
    }

    public NotAdmissible(Reason reason, List<CheckinList> admittedOn) {
      this(reason, admittedOn, null);
    }
  }

  /**
   * Why the shop's rules do not let somebody in.
   *
   * @param zone the clock at the event's place
   * @param scanned when the code was scanned, in epoch seconds
   */
  record Explanation(List<UnmetRule> unmetRules, Zone zone, long scanned) {
    public Explanation {
      unmetRules = List.copyOf(unmetRules);
    }
  }

  record Limit(LimitKind kind, Instant at) {}

  /** Which limit a time is. The first two are limits of the ticket, and the others of the list. */
  enum LimitKind implements Worded {
    VALID_FROM,
    VALID_UNTIL,
    OPENS_AT,
    CLOSES_AT;
  }

  /** No ticket or order of the event has this code, in the token's mode. */
  record UnknownQrCode() implements CheckinOutcome {}

  /** No ticket or order of the event has this code, and the token tried too many such codes. */
  record TooManyUnknownQrCodes(long retryAfterSeconds) implements CheckinOutcome {}

  /** The device let somebody in whom the door refuses. The admission is recorded all the same. */
  record AdmittedAgain(CheckinOutcome refusal, boolean repeated) implements CheckinOutcome {}

  record KeyInUse() implements CheckinOutcome {}

  /** The scan was withdrawn, so nothing that arrives about it later counts. */
  record Withdrawn() implements CheckinOutcome {}

  record KeyReused() implements CheckinOutcome {}
}
