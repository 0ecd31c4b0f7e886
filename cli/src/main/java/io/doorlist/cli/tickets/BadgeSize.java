package io.doorlist.cli.tickets;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The size of a badge, in millimetres. */
public record BadgeSize(int width, int height) {
  /** A common size for label printers. */
  public static final String USUAL = "62x100";

  private static final Pattern MILLIMETRES = Pattern.compile("(\\d{2,3})x(\\d{2,3})");
  private static final String A6 = "a6";
  private static final int SMALLEST = 20;
  private static final int LARGEST = 300;

  /**
   * Reads a size such as {@code 62x100}, or {@code A6}.
   *
   * @throws IllegalArgumentException if the text is no size from 20 to 300 mm
   */
  public static BadgeSize of(String text) {
    String size = text.strip().toLowerCase(Locale.ROOT);
    if (size.equals(A6)) {
      return new BadgeSize(105, 148);
    }
    Matcher said = MILLIMETRES.matcher(size);
    if (said.matches()) {
      int width = Integer.parseInt(said.group(1));
      int height = Integer.parseInt(said.group(2));
      if (Math.min(width, height) >= SMALLEST && Math.max(width, height) <= LARGEST) {
        return new BadgeSize(width, height);
      }
    }
    throw new IllegalArgumentException("a badge is from 20x20 to 300x300 mm, or A6");
  }

  boolean isFlat() {
    return width > height;
  }
}
