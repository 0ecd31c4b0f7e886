package io.doorlist.domain.desk;

import io.doorlist.domain.checkin.Checkin;
import io.doorlist.domain.checkin.CheckinOutcome;
import java.util.List;

/** What became of the wish to add a guest. */
public sealed interface AddGuestOutcome {
  /**
   * The guest is there, since now or since an earlier request with the same key.
   *
   * @param guests those of the order, the guest first
   * @param checkins those that were made together with the order
   * @param reason why the list refuses whom the device has let in, or {@code null}
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

  /** So many cannot be written at once: the type is admitted by many lists. */
  record TooLarge() implements AddGuestOutcome {}

  /** The event's desks have added as many as they may in this hour. */
  record TooMany(long retryAfterSeconds) implements AddGuestOutcome {}
}
