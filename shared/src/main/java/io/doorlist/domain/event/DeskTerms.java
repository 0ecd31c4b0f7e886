package io.doorlist.domain.event;

import io.doorlist.domain.Worded;
import java.util.List;
import java.util.Locale;

/**
 * What an event lets a desk do.
 *
 * @param addGuests whom a desk may add, or {@code null} if nobody
 * @param correctGuests whether a desk may correct guests and replace their codes
 * @param takeMoney whether a desk may take money of guests, and give it back
 * @param namesOffline whether a desk may keep the guests' names, to go on without a network
 * @param notesAt who reads the notes of guests
 */
public record DeskTerms(
    AddGuests addGuests,
    boolean correctGuests,
    boolean takeMoney,
    boolean namesOffline,
    NotesAt notesAt) {
  /** Those of an event of which nobody said anything. */
  public static final DeskTerms NONE = new DeskTerms(null);

  private static final int ADDED_PER_HOUR = 120;

  /** Creates the terms of a desk that may only add guests. */
  public DeskTerms(AddGuests addGuests) {
    this(addGuests, false, false, false, NotesAt.DESK);
  }

  /**
   * Returns what a desk may do at an event whose guests come from a list: correct them, take money,
   * and add guests of types that are not for invited ones.
   *
   * @param names whether it may keep the guests' names
   */
  public static DeskTerms ofGuestList(List<TicketType> types, boolean names) {
    List<String> given =
        types.stream()
            .map(TicketType::slug)
            .filter(slug -> !slug.toLowerCase(Locale.ROOT).contains("vip"))
            .toList();
    return new DeskTerms(new AddGuests(given, ADDED_PER_HOUR), true, true, names, NotesAt.DESK);
  }

  /** Returns these with other readers of notes. */
  public DeskTerms notesAt(NotesAt readers) {
    return new DeskTerms(addGuests, correctGuests, takeMoney, namesOffline, readers);
  }

  /** Who reads what staff should know of a guest: desks only, or scanners at doors, too. */
  public enum NotesAt implements Worded {
    DESK,
    DOOR
  }

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
