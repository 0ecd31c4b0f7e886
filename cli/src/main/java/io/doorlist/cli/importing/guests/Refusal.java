package io.doorlist.cli.importing.guests;

import io.doorlist.cli.console.Text;
import io.doorlist.cli.lines.RefusedLine;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Why a row of a guest list is not imported. Pages show it in their language, and the command line
 * shows its {@link #text}.
 *
 * @param column the title of the column that is the reason; {@code null} if it is the whole row
 * @param value the value in that column, which is personal data; {@code null} without a column
 * @param values further values, by the names in the type's text
 */
public record Refusal(RefusalType why, String column, String value, Map<String, Object> values) {
  private static final Pattern VALUE = Pattern.compile("\\{([a-z]+)}");

  public Refusal {
    values = Map.copyOf(values);
  }

  /**
   * Creates the refusal of a whole row.
   *
   * @param values names, each followed by its value
   */
  static Refusal of(RefusalType why, Object... values) {
    return at(null, null, why, values);
  }

  /**
   * Creates the refusal of a row for one of its cells.
   *
   * @param values names, each followed by its value
   */
  static Refusal at(String column, String value, RefusalType why, Object... values) {
    Map<String, Object> named = new HashMap<>();
    for (int i = 0; i < values.length; i += 2) {
      named.put((String) values[i], values[i + 1]);
    }
    return new Refusal(why, column, value, named);
  }

  /**
   * Returns the refusal for people. It names the column, if there is one, and the reason, but not
   * the value.
   */
  public String text() {
    return line().getMessage();
  }

  /** Returns the refusal of an import line for this reason. It repeats no value. */
  RefusedLine line() {
    String reason =
        VALUE
            .matcher(why.text())
            .replaceAll(found -> Matcher.quoteReplacement(said(found.group(1))));
    return new RefusedLine(column, reason);
  }

  private String said(String name) {
    Object said = name.equals("column") ? column : values.get(name);
    return said instanceof Place place ? place.said() : Text.printable(String.valueOf(said));
  }

  /** Returns the further values as texts, by their names. */
  public Map<String, String> said() {
    return values.keySet().stream().collect(Collectors.toMap(Function.identity(), this::said));
  }
}
