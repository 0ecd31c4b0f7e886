package io.doorlist.domain.order;

import java.util.List;
import java.util.Objects;

/**
 * What staff should know of one guest.
 *
 * @param text such as "call Anna", or {@code null}
 * @param attention whether they should look at the guest
 * @param shown what every door shows with the verdict, such as the table; four at most
 */
public record DeskNote(String text, boolean attention, List<Shown> shown) {
  /** The most characters of a note that a door shows: who is let in waits while it is read. */
  public static final int MAX_AT_DOOR = 500;

  /** How many values every door shows. */
  public static final int MAX_SHOWN = 4;

  public static final DeskNote NONE = new DeskNote(null, false);

  public DeskNote {
    shown = List.copyOf(shown);
    if (shown.size() > MAX_SHOWN) {
      throw new IllegalArgumentException("a door shows " + MAX_SHOWN + " values at most");
    }
  }

  /** Creates a note of a guest of whom doors show nothing besides. */
  public DeskNote(String text, boolean attention) {
    this(text, attention, List.of());
  }

  /** A value that every door shows, and what it is. */
  public record Shown(String title, String value) {
    /** The most characters of a title, and of a value. */
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

  /** Returns whether there is a note: what every door shows is none. */
  public boolean says() {
    return text != null || attention;
  }

  /** Returns the same note of a guest of whom every door shows these. */
  public DeskNote showing(List<Shown> values) {
    return new DeskNote(text, attention, values);
  }

  /** Returns the note as a door shows it: a long text is cut. */
  public DeskNote atDoor() {
    return text == null ? this : new DeskNote(cut(text, MAX_AT_DOOR), attention, shown);
  }

  private static String cut(String text, int most) {
    return text.codePointCount(0, text.length()) <= most
        ? text
        : text.substring(0, text.offsetByCodePoints(0, most - 1)) + "…";
  }
}
