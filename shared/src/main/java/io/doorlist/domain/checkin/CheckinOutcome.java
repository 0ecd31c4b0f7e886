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

  /** Returns the word for why nobody is let in; empty if somebody is, or nothing was decided. */
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
   * Returns whether this is the scan's final answer. If not, the same scan may have another one
   * when it is sent again.
   */
  default boolean isFinal() {
    return !(this instanceof KeyInUse || this instanceof TooManyUnknownQrCodes);
  }

  /**
   * Returns the id of the ticket that is refused; empty if nobody is, or the code is not a
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

    /** Returns what the staff should collect, or {@code null} if the ticket is paid. */
    Unpaid unpaid();

    /** Returns what staff should know of the guest. */
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
   * One ticket is in, by this request or by an earlier one with the same idempotency key.
   *
   * @param party whether the ticket was scanned alone and its order had others
   */
  record CheckedIn(Checkin checkin, TicketType type, boolean party, Unpaid unpaid, DeskNote note)
      implements Admitted {
    /** Creates one without a note on the guest for staff. */
    public CheckedIn(Checkin checkin, TicketType type, boolean party, Unpaid unpaid) {
      this(checkin, type, party, unpaid, DeskNote.NONE);
    }
  }

  /**
   * All requested tickets of an order are in. {@code remaining} is how many more may come in here,
   * by ticket type.
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
   * A ticket that was in before is let in again. {@code entries} are its entries in the list's area
   * so far.
   */
  record Reentered(
      Checkin checkin,
      TicketType type,
      RecordedPassage passage,
      long entries,
      Unpaid unpaid,
      DeskNote note)
      implements Admitted {
    /** Creates one without a note on the guest for staff. */
    public Reentered(
        Checkin checkin, TicketType type, RecordedPassage passage, long entries, Unpaid unpaid) {
      this(checkin, type, passage, entries, unpaid, DeskNote.NONE);
    }
  }

  /** A ticket is not paid: what its order costs, in cents, or {@code null} if a part is paid. */
  record Unpaid(Long cents) {}

  /** A ticket is out; {@code minutesInside} is {@code null} if it was not inside. */
  record CheckedOut(
      RecordedPassage passage,
      boolean wasInside,
      Long minutesInside,
      String ticketName,
      String ticketType)
      implements CheckinOutcome {}

  /** All tickets of an order that were known to be inside are out; if none was, one ticket is. */
  record OrderCheckedOut(List<CheckedOut> tickets) implements CheckinOutcome {
    public OrderCheckedOut {
      tickets = List.copyOf(tickets);
    }
  }

  /**
   * An earlier scan let the ticket in here.
   *
   * @param sameToken whether the same token asked then: likely a retry rather than a second visitor
   * @param inside where the ticket is inside, or {@code null} if its list has no area and lets
   *     nobody in again
   * @param note what staff should know of the guest
   */
  record AlreadyCheckedIn(
      Checkin first, long secondsSince, boolean sameToken, Inside inside, DeskNote note)
      implements CheckinOutcome {
    /** Creates one without a note on the guest for staff. */
    public AlreadyCheckedIn(Checkin first, long secondsSince, boolean sameToken, Inside inside) {
      this(first, secondsSince, sameToken, inside, DeskNote.NONE);
    }

    public AlreadyCheckedIn of(DeskNote guest) {
      return new AlreadyCheckedIn(first, secondsSince, sameToken, inside, guest);
    }
  }

  record Inside(CheckinList list, Instant since) {}

  /** The order has fewer tickets left than requested, by ticket type; nobody was let in. */
  record NotEnoughTickets(SortedMap<String, Integer> remaining) implements CheckinOutcome {
    public NotEnoughTickets {
      remaining = Collections.unmodifiableSortedMap(new TreeMap<>(remaining));
    }
  }

  /**
   * So many tickets of the order cannot be let in at once; nobody was.
   *
   * @param atOnce how many of each type can
   */
  record TooManyAtOnce(SortedMap<String, Integer> atOnce) implements CheckinOutcome {
    public TooManyAtOnce {
      atOnce = Collections.unmodifiableSortedMap(new TreeMap<>(atOnce));
    }
  }

  /**
   * The ticket, or the order, is not admissible here and now.
   *
   * @param admittedOn for {@link Reason#WRONG_LIST}, the lists of the event that would; empty
   *     otherwise
   * @param limit for {@link Reason#TOO_EARLY} and {@link Reason#TOO_LATE}, what decided; {@code
   *     null} otherwise
   * @param explanation for {@code RULES}, what they want; {@code null} otherwise
   * @param ticket id of the ticket, or {@code null} for the code of an order
   * @param note what staff should know of the guest
   * @param due what a desk has to collect before the door lets the guest in; {@code null} if
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

    /** Creates one without a note on the guest for staff. */
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

    /** Returns the same refusal with what a desk has to collect, if that is its reason. */
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
   * @param zone the event's clocks
   * @param scanned when the code was scanned, in epoch seconds
   */
  record Explanation(List<UnmetRule> unmetRules, Zone zone, long scanned) {
    public Explanation {
      unmetRules = List.copyOf(unmetRules);
    }
  }

  record Limit(LimitKind kind, Instant at) {}

  /** Where the time is from: the ticket or the list. */
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

  /** The door refuses somebody whom the device has already let in; that is recorded. */
  record AdmittedAgain(CheckinOutcome refusal, boolean repeated) implements CheckinOutcome {}

  record KeyInUse() implements CheckinOutcome {}

  /** The scan was withdrawn: whatever arrives of it afterwards counts for nothing. */
  record Withdrawn() implements CheckinOutcome {}

  record KeyReused() implements CheckinOutcome {}
}
