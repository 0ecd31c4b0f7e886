package io.doorlist.domain.desk;

import io.doorlist.domain.checkin.Checkin;
import io.doorlist.domain.checkin.CheckinOutcome;
import java.util.List;

/** The outcome of adding a guest. */
public sealed interface AddGuestOutcome {
  /**
   * The guest was added, by this request or by an earlier one with the same key.
   *
   * @param guests all guests of the order; the guest comes before the companions
   * @param checkins check-ins that were made together with the order
   * @param reason why the list refuses the guest, whom the device has already let in, or {@code
   *     null} if it does not
   */
  record Added(List<Guest> guests, List<Checkin> checkins, String reason)
      implements AddGuestOutcome {
    public Added {
      guests = List.copyOf(guests);
      checkins = List.copyOf(checkins);
    }
  }

  /** The list does not let the guest in, and nothing was added. */
  record Refused(CheckinOutcome refusal) implements AddGuestOutcome {}

  /** The key was used for another request. */
  record KeyReused() implements AddGuestOutcome {}

  /** The guests cannot all be written at once, because many lists admit their ticket type. */
  record TooLarge() implements AddGuestOutcome {}

  /** The event's desks have already added as many guests as they may in an hour. */
  record TooMany(long retryAfterSeconds) implements AddGuestOutcome {}
}
