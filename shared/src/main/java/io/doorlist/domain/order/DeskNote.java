package io.doorlist.domain.order;

import java.util.List;
import java.util.Objects;

/**
 * What staff should know about one guest.
 *
 * @param text such as "call Anna", or {@code null}
 * @param attention whether they should look at the guest
 * @param shown values that every door shows with the verdict, such as the guest's table; at most
 *     four
 */
public record DeskNote(String text, boolean attention, List<Shown> shown) {
  /**
   * The maximum number of characters of a note at a door, because the guest waits while staff read
   * it.
   */
  public static final int MAX_AT_DOOR = 500;

  /** The maximum number of values that a door shows. */
  public static final int MAX_SHOWN = 4;

  public static final DeskNote NONE = new DeskNote(null, false);

  public DeskNote {
    shown = List.copyOf(shown);
    if (shown.size() > MAX_SHOWN) {
      throw new IllegalArgumentException("a door shows " + MAX_SHOWN + " values at most");
    }
  }

  /** Creates a note for a guest without values that doors show. */
  public DeskNote(String text, boolean attention) {
    this(text, attention, List.of());
  }

  /** A value that every door shows, with its title. */
  public record Shown(String title, String value) {
    /** The most characters that a title or a value may have. */
    public static final int MAX = 100;

    public Shown {
      Objects.requireNonNull(title, "title");
      Objects.requireNonNull(value, "value");
    }

    /** Returns a value and its title, each cut if it is long. */
    public static Shown cut(String title, String value) {
      return new Shown(DeskNote.cut(title, MAX), DeskNote.cut(value, MAX));
    }
  }

  /** Returns whether there is a note. Values that every door shows do not count as one. */
  public boolean says() {
    return text != null || attention;
  }

  /** Returns the same note with these values for every door to show. */
  public DeskNote showing(List<Shown> values) {
    return new DeskNote(text, attention, values);
  }

  /** Returns the note as a door shows it, with a long text cut. */
  public DeskNote atDoor() {
    return text == null ? this : new DeskNote(cut(text, MAX_AT_DOOR), attention, shown);
  }

  private static String cut(String text, int most) {
    return text.codePointCount(0, text.length()) <= most
        ? text
        : text.substring(0, text.offsetByCodePoints(0, most - 1)) + "…";
  }
}
