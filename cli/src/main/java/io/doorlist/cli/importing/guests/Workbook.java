package io.doorlist.cli.importing.guests;

import io.doorlist.cli.console.Failure;
import io.doorlist.cli.importing.guests.Sheet.Row;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Reads the first sheet of an Excel workbook. It is our own because a stranger's workbook must cost
 * no more than its guests: a library keeps what is not of them, works out formulas, and has no
 * limits. Not thread-safe.
 */
final class Workbook {
  private static final byte[] ZIP = {'P', 'K', 3, 4};
  private static final byte[] OLD = {
    (byte) 0xD0, (byte) 0xCF, 0x11, (byte) 0xE0, (byte) 0xA1, (byte) 0xB1, 0x1A, (byte) 0xE1
  };

  /** Quoted texts, colours and locales in a format. */
  private static final Pattern LITERAL = Pattern.compile("\"[^\"]*+\"|\\[[^\\]]*+\\]|\\\\.");

  /** What a cell shows whose formula fails. */
  private static final Pattern ERROR = Pattern.compile("#(N/A|[A-Z0-9/]+[!?])");

  private static final Pattern DATE = Pattern.compile("[dDyY]");
  private static final Pattern PLACE = Pattern.compile("([A-Z]{1,3})\\d*");
  private static final int LETTERS = 26;

  /** Built-in formats that are dates without a text. */
  private static final List<String> DATES = List.of("14", "15", "16", "17", "22");

  /** The days of 1900 have numbers from 1, with a 29 February that there was not. */
  private static final LocalDate DAY_0 = LocalDate.of(1899, 12, 30);

  private static final LocalDate DAY_0_OF_1904 = LocalDate.of(1904, 1, 1);
  private static final int NO_LEAP_DAY = 60;
  private static final int MAX_DAYS = 2_958_465;
  private static final int SECONDS_A_DAY = 86_400;

  /** The digits that a number may have: a spreadsheet's have 308, before or after the point. */
  private static final int MAX_DIGITS = 400;

  private final List<String> shared = new ArrayList<>();
  private final Map<String, String> formats = new HashMap<>();

  /** Whether each style shows a number as a date. */
  private final List<Boolean> dates = new ArrayList<>();

  private boolean from1904;

  private Workbook() {}

  /** Returns whether these bytes begin a workbook: of today, which is a zip file, or an old one. */
  static boolean isOne(byte[] bytes) {
    return bytes.length > 8 && (begins(bytes, ZIP) || begins(bytes, OLD));
  }

  private static boolean begins(byte[] bytes, byte[] with) {
    return Arrays.equals(bytes, 0, with.length, with, 0, with.length);
  }

  static Sheet read(byte[] bytes) {
    if (begins(bytes, OLD)) {
      throw new Failure("an old workbook, or one with a password: save it as .xlsx or CSV");
    }
    try (WorkbookParts parts = new WorkbookParts(bytes)) {
      return new Sheet("xlsx", new Workbook().rows(parts));
    } catch (IOException | XMLStreamException | IllegalArgumentException e) {
      throw new Failure("the file cannot be read as a workbook (.xlsx)", e);
    }
  }

  private List<Row> rows(WorkbookParts parts) throws IOException, XMLStreamException {
    String book = parts.related("/", "officeDocument").orElse("/xl/workbook.xml");
    String sheet = parts.named(book, firstSheet(parts.open(book))).orElseThrow(Workbook::broken);
    String texts = parts.related(book, "sharedStrings").orElse(null);
    if (texts != null) {
      readShared(parts.open(texts));
    }
    String looks = parts.related(book, "styles").orElse(null);
    if (looks != null) {
      readStyles(parts.open(looks));
    }
    List<Row> rows = readRows(parts.open(sheet));
    int width = rows.stream().mapToInt(row -> row.cells().size()).max().orElse(0);
    CellLimit.check((long) rows.size() * width);
    // Cells beside the titles are just untitled; in CSV they are a sign of a separator too many.
    rows.forEach(row -> row.cells().addAll(Collections.nCopies(width - row.cells().size(), "")));
    return rows;
  }

  private static IOException broken() {
    return new IOException("a part names nothing that is there");
  }

  /** Returns the id by which the workbook names its first sheet. */
  private String firstSheet(XMLStreamReader xml) throws IOException, XMLStreamException {
    while (xml.hasNext()) {
      if (xml.next() == XMLStreamReader.START_ELEMENT) {
        if (xml.getLocalName().equals("workbookPr")) {
          from1904 = List.of("1", "true").contains(WorkbookParts.attribute(xml, "date1904", ""));
        } else if (xml.getLocalName().equals("sheet")) {
          return WorkbookParts.attribute(xml, "id", "");
        }
      }
    }
    throw broken();
  }

  private void readShared(XMLStreamReader xml) throws XMLStreamException {
    while (xml.hasNext()) {
      if (xml.next() == XMLStreamReader.START_ELEMENT && xml.getLocalName().equals("si")) {
        shared.add(text(xml, "si"));
      }
    }
  }

  private void readStyles(XMLStreamReader xml) throws XMLStreamException {
    List<String> styles = new ArrayList<>();
    boolean inside = false;
    while (xml.hasNext()) {
      int event = xml.next();
      if (event == XMLStreamReader.START_ELEMENT || event == XMLStreamReader.END_ELEMENT) {
        boolean start = event == XMLStreamReader.START_ELEMENT;
        switch (xml.getLocalName()) {
          case "cellXfs" -> inside = start;
          case "numFmt" -> {
            if (start) {
              formats.put(
                  WorkbookParts.attribute(xml, "numFmtId", ""),
                  WorkbookParts.attribute(xml, "formatCode", ""));
            }
          }
          case "xf" -> {
            if (start && inside) {
              styles.add(WorkbookParts.attribute(xml, "numFmtId", ""));
            }
          }
          default -> {
            // Fonts and borders say nothing of guests.
          }
        }
      }
    }
    styles.forEach(format -> dates.add(isDate(format)));
  }

  private List<Row> readRows(XMLStreamReader xml) throws XMLStreamException {
    List<Row> rows = new ArrayList<>();
    CellLimit limit = new CellLimit();
    long number = 0;
    while (xml.hasNext()) {
      if (xml.next() == XMLStreamReader.START_ELEMENT && xml.getLocalName().equals("row")) {
        String said = WorkbookParts.attribute(xml, "r", "");
        number = said.isEmpty() ? number + 1 : Long.parseLong(said);
        Row row = row(xml, number, limit);
        if (!row.empty()) {
          rows.add(row);
        }
      }
    }
    return rows;
  }

  private Row row(XMLStreamReader xml, long number, CellLimit limit) throws XMLStreamException {
    List<String> cells = new ArrayList<>();
    String fault = null;
    while (!ends(xml, "row")) {
      if (xml.isStartElement() && xml.getLocalName().equals("c")) {
        int column = column(WorkbookParts.attribute(xml, "r", ""), cells.size());
        int more = Math.max(0, column + 1 - cells.size());
        limit.add(more, column + 1);
        cells.addAll(Collections.nCopies(more, ""));
        String type = WorkbookParts.attribute(xml, "t", "n");
        String style = WorkbookParts.attribute(xml, "s", "");
        String cell = cell(type, style, text(xml, "c"));
        if (cell == null || ERROR.matcher(cell).matches()) {
          String what = cell == null ? " has a number that no spreadsheet has" : " has an error";
          fault = "column " + (column + 1) + what;
          cell = "";
        }
        cells.set(column, cell);
      }
    }
    while (!cells.isEmpty() && cells.getLast().isEmpty()) {
      cells.removeLast();
    }
    return new Row(number, cells, fault);
  }

  /** Returns the column of a place such as {@code B7}, from 0; the next one if it says none. */
  private static int column(String place, int next) {
    if (place.isEmpty()) {
      return next;
    }
    Matcher letters = PLACE.matcher(place);
    if (!letters.matches()) {
      throw new IllegalArgumentException("a cell has no place");
    }
    return letters.group(1).chars().reduce(0, (sum, it) -> sum * LETTERS + it - 'A' + 1) - 1;
  }

  private static boolean ends(XMLStreamReader xml, String element) throws XMLStreamException {
    return xml.next() == XMLStreamReader.END_ELEMENT && xml.getLocalName().equals(element);
  }

  /** Reads an element to its end, and returns what it says, without formulas and how to read it. */
  private static String text(XMLStreamReader xml, String element) throws XMLStreamException {
    StringBuilder text = new StringBuilder();
    boolean said = false;
    int beside = 0;
    while (!ends(xml, element)) {
      boolean start = xml.isStartElement();
      if (start || xml.isEndElement()) {
        switch (xml.getLocalName()) {
          case "v", "t" -> said = start;
          case "rPh" -> beside += start ? 1 : -1;
          default -> {
            // Runs of a text, and formulas.
          }
        }
      } else if (said && beside == 0 && xml.hasText()) {
        text.append(xml.getTextCharacters(), xml.getTextStart(), xml.getTextLength());
        CellLimit.checkLength(text.length());
      }
    }
    return text.toString();
  }

  /** Returns what a cell shows; {@code null} if it is a number that no spreadsheet has. */
  private String cell(String type, String style, String value) {
    return switch (type) {
      case "s" -> value.isEmpty() ? "" : shared(Integer.parseInt(value));
      case "b" -> value.equals("1") ? "true" : value.equals("0") ? "false" : value;
      case "n" -> value.isBlank() ? "" : number(style, value.strip());
      default -> value;
    };
  }

  private String shared(int index) {
    if (index < 0 || index >= shared.size()) {
      throw new IllegalArgumentException("a cell has a text that is not there");
    }
    return shared.get(index);
  }

  private String number(String style, String value) {
    BigDecimal number;
    try {
      number = new BigDecimal(value);
    } catch (NumberFormatException e) {
      return value;
    }
    if (Math.abs((long) number.scale()) > MAX_DIGITS || number.precision() > MAX_DIGITS) {
      return null;
    }
    double days = number.doubleValue();
    int index = style.isEmpty() ? 0 : Integer.parseInt(style);
    if (index >= 0 && index < dates.size() && dates.get(index) && days >= 0 && days <= MAX_DAYS) {
      return time(days).toString();
    }
    // What a spreadsheet has rounded remains with its exponent.
    BigDecimal bare = number.stripTrailingZeros();
    return bare.scale() < 0 && bare.precision() > 14 ? bare.toString() : bare.toPlainString();
  }

  private boolean isDate(String format) {
    String code = formats.getOrDefault(format, "");
    return DATES.contains(format) || DATE.matcher(LITERAL.matcher(code).replaceAll("")).find();
  }

  private LocalDateTime time(double days) {
    LocalDate first = from1904 ? DAY_0_OF_1904 : DAY_0.plusDays(days < NO_LEAP_DAY ? 1 : 0);
    return first.atStartOfDay().plusSeconds(Math.round(days * SECONDS_A_DAY));
  }
}
