package io.doorlist.cli.importing.tito;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import io.doorlist.cli.console.Failure;
import io.doorlist.cli.importing.foreign.ForeignValues;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads comma-separated values (RFC 4180) whose first row names the columns. Semicolons are
 * accepted too, as spreadsheets write them in some countries.
 */
final class Csv {
  private Csv() {}

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
   * @throws Failure if a quoted value does not end, or has text behind it
   */
  static List<Row> read(String text) {
    String first = text.lines().findFirst().orElse("");
    boolean semicolons = first.indexOf(';') >= 0 && first.indexOf(',') < 0;
    CsvReader.CsvReaderBuilder format =
        CsvReader.builder()
            .fieldSeparator(semicolons ? ';' : ',')
            .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
            .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
            .allowUnclosedQuote(false);
    List<Row> rows = new ArrayList<>();
    List<String> names = null;
    long line = 1;
    try {
      for (CsvRecord record : format.ofCsvRecord(text)) {
        line = record.getStartingLineNumber();
        if (names == null) {
          names = record.getFields();
        } else if (record.getFieldCount() > 1 || !record.getField(0).isBlank()) {
          rows.add(new Row(line, values(names, record.getFields())));
        }
      }
    } catch (CsvParseException e) {
      throw new Failure(
          "after the row at line "
              + line
              + ": a quotation mark is not closed, or has text behind it",
          e);
    }
    return rows;
  }

  private static Map<String, String> values(List<String> names, List<String> values) {
    Map<String, String> row = new LinkedHashMap<>();
    for (int i = 0; i < Math.min(names.size(), values.size()); i++) {
      row.putIfAbsent(names.get(i).strip(), values.get(i));
    }
    return row;
  }
}
