package io.doorlist.cli.importing.guests;

import io.doorlist.cli.importing.guests.Sheet.Row;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Reads the rows of one sheet of a workbook. Not thread-safe. */
final class SheetRows {
  private static final Pattern PLACE = Pattern.compile("([A-Z]{1,3})(\\d{0,9})");
  private static final Pattern RANGE = Pattern.compile("([A-Z]{1,3}\\d{1,9}):([A-Z]{1,3}\\d{1,9})");
  private static final int LETTERS = 26;

  /** What a cell shows if its formula fails. */
  private static final Pattern ERROR = Pattern.compile("#(N/A|[A-Z0-9/]+[!?])");

  /**
   * The content of a cell.
   *
   * @param formula whether a formula made the value
   * @param valued whether it has a value, which may be an empty text
   */
  record Cell(String type, String style, String value, boolean formula, boolean valued) {}

  /**
   * What a cell shows.
   *
   * @param text the text, or {@code null} if the cell has a number that no spreadsheet can have
   * @param unreadable why the text may not be what the author of the workbook sees, or {@code null}
   */
  record Shown(String text, RefusalType unreadable) {}

  /** Finds out what a cell shows. */
  interface Reader {
    Shown show(Cell cell);
  }

  /** A range of merged cells in one column. */
  private record Merged(int column, long from, long to) {}

  private final Reader reader;
  private final boolean calculated;
  private final ListProgress progress;
  private final CellLimit limit = new CellLimit();
  private final TreeMap<Long, Row> rows = new TreeMap<>();

  /**
   * Creates the reader of one sheet's rows.
   *
   * @param calculated whether the program that wrote the workbook has calculated its formulas;
   *     otherwise a formula's 0 is no value
   */
  SheetRows(Reader reader, boolean calculated, ListProgress progress) {
    this.reader = reader;
    this.calculated = calculated;
    this.progress = progress;
  }

  List<Row> read(XMLStreamReader xml) throws XMLStreamException {
    List<Merged> merged = new ArrayList<>();
    long number = 0;
    while (xml.hasNext()) {
      if (xml.next() == XMLStreamReader.START_ELEMENT) {
        if (xml.getLocalName().equals("row")) {
          String said = WorkbookParts.attribute(xml, "r", "");
          number = said.isEmpty() ? number + 1 : Long.parseLong(said);
          Row row = row(xml, number);
          progress.at(ListProgress.Step.FILE, number, 0);
          if (!row.empty() && rows.put(number, row) != null) {
            throw new IllegalArgumentException("two rows have one number");
          }
        } else if (xml.getLocalName().equals("mergeCell")) {
          merged.add(merged(WorkbookParts.attribute(xml, "ref", "")));
        }
      }
    }
    merged.forEach(this::fill);
    int width = rows.values().stream().mapToInt(row -> row.cells().size()).max().orElse(0);
    CellLimit.check((long) rows.size() * width);
    // In a workbook, a cell beyond the titles only lacks a title, so all rows get the same width.
    // In CSV, such a cell shows that there is a separator too many.
    return rows.values().stream().map(row -> row.widened(width)).toList();
  }

  /** Returns whether an element has this boolean attribute, and it is true. */
  static boolean is(XMLStreamReader xml, String attribute) {
    return List.of("1", "true").contains(WorkbookParts.attribute(xml, attribute, ""));
  }

  private Row row(XMLStreamReader xml, long number) throws XMLStreamException {
    List<String> cells = new ArrayList<>();
    Map<Integer, RefusalType> unreadable = new HashMap<>();
    Refusal fault = null;
    boolean flat = WorkbookParts.attribute(xml, "ht", "").equals("0");
    boolean hidden = is(xml, "hidden") || flat;
    while (!ends(xml, "row")) {
      if (xml.isStartElement() && xml.getLocalName().equals("c")) {
        int column = column(WorkbookParts.attribute(xml, "r", ""), cells.size());
        int more = Math.max(0, column + 1 - cells.size());
        limit.add(more, column + 1);
        cells.addAll(Collections.nCopies(more, ""));
        Cell cell = cell(xml);
        Shown shown =
            notCalculated(cell)
                ? new Shown("", RefusalType.FORMULA_WITHOUT_VALUE)
                : reader.show(cell);
        String text = shown.text();
        if (text == null || ERROR.matcher(text).matches()) {
          fault =
              Refusal.of(
                  text == null ? RefusalType.NUMBER_OF_NO_SPREADSHEET : RefusalType.FORMULA_FAILED,
                  "number",
                  column + 1);
          text = "";
        }
        cells.set(column, text);
        if (shown.unreadable() != null) {
          unreadable.put(column, shown.unreadable());
        }
      }
    }
    while (!cells.isEmpty() && cells.getLast().isEmpty()) {
      cells.removeLast();
    }
    return new Row(number, cells, fault, unreadable, hidden);
  }

  /**
   * Returns whether a formula has no value. Programs that do not calculate formulas leave the value
   * out, or write 0.
   */
  private boolean notCalculated(Cell cell) {
    return cell.formula() && (!cell.valued() || (!calculated && cell.value().equals("0")));
  }

  /**
   * Returns the column of a place such as {@code B7}, counted from 0. An empty place is the next
   * column.
   */
  private static int column(String place, int next) {
    return place.isEmpty() ? next : column(matched(PLACE, place).group(1));
  }

  private static int column(String letters) {
    return letters.chars().reduce(0, (sum, it) -> sum * LETTERS + it - 'A' + 1) - 1;
  }

  private static Matcher matched(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("a cell has no place");
    }
    return matcher;
  }

  private static Merged merged(String range) {
    Matcher both = matched(RANGE, range);
    Matcher first = matched(PLACE, both.group(1));
    Matcher last = matched(PLACE, both.group(2));
    return new Merged(
        column(first.group(1)), Long.parseLong(first.group(2)), Long.parseLong(last.group(2)));
  }

  /** Copies the value of merged cells, which is in the first of them, to all their rows. */
  private void fill(Merged merged) {
    Row first = rows.get(merged.from());
    int column = merged.column();
    if (first == null || merged.to() <= merged.from()) {
      return;
    }
    String value = first.cell(column);
    RefusalType unreadable = first.unreadable().get(column);
    for (Row row : rows.subMap(merged.from() + 1, merged.to() + 1).values()) {
      int more = value.isEmpty() ? 0 : Math.max(0, column + 1 - row.cells().size());
      limit.add(more + 1, column + 1);
      row.cells().addAll(Collections.nCopies(more, ""));
      if (!value.isEmpty()) {
        row.cells().set(column, value);
      }
      if (unreadable != null) {
        row.unreadable().put(column, unreadable);
      }
    }
  }

  private static boolean ends(XMLStreamReader xml, String element) throws XMLStreamException {
    return xml.next() == XMLStreamReader.END_ELEMENT && xml.getLocalName().equals(element);
  }

  private static Cell cell(XMLStreamReader xml) throws XMLStreamException {
    String type = WorkbookParts.attribute(xml, "t", "n");
    String style = WorkbookParts.attribute(xml, "s", "");
    CellText text = text(xml, "c");
    boolean valued = !text.said().isEmpty() || (type.equals("str") && text.value());
    return new Cell(type, style, text.said(), text.formula(), valued);
  }

  /**
   * The text of an element.
   *
   * @param formula whether it has a formula
   * @param value whether it has an element for its value
   */
  record CellText(String said, boolean formula, boolean value) {}

  /** Reads an element to its end. Returns its text, without hints on how to pronounce it. */
  static CellText text(XMLStreamReader xml, String element) throws XMLStreamException {
    StringBuilder text = new StringBuilder();
    boolean said = false;
    boolean formula = false;
    boolean value = false;
    int beside = 0;
    while (!ends(xml, element)) {
      boolean start = xml.isStartElement();
      if (start || xml.isEndElement()) {
        switch (xml.getLocalName()) {
          case "v", "t" -> {
            said = start;
            value = true;
          }
          case "f" -> formula = true;
          case "rPh" -> beside += start ? 1 : -1;
          default -> {
            // Other elements only divide the text into parts.
          }
        }
      } else if (said && beside == 0 && xml.hasText()) {
        text.append(xml.getTextCharacters(), xml.getTextStart(), xml.getTextLength());
        CellLimit.checkLength(text.length());
      }
    }
    return new CellText(text.toString(), formula, value);
  }
}
