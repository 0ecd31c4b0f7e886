package io.doorlist.admin.importing.tito;

import io.doorlist.admin.console.Failure;
import io.doorlist.admin.importing.foreign.ForeignValues;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads comma-separated values (RFC 4180) whose first row names the columns. Semicolons are
 * accepted too, as spreadsheets write them in some countries. Not thread-safe.
 */
final class Csv {
  private final String text;
  private final char separator;
  private int position;
  private long line = 1;

  private Csv(String text) {
    this.text = text;
    int end = text.indexOf('\n');
    String first = end < 0 ? text : text.substring(0, end);
    this.separator = first.indexOf(';') >= 0 && first.indexOf(',') < 0 ? ';' : ',';
  }

  /**
   * A row by the names of its columns.
   *
   * @param line the number of its first line, from 1
   */
  record Row(long line, Map<String, String> values) {
    /** Returns the value without surrounding spaces, or {@code null} if it is empty or missing. */
    String get(String column) {
      return ForeignValues.textOrNull(values.get(column));
    }
  }

  /**
   * Reads all rows.
   *
   * @throws Failure if a quoted value does not end
   */
  static List<Row> read(String text) {
    Csv csv = new Csv(text);
    List<Row> rows = new ArrayList<>();
    List<String> names = csv.position < text.length() ? csv.row() : List.of();
    while (csv.position < text.length()) {
      long line = csv.line;
      List<String> values = csv.row();
      if (values.size() == 1 && values.getFirst().isBlank()) {
        continue;
      }
      Map<String, String> row = new LinkedHashMap<>();
      for (int i = 0; i < Math.min(names.size(), values.size()); i++) {
        row.putIfAbsent(names.get(i).strip(), values.get(i));
      }
      rows.add(new Row(line, row));
    }
    return rows;
  }

  private List<String> row() {
    List<String> values = new ArrayList<>();
    while (true) {
      values.add(position < text.length() && text.charAt(position) == '"' ? quoted() : plain());
      if (position == text.length()) {
        return values;
      }
      char next = text.charAt(position++);
      if (next == '\n') {
        line++;
        return values;
      }
    }
  }

  private String plain() {
    int start = position;
    while (position < text.length()
        && text.charAt(position) != separator
        && text.charAt(position) != '\n') {
      position++;
    }
    boolean carriageReturn = position > start && text.charAt(position - 1) == '\r';
    return text.substring(start, carriageReturn ? position - 1 : position);
  }

  private String quoted() {
    long begins = line;
    StringBuilder value = new StringBuilder();
    position++;
    while (position < text.length()) {
      char c = text.charAt(position++);
      if (c == '\n') {
        line++;
      }
      if (c != '"') {
        value.append(c);
      } else if (position < text.length() && text.charAt(position) == '"') {
        value.append(c);
        position++;
      } else {
        value.append(plain());
        return value.toString();
      }
    }
    throw new Failure("line " + begins + ": a quotation mark is not closed");
  }
}
