package io.doorlist.cli.importing.guests;

import io.doorlist.cli.importing.guests.Sheet.Row;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads rows of separated values. It is our own because a quotation mark that is never closed must
 * cost its own line only: with a library it takes the file's rest along. Not thread-safe.
 */
final class CsvRows {
  /** Longer than a cell of a spreadsheet can be: its quotation mark is not closed. */
  private static final int MAX_CELL = 40_000;

  private static final String NOT_CLOSED = "a quotation mark is not closed";

  private final String text;
  private final char separator;
  private final List<Row> rows = new ArrayList<>();
  private int width;
  private int at;
  private boolean doubtful;
  private boolean loose;
  private String fault;

  private CsvRows(String text, char separator) {
    this.text = text;
    this.separator = separator;
  }

  /** Reads at most so many rows; empty ones are left out, and counted. */
  static List<Row> read(String text, char separator, long most) {
    CsvRows csv = new CsvRows(text, separator);
    for (long number = 1; csv.at < text.length() && number <= most; number++) {
      Row row = csv.row(number);
      if (!row.empty()) {
        csv.rows.add(row);
      }
    }
    return csv.rows;
  }

  private Row row(long number) {
    int start = at;
    fault = null;
    loose = false;
    List<String> cells = new ArrayList<>();
    do {
      cells.add(at < text.length() && text.charAt(at) == '"' ? quoted() : plain());
    } while (fault == null && take(separator));
    if (fault != null) {
      // What follows may be the cell's rest, until a line is surely a row.
      doubtful = true;
      at = endOfLine(start);
      cells = List.of(text.substring(start, at));
    } else if (doubtful && (cells.size() != width || loose) && !blank(cells)) {
      fault = "it may belong to a row above with a wrong quotation mark";
    } else if (cells.stream().anyMatch(this::likeRows)) {
      long lines = text.substring(start, at).lines().count();
      fault = "its %d lines look like so many rows, as if %s".formatted(lines, NOT_CLOSED);
    } else {
      doubtful &= blank(cells);
      width = Math.max(width, cells.size());
    }
    take('\r');
    take('\n');
    return new Row(number, cells, fault);
  }

  private static boolean blank(List<String> cells) {
    return cells.stream().allMatch(String::isBlank);
  }

  private boolean take(char wanted) {
    boolean there = at < text.length() && text.charAt(at) == wanted;
    at += there ? 1 : 0;
    return there;
  }

  private String plain() {
    int start = at;
    while (at < text.length() && !endsCell(text.charAt(at))) {
      loose |= text.charAt(at) == '"';
      at++;
    }
    return text.substring(start, at);
  }

  private boolean endsCell(char character) {
    return character == separator || character == '\n' || character == '\r';
  }

  private String quoted() {
    int start = ++at;
    StringBuilder cell = new StringBuilder();
    while (at < text.length() && at - start <= MAX_CELL) {
      char character = text.charAt(at++);
      if (character != '"' || take('"')) {
        cell.append(character);
        continue;
      }
      while (at < text.length() && text.charAt(at) == ' ') {
        at++;
      }
      if (at < text.length() && !endsCell(text.charAt(at))) {
        fault = "a quotation mark stands within a cell";
      }
      return cell.toString();
    }
    fault = NOT_CLOSED;
    return "";
  }

  /**
   * Returns whether a cell with line breaks has as many separators as a row; those of prose have a
   * space behind them.
   */
  private boolean likeRows(String cell) {
    int found = 0;
    for (int i = 0; i < cell.length(); i++) {
      boolean prose = i + 1 < cell.length() && cell.charAt(i + 1) == ' ';
      found += cell.charAt(i) == separator && !prose ? 1 : 0;
    }
    return width > 1 && found >= width - 1 && (cell.contains("\n") || cell.contains("\r"));
  }

  private int endOfLine(int from) {
    int end = from;
    while (end < text.length() && text.charAt(end) != '\n' && text.charAt(end) != '\r') {
      end++;
    }
    return end;
  }
}
