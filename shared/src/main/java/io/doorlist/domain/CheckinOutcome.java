package io.doorlist.domain;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** What a door answers to a scan. A refusal is an answer, not an error. */
public sealed interface CheckinOutcome {
  /**
   * One ticket is in, by this request or by an earlier one with the same idempotency key.
   *
   * @param type what the event says now of the ticket's type, or {@code null} if that is not known
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
   * The ticket is in here since an earlier scan.
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

    /** Makes a refusal for which no time decided. */
    public NotAdmissible(Reason reason, List<CheckinList> admittedOn) {
      this(reason, admittedOn, null);
    }
  }

  /** A time that decided. */
  record Limit(LimitKind kind, Instant at) {}

  /** Whose time decided: the ticket's or the list's. */
  enum LimitKind implements Worded {
    VALID_FROM,
    VALID_UNTIL,
    OPENS_AT,
    CLOSES_AT;
  }

  /** No ticket or order of the event has this code, in the token's mode. */
  record UnknownQrCode() implements CheckinOutcome {}

  /**
   * No ticket or order of the event has this code, and the token asked for too many such codes.
   *
   * @param retryAfterSeconds how long it should wait before it asks for another one
   */
  record TooManyUnknownQrCodes(long retryAfterSeconds) implements CheckinOutcome {}

  /**
   * The door refuses somebody whom the device has let in already; that is on record.
   *
   * @param refusal what the door says
   * @param repeated whether it was on record before
   */
  record AdmittedAgain(CheckinOutcome refusal, boolean repeated) implements CheckinOutcome {}

  /** Another request with this idempotency key is still at work. */
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
