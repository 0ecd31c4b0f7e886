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
  private static final Pattern SEP = Pattern.compile("sep=(.)\\R", Pattern.CASE_INSENSITIVE);

  private SheetReader() {}

  /**
   * Reads a file as a whole.
   *
   * @throws Failure if it is nothing of a spreadsheet's
   */
  static Sheet read(InputFile file) throws IOException {
    byte[] bytes = file.content().readNBytes(MAX_BYTES);
    if (file.content().read() >= 0) {
      throw new Failure(file.name() + " is longer than " + (MAX_BYTES >> 20) + " MB");
    }
    return Workbook.isOne(bytes) ? Workbook.read(bytes) : read(SheetText.decode(bytes));
  }

  private static Sheet read(SheetText decoded) {
    String text = decoded.text();
    if (isJson(text)) {
      throw new Failure("this is JSON, not a guest list; --account and --event go with --from");
    }
    Matcher sep = SEP.matcher(text);
    boolean said = sep.lookingAt();
    char separator = said ? sep.group(1).charAt(0) : separator(text);
    List<Row> rows =
        CsvRows.read(said ? text.substring(sep.end()) : text, separator, Long.MAX_VALUE);
    String name = separator == '\t' ? "tab" : String.valueOf(separator);
    return new Sheet(decoded.encoding() + ", separator " + name, rows, false);
  }

  /** Returns whether a file that begins like this is a guest list. */
  static boolean isGuestList(byte[] beginning) {
    try {
      return Workbook.isOne(beginning) || hasTitles(SheetText.decode(beginning).text());
    } catch (Failure e) {
      return false;
    }
  }

  private static boolean hasTitles(String text) {
    return !isJson(text) && score(text, separator(text)) >= BEGINNING;
  }

  private static boolean isJson(String text) {
    return text.stripLeading().startsWith("{") || text.stripLeading().startsWith("[");
  }

  /** Returns the separator that makes most known titles, or else most cells. */
  private static char separator(String text) {
    return Stream.of(',', ';', '\t', '|')
        .max(Comparator.comparingLong(each -> score(text, each)))
        .orElseThrow();
  }

  private static long score(String text, char separator) {
    String beginning = text.substring(0, Math.min(text.length(), BEGINNING));
    return CsvRows.read(beginning, separator, Columns.FIRST_ROWS).stream()
        .mapToLong(row -> Columns.known(row) * BEGINNING + row.cells().size())
        .max()
        .orElse(0);
  }
}
