package io.doorlist.domain.event;

import io.doorlist.domain.Worded;
import java.util.List;
import java.util.Locale;

/**
 * What an event lets a desk do.
 *
 * @param addGuests which guests a desk may add, or {@code null} if it may add nobody
 * @param correctGuests whether a desk may correct guests and replace their codes
 * @param takeMoney whether a desk may take money from guests, and give it back
 * @param namesOffline whether a desk's device may store the guests' names, to work without a
 *     network
 * @param notesAt who reads the notes about guests
 */
public record DeskTerms(
    AddGuests addGuests,
    boolean correctGuests,
    boolean takeMoney,
    boolean namesOffline,
    NotesAt notesAt) {
  /** The terms of an event whose organiser said nothing about desks. */
  public static final DeskTerms NONE = new DeskTerms(null);

  private static final int ADDED_PER_HOUR = 120;

  /** Creates terms by which a desk may only add guests. */
  public DeskTerms(AddGuests addGuests) {
    this(addGuests, false, false, false, NotesAt.DESK);
  }

  /**
   * Returns the terms of an event whose guests come from a guest list. Desks may correct guests,
   * take money, and add guests of every type whose slug does not contain "vip".
   *
   * @param names whether a desk's device may store the guests' names
   */
  public static DeskTerms ofGuestList(List<TicketType> types, boolean names) {
    List<String> given =
        types.stream()
            .map(TicketType::slug)
            .filter(slug -> !slug.toLowerCase(Locale.ROOT).contains("vip"))
            .toList();
    return new DeskTerms(new AddGuests(given, ADDED_PER_HOUR), true, true, names, NotesAt.DESK);
  }

  /** Returns the same terms with other readers of notes. */
  public DeskTerms notesAt(NotesAt readers) {
    return new DeskTerms(addGuests, correctGuests, takeMoney, namesOffline, readers);
  }

  /** Who reads the notes about guests: desks only, or scanners at doors, too. */
  public enum NotesAt implements Worded {
    DESK,
    DOOR
  }

  /**
   * Which guests a desk may add.
   *
   * @param ticketTypes slugs of the ticket types that a desk may give them
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
