package io.doorlist.cli.importing.guests;

import io.doorlist.cli.console.Failure;
import io.doorlist.cli.console.FailureType;
import io.doorlist.cli.console.Text;
import io.doorlist.cli.importing.guests.Sheet.Row;
import io.doorlist.cli.importing.guests.SheetRows.Cell;
import io.doorlist.cli.importing.guests.SheetRows.Shown;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Reads the sheets of an Excel workbook. We have our own reader because a stranger's workbook must
 * not need more memory and time than its guests do. Libraries keep other data too, calculate
 * formulas, and have no limits. Not thread-safe.
 */
final class Workbook {
  private static final byte[] ZIP = {'P', 'K', 3, 4};
  private static final byte[] OLD = {
    (byte) 0xD0, (byte) 0xCF, 0x11, (byte) 0xE0, (byte) 0xA1, (byte) 0xB1, 0x1A, (byte) 0xE1
  };

  /**
   * How spreadsheets write a character that XML does not allow. If a text itself looks like this,
   * they write its underscore in the same way.
   */
  private static final Pattern ESCAPED = Pattern.compile("_x([0-9A-Fa-f]{4})_");

  /**
   * The day with number 0, for dates from March 1900 on. Spreadsheets count from 1 January 1900,
   * and include a 29 February 1900 that did not exist.
   */
  private static final LocalDate DAY_0 = LocalDate.of(1899, 12, 30);

  private static final LocalDate DAY_0_OF_1904 = LocalDate.of(1904, 1, 1);
  private static final int NO_LEAP_DAY = 60;
  private static final int MAX_DAYS = 2_958_465;
  private static final int SECONDS_A_DAY = 86_400;

  /**
   * The most digits of a number that is read. In a spreadsheet, a number has at most 308 digits
   * before or after the point.
   */
  private static final int MAX_DIGITS = 400;

  /** The 15 digits that a spreadsheet keeps of a number. */
  private static final MathContext KEPT = new MathContext(15);

  private final WorkbookParts parts;
  private final ListProgress progress;
  private final List<String> shared = new ArrayList<>();
  private final List<CellFormat> formats = new ArrayList<>();
  private final List<Tab> tabs = new ArrayList<>();
  private boolean from1904;

  /**
   * Whether formulas have values. A program that does not calculate them marks the workbook as one
   * to calculate when it is opened.
   */
  private boolean calculated = true;

  /**
   * A sheet as the workbook lists it.
   *
   * @param part the name of the part with its rows
   */
  private record Tab(String name, boolean shown, String part) {}

  private Workbook(WorkbookParts parts, ListProgress progress) {
    this.parts = parts;
    this.progress = progress;
  }

  /**
   * Returns whether these bytes are the beginning of a workbook, be it a modern one, which is a zip
   * file, or an old one.
   */
  static boolean isOne(byte[] bytes) {
    return bytes.length > 8 && (begins(bytes, ZIP) || begins(bytes, OLD));
  }

  private static boolean begins(byte[] bytes, byte[] with) {
    return Arrays.equals(bytes, 0, with.length, with, 0, with.length);
  }

  /**
   * Reads the sheets with these names. Without names, it reads the first visible sheet that has
   * titles, or else the first visible one.
   *
   * @param file the name of the file
   */
  static List<Sheet> read(
      String file,
      byte[] bytes,
      List<String> names,
      Predicate<List<Row>> titled,
      ListProgress progress) {
    if (begins(bytes, OLD)) {
      throw new Failure(
          FailureType.SAVE_AS_XLSX,
          "an old workbook (.xls), or one with a password: open it, and save it as .xlsx (Excel"
              + " Workbook) without a password, or as CSV UTF-8");
    }
    try (WorkbookParts parts = new WorkbookParts(bytes)) {
      return new Workbook(parts, progress).read(file, names, titled);
    } catch (IOException | XMLStreamException | IllegalArgumentException e) {
      throw new Failure(
          FailureType.BROKEN_WORKBOOK, "the file cannot be read as a workbook (.xlsx)", e);
    }
  }

  private List<Sheet> read(String file, List<String> names, Predicate<List<Row>> titled)
      throws IOException, XMLStreamException {
    parts.checkFormat();
    String book = parts.related("/", "officeDocument").orElse("/xl/workbook.xml");
    readBook(book);
    String texts = parts.related(book, "sharedStrings").orElse(null);
    if (texts != null) {
      readShared(parts.open(texts));
    }
    String looks = parts.related(book, "styles").orElse(null);
    if (looks != null) {
      readStyles(parts.open(looks));
    }
    if (names.isEmpty()) {
      return List.of(firstTitled(file, titled));
    }
    List<Tab> wanted = wanted(names);
    List<Sheet> sheets = new ArrayList<>();
    for (Tab tab : wanted) {
      // Only the first sheet has the finding about sheets that are left out, so it is not repeated.
      List<Tab> chosen = tab == wanted.getFirst() ? wanted : tabs;
      sheets.add(sheet(file, tab, rows(tab), chosen));
    }
    return sheets;
  }

  private Sheet firstTitled(String file, Predicate<List<Row>> titled)
      throws IOException, XMLStreamException {
    Tab chosen = null;
    List<Row> rows = null;
    for (Tab tab : shown()) {
      List<Row> its = rows(tab);
      boolean has = titled.test(its);
      if (rows == null || has) {
        chosen = tab;
        rows = its;
      }
      if (has) {
        break;
      }
    }
    return sheet(file, chosen, rows, List.of(chosen));
  }

  private Sheet sheet(String file, Tab tab, List<Row> rows, List<Tab> chosen) {
    String format = "xlsx, sheet '" + Text.printable(tab.name()) + "'";
    List<String> all = tabs.stream().map(Tab::name).toList();
    return new Sheet(file, tab.name(), all, null, format, rows, findings(chosen));
  }

  private List<Row> rows(Tab tab) throws IOException, XMLStreamException {
    return new SheetRows(this::show, calculated, progress).read(parts.open(tab.part()));
  }

  private List<Tab> shown() {
    List<Tab> shown = tabs.stream().filter(Tab::shown).toList();
    if (shown.isEmpty()) {
      throw new Failure(
          FailureType.NO_SHEET_SHOWN,
          "the workbook shows no sheet: --sheet NAME says which to read of " + names(tabs));
    }
    return shown;
  }

  /** Returns the sheets with these names, each only once, in the order of the names. */
  private List<Tab> wanted(List<String> names) {
    return names.stream()
        .map(
            name ->
                tabs.stream()
                    .filter(tab -> same(tab.name(), name))
                    .findFirst()
                    .orElseThrow(
                        () ->
                            new Failure(
                                FailureType.NO_SUCH_SHEET,
                                "--sheet: the workbook has no sheet '%s', but %s"
                                    .formatted(Text.printable(name), names(tabs)))))
        .distinct()
        .toList();
  }

  private static boolean same(String name, String other) {
    return GuestWords.line(name).equalsIgnoreCase(GuestWords.line(other));
  }

  private List<Finding> findings(List<Tab> chosen) {
    List<Tab> others = tabs.stream().filter(tab -> !chosen.contains(tab)).toList();
    return others.isEmpty()
        ? List.of()
        : List.of(
            Finding.of(
                FindingType.SHEET_CHOSEN,
                "sheets",
                chosen.stream().map(Workbook::named).toList(),
                "others",
                others.stream().map(Workbook::named).toList()));
  }

  private static String names(List<Tab> tabs) {
    return tabs.stream().map(tab -> Text.printable(named(tab))).collect(Collectors.joining(", "));
  }

  private static String named(Tab tab) {
    return "'" + tab.name() + "'" + (tab.shown() ? "" : " (hidden)");
  }

  private void readBook(String book) throws IOException, XMLStreamException {
    XMLStreamReader xml = parts.open(book);
    List<String[]> sheets = new ArrayList<>();
    while (xml.hasNext()) {
      if (xml.next() == XMLStreamReader.START_ELEMENT) {
        switch (xml.getLocalName()) {
          case "workbook" -> WorkbookParts.checkNamespace(xml.getNamespaceURI());
          case "workbookPr" -> from1904 = SheetRows.is(xml, "date1904");
          case "calcPr" -> calculated = !SheetRows.is(xml, "fullCalcOnLoad");
          case "sheet" ->
              sheets.add(
                  new String[] {
                    WorkbookParts.attribute(xml, "name", ""),
                    WorkbookParts.attribute(xml, "state", "visible"),
                    WorkbookParts.attribute(xml, "id", "")
                  });
          default -> {
            // Views and defined names say nothing of guests.
          }
        }
      }
    }
    Map<String, String> worksheets = parts.all(book, "worksheet");
    for (String[] sheet : sheets) {
      // A sheet of the workbook may be a chart, which has no rows.
      if (worksheets.containsKey(sheet[2])) {
        tabs.add(new Tab(sheet[0], sheet[1].equals("visible"), worksheets.get(sheet[2])));
      }
    }
    if (tabs.isEmpty()) {
      throw new IOException("a part names nothing that is there");
    }
  }

  private void readShared(XMLStreamReader xml) throws XMLStreamException {
    while (xml.hasNext()) {
      if (xml.next() == XMLStreamReader.START_ELEMENT && xml.getLocalName().equals("si")) {
        shared.add(unescaped(SheetRows.text(xml, "si").said()));
      }
    }
  }

  private void readStyles(XMLStreamReader xml) throws XMLStreamException {
    Map<String, String> own = new HashMap<>();
    Map<String, CellFormat> known = new HashMap<>();
    boolean inside = false;
    while (xml.hasNext()) {
      int event = xml.next();
      if (event == XMLStreamReader.START_ELEMENT || event == XMLStreamReader.END_ELEMENT) {
        boolean start = event == XMLStreamReader.START_ELEMENT;
        switch (xml.getLocalName()) {
          case "cellXfs" -> inside = start;
          case "numFmt" -> {
            if (start) {
              String code = WorkbookParts.attribute(xml, "formatCode", "");
              CellLimit.checkLength(code.length());
              own.put(WorkbookParts.attribute(xml, "numFmtId", ""), code);
            }
          }
          case "xf" -> {
            if (start && inside) {
              String number = WorkbookParts.attribute(xml, "numFmtId", "");
              formats.add(known.computeIfAbsent(number, each -> CellFormat.of(each, own)));
            }
          }
          default -> {
            // Fonts and borders say nothing of guests.
          }
        }
      }
    }
  }

  private Shown show(Cell cell) {
    String value = cell.value();
    return switch (cell.type()) {
      case "s" -> text(cell.style(), value.isEmpty() ? "" : shared(Integer.parseInt(value)));
      case "b" -> new Shown(value.equals("1") ? "true" : value.equals("0") ? "false" : value, null);
      case "n" -> value.isBlank() ? new Shown("", null) : number(cell.style(), value.strip());
      default -> text(cell.style(), unescaped(value));
    };
  }

  private Shown text(String style, String text) {
    return new Shown(text.isEmpty() ? "" : format(style).show(text), null);
  }

  private static String unescaped(String text) {
    return text.contains("_x")
        ? ESCAPED
            .matcher(text)
            .replaceAll(
                found ->
                    Matcher.quoteReplacement(
                        String.valueOf((char) Integer.parseInt(found.group(1), 16))))
        : text;
  }

  private String shared(int index) {
    if (index < 0 || index >= shared.size()) {
      throw new IllegalArgumentException("a cell has a text that is not there");
    }
    return shared.get(index);
  }

  private CellFormat format(String style) {
    int index = style.isEmpty() ? 0 : Integer.parseInt(style);
    return index >= 0 && index < formats.size() ? formats.get(index) : CellFormat.GENERAL;
  }

  private Shown number(String style, String value) {
    CellFormat format = format(style);
    BigDecimal number;
    try {
      number = new BigDecimal(value);
    } catch (NumberFormatException e) {
      return new Shown(value, null);
    }
    if (Math.abs((long) number.scale()) > MAX_DIGITS || number.precision() > MAX_DIGITS) {
      return new Shown(null, null);
    }
    double days = number.doubleValue();
    if (format.isDate() && days >= 0 && days <= MAX_DAYS) {
      return new Shown(day(days).toString(), null);
    }
    if (format.isTime() && days >= 0 && days < 1) {
      long seconds = Math.round(days * SECONDS_A_DAY) % SECONDS_A_DAY;
      return new Shown(LocalTime.ofSecondOfDay(seconds).toString(), null);
    }
    BigDecimal bare = number.stripTrailingZeros();
    boolean whole = bare.scale() <= 0;
    if (whole && bare.precision() - bare.scale() > KEPT.getPrecision()) {
      // A number that a spreadsheet has rounded keeps its exponent, which shows that it is no exact
      // code.
      boolean rounded = bare.scale() < 0 && bare.precision() > KEPT.getPrecision() - 1;
      return new Shown(
          rounded ? bare.toString() : bare.toPlainString(), RefusalType.NUMBER_ROUNDED);
    }
    BigDecimal kept = whole ? bare : bare.round(KEPT).stripTrailingZeros();
    String plain = kept.toPlainString();
    return format
        .show(kept)
        .map(shown -> new Shown(shown, null))
        .orElseGet(() -> new Shown(plain, RefusalType.FORMAT_NOT_KNOWN));
  }

  private LocalDateTime day(double days) {
    LocalDate first = from1904 ? DAY_0_OF_1904 : DAY_0.plusDays(days < NO_LEAP_DAY ? 1 : 0);
    return first.atStartOfDay().plusSeconds(Math.round(days * SECONDS_A_DAY));
  }
}
