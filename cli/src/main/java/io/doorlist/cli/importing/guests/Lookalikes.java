package io.doorlist.cli.importing.guests;

import io.doorlist.cli.importing.guests.GuestWords.Meaning;
import io.doorlist.cli.importing.guests.Sheet.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Columns whose values look as if they said who comes, although their titles do not say so. They
 * decide nothing, so nobody is kept out by a column such as "Vegetarian". The import always names
 * these columns.
 */
final class Lookalikes {
  /**
   * A column is a lookalike if at most one of this many cells says something else. Empty cells do
   * not count.
   */
  private static final int TOLERANCE = 5;

  private Lookalikes() {}

  /** Such a column with its title, and how often each value occurs. */
  record Column(String title, Map<String, Integer> counts) {
    /**
     * Returns a finding about the column. It says that the column decides nothing, or asks whether
     * it does.
     */
    Finding finding(FindingType what) {
      return Finding.of(what, "title", title, "counts", counts);
    }
  }

  /** Returns all lookalikes of a sheet. */
  static List<Column> of(GuestColumns columns, List<Row> rows) {
    List<Column> found = new ArrayList<>();
    for (int i = 0; i < columns.names().size(); i++) {
      if (!columns.known().get(i)) {
        Map<String, Integer> counts = counts(i, rows);
        if (!counts.isEmpty()) {
          found.add(new Column(columns.names().get(i), counts));
        }
      }
    }
    return found;
  }

  /**
   * Counts how often a column says yes, no and not yet. Returns no counts if too many of its values
   * are no such answers.
   */
  private static Map<String, Integer> counts(int column, List<Row> rows) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    int others = 0;
    int all = 0;
    boolean words = false;
    for (Row row : rows) {
      String cell = row.fault() == null ? GuestWords.line(row.cell(column)) : "";
      if (!cell.isEmpty() && !cell.equals("-")) {
        all++;
        Meaning meaning = GuestWords.meaning(cell);
        if (meaning == null || !meaning.decides()) {
          others++;
        } else {
          words |= cell.chars().anyMatch(letter -> !Character.isDigit(letter));
          counts.merge(said(meaning), 1, Integer::sum);
        }
      }
    }
    boolean answers = words && others * TOLERANCE <= all;
    return answers ? counts : Map.of();
  }

  private static String said(Meaning meaning) {
    return switch (meaning) {
      case VALID, YES -> "yes";
      case VOID, NO, NOT -> "no";
      case PENDING, UNANSWERED, TOTAL -> "not yet";
    };
  }
}
