package io.doorlist.cli.importing.guests;

import io.doorlist.cli.console.Failure;
import io.doorlist.cli.importing.guests.Sheet.Row;
import io.doorlist.cli.importing.lines.InputFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads files of spreadsheets: separated values in UTF-8, in UTF-16 with its mark, or in
 * Windows-1252; or the first sheet of an Excel workbook.
 */
final class SheetReader {
  static final String WESTERN = "windows-1252";

  private static final int MAX_BYTES = 256 << 20;
  private static final int BEGINNING = 64_000;
  private static final Pattern SEP = Pattern.compile("sep=(.)\\R", Pattern.CASE_INSENSITIVE);

  private SheetReader() {}

  private record Decoded(String text, String encoding) {
    boolean isJson() {
      return text.stripLeading().startsWith("{") || text.stripLeading().startsWith("[");
    }
  }

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
    if (Workbook.isOne(bytes)) {
      return Workbook.read(bytes);
    }
    Decoded decoded = decode(bytes);
    if (decoded.isJson()) {
      throw new Failure("this is JSON, not a guest list; --account and --event go with --from");
    }
    String text = decoded.text();
    Matcher sep = SEP.matcher(text);
    boolean said = sep.lookingAt();
    char separator = said ? sep.group(1).charAt(0) : separator(text);
    String rows = said ? text.substring(sep.end()) : text;
    String name = separator == '\t' ? "tab" : String.valueOf(separator);
    return new Sheet(
        decoded.encoding() + ", separator " + name,
        CsvRows.read(rows, separator, Long.MAX_VALUE),
        false);
  }

  /** Returns whether a file that begins like this is a guest list. */
  static boolean isGuestList(byte[] beginning) {
    try {
      Decoded decoded = Workbook.isOne(beginning) ? null : decode(beginning);
      return decoded == null
          || (!decoded.isJson() && score(decoded.text(), separator(decoded.text())) >= BEGINNING);
    } catch (Failure e) {
      return false;
    }
  }

  private static Decoded decode(byte[] bytes) {
    int mark = bytes.length < 2 ? 0 : (bytes[0] & 0xFF) << 8 | (bytes[1] & 0xFF);
    boolean wide = mark == 0xFEFF || mark == 0xFFFE;
    Charset unicode = wide ? StandardCharsets.UTF_16 : StandardCharsets.UTF_8;
    for (Charset charset : List.of(unicode, Charset.forName(WESTERN))) {
      try {
        String text = charset.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        if (text.indexOf('\0') < 0) {
          return new Decoded(text.startsWith("\uFEFF") ? text.substring(1) : text, charset.name());
        }
      } catch (CharacterCodingException e) {
        continue;
      }
    }
    throw new Failure("the file is no text in a known encoding: save it as CSV UTF-8, or as .xlsx");
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

  /**
   * Reads rows of separated values. It is our own because a quotation mark that is never closed
   * must cost its own line only: with a library it takes the file's rest along. Not thread-safe.
   */
  private static final class CsvRows {
    /** Longer than a cell of a spreadsheet can be: its quotation mark is not closed. */
    private static final int MAX_CELL = 40_000;

    private static final String NOT_CLOSED = "a quotation mark is not closed";

    private final String text;
    private final char separator;
    private final List<Row> rows = new ArrayList<>();
    private int width;
    private int at;
    private boolean doubtful;
    private boolean loose;
    private String fault;

    private CsvRows(String text, char separator) {
      this.text = text;
      this.separator = separator;
    }

    /** Reads at most so many rows; empty ones are left out, and counted. */
    static List<Row> read(String text, char separator, long most) {
      CsvRows csv = new CsvRows(text, separator);
      for (long number = 1; csv.at < text.length() && number <= most; number++) {
        Row row = csv.row(number);
        if (!row.empty()) {
          csv.rows.add(row);
        }
      }
      return csv.rows;
    }

    private Row row(long number) {
      int start = at;
      fault = null;
      loose = false;
      List<String> cells = new ArrayList<>();
      do {
        cells.add(at < text.length() && text.charAt(at) == '"' ? quoted() : plain());
      } while (fault == null && take(separator));
      if (fault != null) {
        // What follows may be the cell's rest, until a line is surely a row.
        doubtful = true;
        at = endOfLine(start);
        cells = List.of(text.substring(start, at));
      } else if (doubtful && (cells.size() != width || loose) && !blank(cells)) {
        fault = "it may belong to a row above with a wrong quotation mark";
      } else if (cells.stream().anyMatch(this::likeRows)) {
        long lines = text.substring(start, at).lines().count();
        fault = "its %d lines look like so many rows, as if %s".formatted(lines, NOT_CLOSED);
      } else {
        doubtful &= blank(cells);
        width = Math.max(width, cells.size());
      }
      take('\r');
      take('\n');
      return new Row(number, cells, fault);
    }

    private static boolean blank(List<String> cells) {
      return cells.stream().allMatch(String::isBlank);
    }

    private boolean take(char wanted) {
      boolean there = at < text.length() && text.charAt(at) == wanted;
      at += there ? 1 : 0;
      return there;
    }

    private String plain() {
      int start = at;
      while (at < text.length() && !endsCell(text.charAt(at))) {
        loose |= text.charAt(at) == '"';
        at++;
      }
      return text.substring(start, at);
    }

    private boolean endsCell(char character) {
      return character == separator || character == '\n' || character == '\r';
    }

    private String quoted() {
      int start = ++at;
      StringBuilder cell = new StringBuilder();
      while (at < text.length() && at - start <= MAX_CELL) {
        char character = text.charAt(at++);
        if (character != '"' || take('"')) {
          cell.append(character);
          continue;
        }
        while (at < text.length() && text.charAt(at) == ' ') {
          at++;
        }
        if (at < text.length() && !endsCell(text.charAt(at))) {
          fault = "a quotation mark stands within a cell";
        }
        return cell.toString();
      }
      fault = NOT_CLOSED;
      return "";
    }

    /**
     * Returns whether a cell with line breaks has as many separators as a row; those of prose have
     * a space behind them.
     */
    private boolean likeRows(String cell) {
      int found = 0;
      for (int i = 0; i < cell.length(); i++) {
        boolean prose = i + 1 < cell.length() && cell.charAt(i + 1) == ' ';
        found += cell.charAt(i) == separator && !prose ? 1 : 0;
      }
      return width > 1 && found >= width - 1 && (cell.contains("\n") || cell.contains("\r"));
    }

    private int endOfLine(int from) {
      int end = from;
      while (end < text.length() && text.charAt(end) != '\n' && text.charAt(end) != '\r') {
        end++;
      }
      return end;
    }
  }
}
