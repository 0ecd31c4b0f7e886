package io.doorlist.cli.importing.guests;

import io.doorlist.cli.console.Failure;
import io.doorlist.cli.importing.guests.Sheet.Row;
import io.doorlist.cli.importing.lines.InputFile;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads files of spreadsheets: separated values, or the first sheet of an Excel workbook. */
final class SheetReader {
  private static final int MAX_BYTES = 256 << 20;
  private static final int BEGINNING = 64_000;

  /** Where titles are looked for: a list may have a heading. */
  private static final int FIRST_ROWS = 10;

  private static final Pattern SEP = Pattern.compile("sep=(.)\\R", Pattern.CASE_INSENSITIVE);

  private SheetReader() {}

  /**
   * Reads a file as a whole.
   *
   * @throws Failure if it is nothing of a spreadsheet's
   */
  static Sheet read(InputFile file) throws IOException {
    byte[] bytes = file.content().readNBytes(MAX_BYTES + 1);
    if (bytes.length > MAX_BYTES) {
      throw new Failure(file.name() + " is longer than " + (MAX_BYTES >> 20) + " MB");
    }
    try {
      return read(bytes);
    } catch (Failure e) {
      throw new Failure(file.name() + ": " + e.getMessage(), e);
    }
  }

  private static Sheet read(byte[] bytes) {
    if (Workbook.isOne(bytes)) {
      return Workbook.read(bytes);
    }
    SheetText decoded = SheetText.decode(bytes);
    String text = decoded.text();
    if (isJson(text)) {
      throw new Failure("it is JSON, not a guest list; --account and --event go with --from");
    }
    Matcher sep = SEP.matcher(text);
    boolean said = sep.lookingAt();
    char separator = said ? sep.group(1).charAt(0) : separator(text);
    List<Row> rows =
        CsvRows.read(said ? text.substring(sep.end()) : text, separator, Long.MAX_VALUE);
    String name = separator == '\t' ? "tab" : String.valueOf(separator);
    return new Sheet("%s, separator %s".formatted(decoded.encoding(), name), rows, false);
  }

  /** Returns whether a file that begins like this is a guest list. */
  static boolean isGuestList(byte[] beginning) {
    if (Workbook.isOne(beginning)) {
      return true;
    }
    try {
      String text = SheetText.decode(beginning).text();
      return !isJson(text) && score(text, separator(text)) > 0;
    } catch (Failure e) {
      return false;
    }
  }

  private static boolean isJson(String text) {
    String start = text.stripLeading();
    return start.startsWith("{") || start.startsWith("[");
  }

  /** Returns the separator that makes most known titles, or else most cells. */
  private static char separator(String text) {
    return Stream.of(',', ';', '\t', '|')
        .max(Comparator.comparingLong(each -> score(text, each)))
        .orElseThrow();
  }

  private static long score(String text, char separator) {
    String beginning = text.substring(0, Math.min(text.length(), BEGINNING));
    List<Row> rows = CsvRows.read(beginning, separator, FIRST_ROWS);
    long titles = rows.stream().mapToLong(row -> Columns.known(row.cells())).max().orElse(0);
    long cells = rows.stream().mapToLong(row -> row.cells().size()).max().orElse(0);
    return titles * BEGINNING + cells - 1;
  }
}
