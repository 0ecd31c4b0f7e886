package io.doorlist.cli.importing.guests;

import io.doorlist.cli.importing.guests.GuestWords.Meaning;
import io.doorlist.cli.importing.guests.Sheet.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Columns whose values look as if they said who comes, though their titles do not. They decide
 * nothing, so nobody is kept out by a column such as "Vegetarian", and they are always named.
 */
final class Lookalikes {
  /** One in so many cells with a value may be something else. */
  private static final int TOLERANCE = 5;

  private Lookalikes() {}

  /** Such a column: its title, and which of its values are how frequent. */
  record Column(String title, Map<String, Integer> counts) {
    /** Returns a finding of it: that it decides nothing, or the question whether it does. */
    Finding finding(FindingType what) {
      return Finding.of(what, "title", title, "counts", counts);
    }
  }

  /** Returns each such column. */
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

  /** Counts what the cells of a column say; nothing if they are not answers. */
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
