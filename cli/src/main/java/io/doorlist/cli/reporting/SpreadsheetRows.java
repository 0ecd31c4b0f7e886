package io.doorlist.cli.reporting;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Rows as CSV (RFC 4180) that spreadsheets read correctly. Times are local and begin with the date.
 * No text becomes a formula.
 */
public record SpreadsheetRows(CsvWriter csv, ZoneId zone, List<String> columns) {
  /**
   * If a text begins with one of these characters, spreadsheets take it for a formula, even if the
   * text is quoted.
   */
  private static final String FORMULA = "=+-@\t\r\n";

  private static final DateTimeFormatter LOCAL =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);

  /** Writes the titles, and returns the writer for the rows. */
  public static SpreadsheetRows begin(
      PrintWriter writer, char separator, ZoneId zone, List<String> columns) {
    // Without a byte order mark, spreadsheets read names in another encoding.
    writer.print('\uFEFF');
    CsvWriter csv =
        CsvWriter.builder()
            .fieldSeparator(separator)
            .lineDelimiter(LineDelimiter.CRLF)
            .bufferSize(0)
            .build(writer);
    csv.writeRecord(columns);
    return new SpreadsheetRows(csv, zone, columns);
  }

  public void write(Map<String, Object> row) {
    csv.writeRecord(columns.stream().map(column -> cell(row.get(column))).toList());
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

  static String defused(String text) {
    return !text.isEmpty() && FORMULA.indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
  }
}
