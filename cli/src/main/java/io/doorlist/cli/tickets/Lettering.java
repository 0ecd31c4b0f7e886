package io.doorlist.cli.tickets;

import io.doorlist.cli.console.Failure;
import io.doorlist.cli.console.FailureType;
import io.doorlist.cli.console.Text;
import java.awt.Font;
import java.awt.GraphicsEnvironment;
import java.awt.Shape;
import java.awt.font.FontRenderContext;
import java.awt.font.LineBreakMeasurer;
import java.awt.font.TextAttribute;
import java.awt.font.TextLayout;
import java.awt.geom.AffineTransform;
import java.awt.geom.Rectangle2D;
import java.text.AttributedString;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Draws texts in any script as outlines, with the fonts of this machine. Java's text layout joins
 * letters, writes in both directions, and places accents. A letter that the style's font lacks is
 * drawn with another font. A letter that no font has becomes a box.
 */
final class Lettering {
  private static final String HEADLESS = "java.awt.headless";

  /**
   * The font size at which outlines are made, before they are scaled to their size on the page. At
   * a small size, letters might be shifted to whole pixels.
   */
  private static final float MADE_AT = 100;

  private static final double LEAST_POINTS = 5;
  private static final double SHRINKS_BY = 0.9;

  /** How a text looks. */
  enum Style {
    PLAIN(Font.SANS_SERIF, Font.PLAIN),
    BOLD(Font.SANS_SERIF, Font.BOLD),
    CODE(Font.MONOSPACED, Font.PLAIN);

    private final String family;
    private final int weight;

    Style(String family, int weight) {
      this.family = family;
      this.weight = weight;
    }
  }

  private final FontRenderContext context = new FontRenderContext(null, true, true);
  private final List<Font> all;
  private final Map<Integer, Optional<Font>> others = new HashMap<>();

  /** Prepares the fonts. Fails if this machine has none. */
  Lettering() {
    if (System.getProperty(HEADLESS) == null) {
      System.setProperty(HEADLESS, "true");
    }
    try {
      all = List.of(GraphicsEnvironment.getLocalGraphicsEnvironment().getAllFonts());
      font(Style.PLAIN).canDisplay('a');
    } catch (RuntimeException | LinkageError | InternalError e) {
      throw new Failure(
          FailureType.NO_FONT,
          "PDFs need a font, and none can be used here: install fontconfig and a font, or print"
              + " the page that `tickets` writes without --each and --mail",
          e);
    }
  }

  private static Font font(Style style) {
    return new Font(style.family, style.weight, 1).deriveFont(MADE_AT);
  }

  /** Returns whether the fonts have every letter of the text. */
  boolean has(String text) {
    Font first = font(Style.PLAIN);
    return text.codePoints()
        .allMatch(c -> isUnseen(c) || first.canDisplay(c) || other(c).isPresent());
  }

  private static boolean isUnseen(int c) {
    int type = Character.getType(c);
    return type == Character.FORMAT
        || type == Character.NON_SPACING_MARK
        || Character.isWhitespace(c);
  }

  /** Returns a font of this machine that has a letter; empty if no font has it. */
  private Optional<Font> other(int c) {
    return others.computeIfAbsent(
        c,
        letter ->
            all.stream()
                .filter(font -> font.canDisplay(letter))
                .findFirst()
                .map(font -> font.deriveFont(MADE_AT)));
  }

  /**
   * Adds a text to the shapes of a page, centred. The letters get smaller until the text fits into
   * {@code mostLines} lines. If it does not fit even in the smallest letters, its end is left off.
   *
   * @param top the top of its first line
   * @return the bottom of its last line
   */
  double centre(
      String text,
      Style style,
      double points,
      int mostLines,
      double left,
      double width,
      double top,
      List<Shape> page) {
    String shown = Text.printable(text).strip();
    if (shown.isEmpty()) {
      return top;
    }
    AttributedString letters = letters(shown, style);
    double size = points;
    List<TextLayout> lines = lines(letters, width * MADE_AT / size);
    while (lines.size() > mostLines && size > LEAST_POINTS) {
      size *= SHRINKS_BY;
      lines = lines(letters, width * MADE_AT / size);
    }
    List<TextLayout> kept = lines.subList(0, Math.min(mostLines, lines.size()));
    return add(kept, size, left, width, top, page);
  }

  /**
   * Adds a text to the shapes of a page, in the middle of a box, with the largest letters that fit.
   * A word is broken only if it is too wide for the box even in letters of {@code LEAST_POINTS}.
   */
  void fill(String text, Style style, double mostPoints, Rectangle2D box, List<Shape> page) {
    String shown = Text.printable(text).strip();
    if (shown.isEmpty()) {
      return;
    }
    AttributedString letters = letters(shown, style);
    double word = widestWord(shown, style);
    double size = mostPoints;
    while (size > LEAST_POINTS
        && (word * size / MADE_AT > box.getWidth()
            || height(letters, size, box) > box.getHeight())) {
      size *= SHRINKS_BY;
    }
    while (height(letters, size, box) > box.getHeight()) {
      size *= SHRINKS_BY;
    }
    List<TextLayout> lines = lines(letters, box.getWidth() * MADE_AT / size);
    double top = box.getCenterY() - height(lines, size) / 2;
    add(lines, size, box.getX(), box.getWidth(), top, page);
  }

  private double widestWord(String text, Style style) {
    return Arrays.stream(text.split("\\s+"))
        .mapToDouble(
            word -> new TextLayout(letters(word, style).getIterator(), context).getAdvance())
        .max()
        .orElse(0);
  }

  private double height(AttributedString letters, double size, Rectangle2D box) {
    return height(lines(letters, box.getWidth() * MADE_AT / size), size);
  }

  private static double height(List<TextLayout> lines, double size) {
    return lines.stream().mapToDouble(Lettering::height).sum() * size / MADE_AT;
  }

  private static double height(TextLayout line) {
    return line.getAscent() + line.getDescent() + line.getLeading();
  }

  private static double add(
      List<TextLayout> lines,
      double size,
      double left,
      double width,
      double top,
      List<Shape> page) {
    double scale = size / MADE_AT;
    double y = top;
    for (TextLayout line : lines) {
      double x = left + (width - line.getVisibleAdvance() * scale) / 2;
      AffineTransform there =
          new AffineTransform(scale, 0, 0, scale, x, y + line.getAscent() * scale);
      page.add(line.getOutline(there));
      y += height(line) * scale;
    }
    return y;
  }

  private AttributedString letters(String text, Style style) {
    AttributedString letters = new AttributedString(text);
    Font first = font(style);
    letters.addAttribute(TextAttribute.FONT, first);
    for (int at = 0; at < text.length(); ) {
      int c = text.codePointAt(at);
      int next = at + Character.charCount(c);
      if (!isUnseen(c) && !first.canDisplay(c)) {
        letters.addAttribute(TextAttribute.FONT, other(c).orElse(first), at, next);
      }
      at = next;
    }
    return letters;
  }

  private List<TextLayout> lines(AttributedString letters, double width) {
    LineBreakMeasurer measurer = new LineBreakMeasurer(letters.getIterator(), context);
    int end = letters.getIterator().getEndIndex();
    List<TextLayout> lines = new ArrayList<>();
    while (measurer.getPosition() < end) {
      lines.add(measurer.nextLayout((float) width));
    }
    return lines;
  }
}
