package io.doorlist.domain.checkin;

import io.doorlist.domain.Worded;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.TicketType;
import io.doorlist.door.Reason;
import io.doorlist.door.rules.Miss;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** A door's answer to a scan. A refusal is an answer, not an error. */
public sealed interface CheckinOutcome {
  /** The word for {@link AlreadyCheckedIn}. */
  String ALREADY_CHECKED_IN = "already_checked_in";

  /** The word for {@link NotEnoughTickets}. */
  String NOT_ENOUGH_TICKETS = "not_enough_tickets";

  /** The word for {@link UnknownQrCode}. */
  String UNKNOWN = "unknown";

  /** Returns the word for why nobody is let in; empty if somebody is, or nothing was decided. */
  default Optional<String> refusalWord() {
    return switch (this) {
      case AlreadyCheckedIn already -> Optional.of(ALREADY_CHECKED_IN);
      case NotEnoughTickets few -> Optional.of(NOT_ENOUGH_TICKETS);
      case NotAdmissible refused -> Optional.of(refused.reason().word());
      case UnknownQrCode unknown -> Optional.of(UNKNOWN);
      default -> Optional.empty();
    };
  }

  /** Returns the id of the ticket that is refused; empty if it was no ticket, or nobody is. */
  default Optional<Long> refusedTicket() {
    return switch (this) {
      case AlreadyCheckedIn already -> Optional.of(already.first().ticketId());
      case NotAdmissible refused -> Optional.ofNullable(refused.ticket());
      default -> Optional.empty();
    };
  }

  /** A ticket is in, for the first time or again. */
  sealed interface Admitted extends CheckinOutcome {
    /** Returns its first check-in on this list. */
    Checkin checkin();

    /** Returns the ticket's type as the event defines it now, or {@code null} if not known. */
    TicketType type();

    /** Returns the same with a note for the staff. */
    default Admitted noted(String note) {
      TicketType noted = type() == null ? null : type().noted(note);
      return switch (this) {
        case CheckedIn in -> new CheckedIn(in.checkin(), noted, in.party());
        case Reentered in -> new Reentered(in.checkin(), noted, in.passage(), in.entries());
      };
    }
  }

  /**
   * One ticket is in, by this request or by an earlier one with the same idempotency key.
   *
   * @param type the ticket's type as the event defines it now, or {@code null} if it is not known
   * @param party whether the ticket was scanned alone and its order has others
   */
  record CheckedIn(Checkin checkin, TicketType type, boolean party) implements Admitted {
    /** Returns the same, of a ticket whose order has others or not. */
    public CheckedIn ofParty(boolean hasOthers) {
      return new CheckedIn(checkin, type, hasOthers);
    }
  }

  /**
   * All requested tickets of an order are in.
   *
   * @param remaining ticket type to how many of the order's tickets can still be let in here
   */
  record OrderCheckedIn(List<? extends Admitted> tickets, SortedMap<String, Integer> remaining)
      implements CheckinOutcome {
    public OrderCheckedIn {
      tickets = List.copyOf(tickets);
      remaining = Collections.unmodifiableSortedMap(new TreeMap<>(remaining));
    }

    /** Returns the check-ins of the tickets. */
    public List<Checkin> checkins() {
      return tickets.stream().<Checkin>map(Admitted::checkin).toList();
    }
  }

  /**
   * A ticket that was in before is let in again.
   *
   * @param checkin its first check-in on this list
   * @param type the ticket's type as the event defines it now, or {@code null} if it is not known
   * @param entries how many entries the ticket has in the list's area, this one included
   */
  record Reentered(Checkin checkin, TicketType type, TicketPassage passage, long entries)
      implements Admitted {}

  /**
   * A ticket is out.
   *
   * @param wasInside whether it was inside until then, as far as was known
   * @param minutesInside for how many whole minutes, or {@code null} if it was not inside
   * @param ticketName the attendee's, or {@code null}
   * @param ticketType slug of the ticket's type
   */
  record CheckedOut(
      TicketPassage passage,
      boolean wasInside,
      Long minutesInside,
      String ticketName,
      String ticketType)
      implements CheckinOutcome {}

  /**
   * All tickets of an order that were inside are out.
   *
   * @param tickets one that was not inside if none was, as far as was known
   */
  record OrderCheckedOut(List<CheckedOut> tickets) implements CheckinOutcome {
    public OrderCheckedOut {
      tickets = List.copyOf(tickets);
    }
  }

  /**
   * An earlier scan let the ticket in here.
   *
   * @param first that scan
   * @param secondsSince seconds since then, by the server's clock
   * @param sameToken whether the same token asked then: likely a retry rather than a second visitor
   * @param inside where the ticket is inside, or {@code null} if its list has no area and lets
   *     nobody in again
   */
  record AlreadyCheckedIn(Checkin first, long secondsSince, boolean sameToken, Inside inside)
      implements CheckinOutcome {
    /** Creates the answer of a list without comings and goings. */
    public AlreadyCheckedIn(Checkin first, long secondsSince, boolean sameToken) {
      this(first, secondsSince, sameToken, null);
    }
  }

  /**
   * Where a ticket came in last.
   *
   * @param since door time of that entry
   */
  record Inside(CheckinList list, Instant since) {}

  /**
   * The order has fewer tickets left than requested; nobody was let in.
   *
   * @param remaining ticket type to how many of the order's tickets can still be let in here
   */
  record NotEnoughTickets(SortedMap<String, Integer> remaining) implements CheckinOutcome {
    public NotEnoughTickets {
      remaining = Collections.unmodifiableSortedMap(new TreeMap<>(remaining));
    }
  }

  /**
   * It is not admissible here and now.
   *
   * @param admittedOn for {@link Reason#WRONG_LIST}, the lists of the event that would; empty
   *     otherwise
   * @param limit for {@link Reason#TOO_EARLY} and {@link Reason#TOO_LATE}, what decided; {@code
   *     null} otherwise
   * @param explanation for {@code RULES}, what they want; {@code null} otherwise
   * @param ticket id of the ticket, or {@code null} for the code of an order
   */
  record NotAdmissible(
      Reason reason,
      List<CheckinList> admittedOn,
      Limit limit,
      Explanation explanation,
      Long ticket)
      implements CheckinOutcome {
    public NotAdmissible {
      admittedOn = List.copyOf(admittedOn);
    }

    /** Creates a refusal of an order. */
    public NotAdmissible(
        Reason reason, List<CheckinList> admittedOn, Limit limit, Explanation explanation) {
      this(reason, admittedOn, limit, explanation, null);
    }

    /** Creates a refusal without rules. */
    public NotAdmissible(Reason reason, List<CheckinList> admittedOn, Limit limit) {
      this(reason, admittedOn, limit, null);
    }

    /** Returns the refusal of this ticket. */
    public NotAdmissible of(long id) {
      return new NotAdmissible(reason, admittedOn, limit, explanation, id);
    }

    /** Creates a refusal without a time. */
    public NotAdmissible(Reason reason, List<CheckinList> admittedOn) {
      this(reason, admittedOn, null);
    }
  }

  /**
   * Why the shop's rules of a list do not let somebody in.
   *
   * @param words in the language that was asked for, if there are words for all of it; else in
   *     English
   * @param misses the same as data
   */
  record Explanation(String words, List<Miss> misses) {
    public Explanation {
      misses = List.copyOf(misses);
    }
  }

  /** The time that decided. */
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

  /**
   * No ticket or order of the event has this code, and the token tried too many such codes.
   *
   * @param retryAfterSeconds how long it should wait before the next code
   */
  record TooManyUnknownQrCodes(long retryAfterSeconds) implements CheckinOutcome {}

  /**
   * The door refuses somebody whom the device has already let in; that is recorded.
   *
   * @param refusal the door's answer
   * @param repeated whether it was already recorded
   */
  record AdmittedAgain(CheckinOutcome refusal, boolean repeated) implements CheckinOutcome {}

  /** Another request with this idempotency key is still running. */
  record KeyInUse() implements CheckinOutcome {}

  /** The idempotency key was used for another request. */
  record KeyReused() implements CheckinOutcome {}
}
