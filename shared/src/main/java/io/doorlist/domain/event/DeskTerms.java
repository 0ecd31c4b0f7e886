package io.doorlist.domain.event;

import java.util.List;

/**
 * What an event lets a desk do.
 *
 * @param addGuests whom a desk may add, or {@code null} if nobody
 * @param namesOffline whether a desk may keep the guests' names, to go on without a network
 */
public record DeskTerms(AddGuests addGuests, boolean namesOffline) {
  /** Those of an event of which nobody said anything. */
  public static final DeskTerms NONE = new DeskTerms(null, false);

  /**
   * Whom a desk may add.
   *
   * @param ticketTypes slugs of the types that it may give away
   * @param perHour how many guests all desks together may add in an hour
   */
  public record AddGuests(List<String> ticketTypes, int perHour) {
    public static final int MAX_PER_HOUR = 100_000;

    public AddGuests {
      ticketTypes = List.copyOf(ticketTypes);
      if (perHour < 1 || perHour > MAX_PER_HOUR) {
        throw new IllegalArgumentException("an hour has 1 to " + MAX_PER_HOUR + " guests");
      }
    }
  }
}
