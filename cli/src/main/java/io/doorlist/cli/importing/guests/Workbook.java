package io.doorlist.cli.importing.guests;

import io.doorlist.cli.console.Failure;
import io.doorlist.cli.importing.guests.Sheet.Row;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.dhatim.fastexcel.reader.Cell;
import org.dhatim.fastexcel.reader.CellType;
import org.dhatim.fastexcel.reader.ExcelReaderException;
import org.dhatim.fastexcel.reader.ReadableWorkbook;
import org.dhatim.fastexcel.reader.ReadingOptions;

/** Reads the first sheet of an Excel workbook. */
final class Workbook {
  /** A format of dates has days or years; quoted texts, colours and locales do not count. */
  private static final Pattern LITERAL = Pattern.compile("\"[^\"]*\"|\\[[^\\]]*\\]|\\\\.");

  private static final Pattern DATE = Pattern.compile("[dDyY]");

  /** The built-in formats 14 to 17 and 22 are dates without a text. */
  private static final List<Integer> BUILT_IN_DATES = List.of(14, 15, 16, 17, 22);

  private Workbook() {}

  /** Returns whether these bytes begin a workbook: of today, which is a zip file, or an old one. */
  static boolean isOne(byte[] bytes) {
    return bytes.length > 8
        && (ReadableWorkbook.isOOXMLZipHeader(bytes) || ReadableWorkbook.isOLE2Header(bytes));
  }

  /**
   * Reads it.
   *
   * @throws Failure if it cannot be read
   */
  static Sheet read(byte[] bytes) {
    if (ReadableWorkbook.isOLE2Header(bytes)) {
      throw new Failure("it is an old workbook, or one with a password: save it as .xlsx or CSV");
    }
    try (ReadableWorkbook workbook =
            new ReadableWorkbook(new ByteArrayInputStream(bytes), new ReadingOptions(true, true));
        Stream<org.dhatim.fastexcel.reader.Row> rows = workbook.getFirstSheet().openStream()) {
      return new Sheet("xlsx", rows.map(Workbook::row).filter(row -> !row.empty()).toList(), true);
    } catch (IOException | ExcelReaderException e) {
      throw new Failure("it cannot be read as a workbook (.xlsx)", e);
    }
  }

  private static Row row(org.dhatim.fastexcel.reader.Row row) {
    List<String> cells = new ArrayList<>();
    String fault = null;
    for (Cell cell : row) {
      try {
        cells.add(cell == null ? "" : text(cell));
      } catch (DateTimeException | ExcelReaderException e) {
        fault = "column " + (cells.size() + 1) + " has an error";
        cells.add("");
      }
    }
    return new Row(row.getRowNum(), cells, fault);
  }

  private static String text(Cell cell) {
    if (cell.getType() == CellType.ERROR) {
      throw new DateTimeException("an error of a formula");
    }
    if (cell.getType() == CellType.NUMBER && isDate(cell)) {
      return cell.asDate().toString();
    }
    return switch (cell.getValue()) {
      case null -> "";
      case BigDecimal number -> number(number);
      case Object value -> cell.getType() == CellType.FORMULA ? cell.getRawValue() : value.toString();
    };
  }

  /** Returns digits; those that a spreadsheet has rounded remain with their exponent. */
  private static String number(BigDecimal number) {
    BigDecimal bare = number.stripTrailingZeros();
    return bare.scale() < 0 && bare.precision() > 14 ? bare.toString() : bare.toPlainString();
  }

  private static boolean isDate(Cell cell) {
    String format = cell.getDataFormatString();
    Integer id = cell.getDataFormatId();
    return (id != null && BUILT_IN_DATES.contains(id))
        || (format != null && DATE.matcher(LITERAL.matcher(format).replaceAll("")).find());
  }
}
