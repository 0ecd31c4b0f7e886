package io.doorlist.cli.importing.guests;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number format of a spreadsheet: it says how a cell shows its value. The text that {@code show}
 * returns has leading zeros and literal texts. It has no separators of thousands, as these depend
 * on the country.
 */
final class CellFormat {
  /**
   * The built-in formats, which a workbook names by number and without their text. Dates are in
   * {@link #DATES}.
   */
  private static final Map<String, String> BUILT_IN =
      Map.ofEntries(
          Map.entry("1", "0"),
          Map.entry("2", "0.00"),
          Map.entry("3", "#,##0"),
          Map.entry("4", "#,##0.00"),
          Map.entry("9", "0%"),
          Map.entry("10", "0.00%"),
          Map.entry("11", "0.00E+00"),
          Map.entry("12", "# ?/?"),
          Map.entry("13", "# ??/??"),
          Map.entry("18", "h:mm AM/PM"),
          Map.entry("19", "h:mm:ss AM/PM"),
          Map.entry("20", "h:mm"),
          Map.entry("21", "h:mm:ss"),
          Map.entry("37", "#,##0 ;(#,##0)"),
          Map.entry("38", "#,##0 ;(#,##0)"),
          Map.entry("39", "#,##0.00;(#,##0.00)"),
          Map.entry("40", "#,##0.00;(#,##0.00)"),
          Map.entry("45", "mm:ss"),
          Map.entry("46", "[h]:mm:ss"),
          Map.entry("47", "mm:ss.0"),
          Map.entry("48", "##0.0E+0"),
          Map.entry("49", "@"));

  /**
   * The numbers of built-in date formats, including those of Chinese, Japanese and Korean
   * spreadsheets.
   */
  private static final Pattern DATES = Pattern.compile("1[4-7]|22|2[7-9]|3[0-6]|5[0-8]");

  private static final String DAY = "yyyy-mm-dd";

  private static final Pattern TOKEN =
      Pattern.compile(
          "\"([^\"]*+)\"?|\\\\(.)|\\[([^\\]]*+)\\]?|([_*]).|(E[+-]|General|AM/PM|A/P)|(.)",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  /** A currency and a locale in brackets, such as {@code [$€-407]}. */
  private static final Pattern CURRENCY = Pattern.compile("\\$([^-]*+)(-.*)?");

  private static final Pattern COLOUR =
      Pattern.compile(
          "black|blue|cyan|green|magenta|red|white|yellow|colou?r ?\\d+", Pattern.CASE_INSENSITIVE);

  /** The format of a cell that nobody formatted. */
  static final CellFormat GENERAL = new CellFormat("General");

  private final List<Section> sections = new ArrayList<>();

  private CellFormat(String code) {
    Section section = new Section();
    Matcher token = TOKEN.matcher(code);
    while (token.find()) {
      if (";".equals(token.group(6))) {
        sections.add(section);
        section = new Section();
      } else {
        section.add(token);
      }
    }
    sections.add(section);
  }

  /**
   * Returns the format with this number in a workbook.
   *
   * @param own the texts of the workbook's own formats, by number
   */
  static CellFormat of(String number, Map<String, String> own) {
    String code = own.getOrDefault(number, BUILT_IN.get(number));
    if (code == null) {
      return DATES.matcher(number).matches() ? new CellFormat(DAY) : GENERAL;
    }
    return code.isEmpty() ? GENERAL : new CellFormat(code);
  }

  boolean isDate() {
    return sections.stream().anyMatch(section -> section.date);
  }

  /** Returns whether the format shows a time of day without a date. */
  boolean isTime() {
    return !isDate() && sections.stream().anyMatch(section -> section.time);
  }

  /** Returns what a cell with a text shows. */
  String show(String text) {
    Optional<Section> own =
        sections.size() > 3
            ? Optional.of(sections.get(3))
            : sections.stream().filter(section -> section.parts.contains(Section.TEXT)).findFirst();
    return own.isPresent() ? own.get().show(text) : text;
  }

  /** Returns what a cell shows for a number; empty if it does not show all of the number. */
  Optional<String> show(BigDecimal number) {
    boolean both = sections.size() > 1;
    int which =
        number.signum() < 0 && both ? 1 : number.signum() == 0 && sections.size() > 2 ? 2 : 0;
    String sign = number.signum() < 0 && !both ? "-" : "";
    return sections.get(which).show(number.abs()).map(shown -> sign + shown);
  }

  /**
   * A part of a format. Semicolons separate the parts, which are for positive numbers, negative
   * numbers, zero, and texts.
   */
  private static final class Section {
    static final String TEXT = "@";
    private static final String NUMBER = "General";
    private static final String DIGITS = "0#?";
    private static final int PERCENT_PLACES = 2;

    /** Literals and placeholders. A literal has an apostrophe before it. */
    private final List<String> parts = new ArrayList<>();

    private boolean date;
    private boolean time;
    private boolean percent;

    /**
     * Whether the section shows a number in a way that this class does not support, or leaves a
     * part of the number out.
     */
    private boolean other;

    void add(Matcher token) {
      if (token.group(1) != null || token.group(2) != null) {
        literal(token.group(1) == null ? token.group(2) : token.group(1));
      } else if (token.group(3) != null) {
        bracket(token.group(3));
      } else if (token.group(5) != null) {
        word(token.group(5));
      } else if (token.group(6) != null) {
        sign(token.group(6));
      }
    }

    private void literal(String text) {
      parts.add("'" + text);
    }

    private void bracket(String text) {
      Matcher currency = CURRENCY.matcher(text);
      if (currency.matches()) {
        literal(currency.group(1));
      } else {
        // If the brackets have no colour, they have a condition, other digits, or a duration. None
        // of these is supported.
        other |= !COLOUR.matcher(text).matches();
      }
    }

    private void word(String word) {
      boolean general = word.equalsIgnoreCase(NUMBER);
      boolean exponent = word.length() == 2;
      if (general) {
        parts.add(NUMBER);
      }
      time |= !general && !exponent;
      other |= !general;
    }

    private void sign(String sign) {
      switch (sign.toLowerCase(Locale.ROOT)) {
        case "d", "y", "e", "g", "b" -> date = true;
        case "h", "s" -> time = true;
        case "0", "#", "?", ".", ",", TEXT -> parts.add(sign);
        case "%" -> {
          percent = true;
          literal(sign);
        }
        default -> {
          if (sign.charAt(0) < 128 && Character.isLetter(sign.charAt(0))) {
            other = true;
          } else {
            literal(sign);
          }
        }
      }
    }

    /** Returns the literals, with this value in the place of the placeholder. */
    String show(String value) {
      StringBuilder shown = new StringBuilder();
      for (String part : parts) {
        boolean replaced = part.equals(TEXT) || part.equals(NUMBER);
        shown.append(replaced ? value : part.startsWith("'") ? part.substring(1) : "");
      }
      return shown.toString().strip();
    }

    Optional<String> show(BigDecimal number) {
      if (other || date || time) {
        return Optional.empty();
      }
      if (parts.contains(NUMBER) || parts.contains(TEXT)) {
        return Optional.of(show(number.stripTrailingZeros().toPlainString()));
      }
      int point = parts.indexOf(".");
      int end = point < 0 ? parts.size() : point;
      List<Integer> whole = places(0, end);
      List<Integer> fraction = places(end, parts.size());
      BigDecimal value =
          (percent ? number.movePointRight(PERCENT_PLACES) : number).stripTrailingZeros();
      boolean thousandsLeftOut =
          !whole.isEmpty() && parts.subList(whole.getLast(), end).contains(",");
      boolean fractionOfFraction =
          whole.size() > 1 && parts.subList(whole.getFirst(), whole.getLast()).contains("'/");
      if (whole.isEmpty() && fraction.isEmpty()) {
        return Optional.of(show(""));
      }
      if (value.scale() > fraction.size() || thousandsLeftOut || fractionOfFraction) {
        return Optional.empty();
      }
      return Optional.of(filled(value, end, whole, fraction));
    }

    private List<Integer> places(int from, int until) {
      List<Integer> places = new ArrayList<>();
      for (int i = from; i < until; i++) {
        if (parts.get(i).length() == 1 && DIGITS.contains(parts.get(i))) {
          places.add(i);
        }
      }
      return places;
    }

    /**
     * Puts the digits of a number into their places. Places before the point are filled from the
     * right.
     */
    private String filled(BigDecimal value, int end, List<Integer> whole, List<Integer> fraction) {
      String digits = value.toBigInteger().signum() == 0 ? "" : value.toBigInteger().toString();
      String after =
          value.scale() > 0 ? value.remainder(BigDecimal.ONE).toPlainString().substring(2) : "";
      String[] shown = new String[parts.size()];
      for (int i = 0; i < shown.length; i++) {
        String part = parts.get(i);
        shown[i] = part.startsWith("'") ? part.substring(1) : part.equals(".") ? part : "";
      }
      int left = digits.length();
      for (int i = whole.size() - 1; i >= 0; i--) {
        int from = i == 0 ? 0 : Math.max(0, left - 1);
        String there = digits.substring(Math.min(from, left), left);
        shown[whole.get(i)] = there.isEmpty() ? none(parts.get(whole.get(i))) : there;
        left = Math.min(from, left);
      }
      for (int i = 0; i < fraction.size(); i++) {
        boolean there = i < after.length();
        shown[fraction.get(i)] =
            there ? after.substring(i, i + 1) : none(parts.get(fraction.get(i)));
      }
      if (whole.isEmpty() && end < shown.length) {
        shown[end] = digits + ".";
      }
      return String.join("", shown).strip();
    }

    private static String none(String place) {
      return place.equals("0") ? "0" : "";
    }
  }
}
