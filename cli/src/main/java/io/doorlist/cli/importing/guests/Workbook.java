package io.doorlist.cli.importing.guests;

import io.doorlist.cli.console.Failure;
import io.doorlist.cli.importing.guests.Sheet.Row;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.dhatim.fastexcel.reader.Cell;
import org.dhatim.fastexcel.reader.CellType;
import org.dhatim.fastexcel.reader.ExcelReaderException;
import org.dhatim.fastexcel.reader.ReadableWorkbook;
import org.dhatim.fastexcel.reader.ReadingOptions;

/** Reads the first sheet of an Excel workbook. */
final class Workbook {
  /** Quoted texts, colours and locales in a format. */
  private static final Pattern LITERAL = Pattern.compile("\"[^\"]*\"|\\[[^\\]]*\\]|\\\\.");

  /** What a cell shows whose formula fails. */
  private static final Pattern ERROR = Pattern.compile("#(N/A|[A-Z0-9/]+[!?])");

  private static final Pattern DATE = Pattern.compile("[dDyY]");

  /** Built-in formats that are dates without a text. */
  private static final List<Integer> DATES = List.of(14, 15, 16, 17, 22);

  private Workbook() {}

  /** Returns whether these bytes begin a workbook: of today, which is a zip file, or an old one. */
  static boolean isOne(byte[] bytes) {
    return bytes.length > 8
        && (ReadableWorkbook.isOOXMLZipHeader(bytes) || ReadableWorkbook.isOLE2Header(bytes));
  }

  static Sheet read(byte[] bytes) {
    if (ReadableWorkbook.isOLE2Header(bytes)) {
      throw new Failure("an old workbook, or one with a password: save it as .xlsx or CSV");
    }
    try (ReadableWorkbook workbook =
            new ReadableWorkbook(new ByteArrayInputStream(bytes), new ReadingOptions(true, true));
        Stream<org.dhatim.fastexcel.reader.Row> read = workbook.getFirstSheet().openStream()) {
      List<Row> rows = read.map(Workbook::row).filter(row -> !row.empty()).toList();
      int width = rows.stream().mapToInt(row -> row.cells().size()).max().orElse(0);
      // Cells beside the titles are just untitled; in CSV they are a sign of a separator too many.
      rows.forEach(row -> row.cells().addAll(Collections.nCopies(width - row.cells().size(), "")));
      return new Sheet("xlsx", rows);
    } catch (IOException | ExcelReaderException e) {
      throw new Failure("the file cannot be read as a workbook (.xlsx)", e);
    }
  }

  private static Row row(org.dhatim.fastexcel.reader.Row row) {
    List<String> cells = new ArrayList<>();
    String fault = null;
    for (Cell cell : row) {
      cells.add(cell == null ? "" : text(cell));
      if (ERROR.matcher(cells.getLast()).matches()) {
        fault = "column " + cells.size() + " has an error";
      }
    }
    return new Row(row.getRowNum(), cells, fault);
  }

  private static String text(Cell cell) {
    if (cell.getType() == CellType.FORMULA || cell.getType() == CellType.ERROR) {
      return Objects.toString(cell.getRawValue(), "");
    }
    if (!(cell.getValue() instanceof BigDecimal number)) {
      return Objects.toString(cell.getValue(), "");
    }
    Integer id = cell.getDataFormatId();
    String format = cell.getDataFormatString();
    if ((id != null && DATES.contains(id))
        || (format != null && DATE.matcher(LITERAL.matcher(format).replaceAll("")).find())) {
      return cell.asDate().toString();
    }
    // What a spreadsheet has rounded remains with its exponent.
    BigDecimal bare = number.stripTrailingZeros();
    return bare.scale() < 0 && bare.precision() > 14 ? bare.toString() : bare.toPlainString();
  }
}
