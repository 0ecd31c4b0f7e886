package io.doorlist.domain;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** A door's answer to a scan. A refusal is an answer, not an error. */
public sealed interface CheckinOutcome {
  /**
   * One ticket is in, by this request or by an earlier one with the same idempotency key.
   *
   * @param type the ticket's type as the event defines it now, or {@code null} if it is not known
   */
  record CheckedIn(Checkin checkin, TicketType type) implements CheckinOutcome {}

  /**
   * All requested tickets of an order are in.
   *
   * @param remaining ticket type to how many of the order's tickets can still be let in here
   */
  record OrderCheckedIn(List<CheckedIn> tickets, SortedMap<String, Integer> remaining)
      implements CheckinOutcome {
    public OrderCheckedIn {
      tickets = List.copyOf(tickets);
      remaining = Collections.unmodifiableSortedMap(new TreeMap<>(remaining));
    }

    /** Returns the check-ins of the tickets. */
    public List<Checkin> checkins() {
      return tickets.stream().map(CheckedIn::checkin).toList();
    }
  }

  /**
   * An earlier scan let the ticket in here.
   *
   * @param first that scan
   * @param secondsSince seconds since then, by the server's clock
   * @param sameToken whether the same token asked then: likely a retry rather than a second visitor
   */
  record AlreadyCheckedIn(Checkin first, long secondsSince, boolean sameToken)
      implements CheckinOutcome {}

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
   * This door does not take it.
   *
   * @param admittedOn for {@link Reason#WRONG_LIST}, the lists of the event that would; empty
   *     otherwise
   * @param limit for {@link Reason#TOO_EARLY} and {@link Reason#TOO_LATE}, what decided; {@code
   *     null} otherwise
   */
  record NotAdmissible(Reason reason, List<CheckinList> admittedOn, Limit limit)
      implements CheckinOutcome {
    public NotAdmissible {
      admittedOn = List.copyOf(admittedOn);
    }

    /** Creates a refusal without a time. */
    public NotAdmissible(Reason reason, List<CheckinList> admittedOn) {
      this(reason, admittedOn, null);
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

  /** Why a door does not take a ticket. */
  enum Reason implements Worded {
    WRONG_LIST,
    VOID,
    BLOCKED,
    ORDER_NOT_CONFIRMED,
    UNKNOWN_TICKET_TYPE,
    TOO_EARLY,
    TOO_LATE,
    REVOKED
  }
}
