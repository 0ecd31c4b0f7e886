package io.doorlist.cli.reporting;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Rows as CSV (RFC 4180) that a spreadsheet opens as it should: times are local and begin with the
 * date, and no text is taken for a formula.
 */
final class SpreadsheetRows implements ReportRows {
  /** What spreadsheets take for the beginning of a formula, also after it was quoted. */
  private static final String FORMULA = "=+-@\t\r\n";

  private static final DateTimeFormatter LOCAL =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);

  /** Without it spreadsheets take names for another encoding. */
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private final Writer writer;
  private final CsvWriter csv;
  private final ZoneId zone;
  private final List<String> columns;

  SpreadsheetRows(Writer writer, char separator, ZoneId zone, List<String> columns) {
    this.writer = writer;
    this.csv =
        CsvWriter.builder()
            .fieldSeparator(separator)
            .lineDelimiter(LineDelimiter.CRLF)
            .build(writer);
    this.zone = zone;
    this.columns = columns;
  }

  @Override
  public void begin() {
    write(writer, BYTE_ORDER_MARK);
    csv.writeRecord(columns);
  }

  @Override
  public void accept(Map<String, Object> row) {
    csv.writeRecord(columns.stream().map(column -> cell(row.get(column))).toList());
  }

  @Override
  public void end() {
    try {
      csv.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String cell(Object value) {
    return switch (value) {
      case null -> "";
      case Instant time -> LOCAL.format(time.atZone(zone));
      case Boolean flag -> flag ? "yes" : "no";
      case String text -> defused(text);
      default -> value.toString();
    };
  }

  /** Returns a text as a spreadsheet shows it as text. */
  static String defused(String text) {
    return !text.isEmpty() && FORMULA.indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
  }

  static void write(Writer writer, String text) {
    try {
      writer.write(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
