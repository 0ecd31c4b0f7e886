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
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads files of spreadsheets: separated values in UTF-8, UTF-16 or Windows-1252; or the first
 * sheet of an Excel workbook.
 */
public final class SheetReader {
  static final String WESTERN = "windows-1252";

  /** A file of 300,000 guests has half of it; it takes some eight times its size of memory. */
  private static final int MAX_BYTES = 128 << 20;

  private static final int BEGINNING = 64_000;
  private static final Pattern SEP = Pattern.compile("sep=(.)\\R", Pattern.CASE_INSENSITIVE);

  private SheetReader() {}

  private record Decoded(String text, String encoding) {}

  /** Reads a file as a whole; fails if it is nothing of a spreadsheet's. */
  static Sheet read(InputFile file) throws IOException {
    byte[] bytes = file.whole(MAX_BYTES);
    if (Workbook.isOne(bytes)) {
      return Workbook.read(bytes);
    }
    Decoded decoded = decode(bytes);
    String text = decoded.text();
    Matcher sep = SEP.matcher(text);
    boolean said = sep.lookingAt();
    char separator = said ? sep.group(1).charAt(0) : separator(text);
    String name = separator == '\t' ? "tab" : String.valueOf(separator);
    return new Sheet(
        decoded.encoding() + ", separator " + name,
        CsvRows.read(said ? text.substring(sep.end()) : text, separator, Long.MAX_VALUE));
  }

  public static boolean isGuestList(byte[] beginning) {
    try {
      String text = Workbook.isOne(beginning) ? null : decode(beginning).text();
      return text == null || score(text, separator(text)) >= BEGINNING;
    } catch (Failure e) {
      return false;
    }
  }

  private static Decoded decode(byte[] bytes) {
    for (Charset charset : List.of(unicode(bytes), Charset.forName(WESTERN))) {
      try {
        String text = charset.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        text = text.startsWith("\uFEFF") ? text.substring(1) : text;
        if (text.stripLeading().startsWith("{") || text.stripLeading().startsWith("[")) {
          throw new Failure("this is JSON, not a guest list; --account and --event go with --from");
        }
        if (text.indexOf('\0') < 0) {
          return new Decoded(text, charset.name());
        }
      } catch (CharacterCodingException e) {
        continue;
      }
    }
    throw new Failure("the file is no text in a known encoding: save it as CSV UTF-8, or as .xlsx");
  }

  /** UTF-16 has a zero beside each separator, end of line and Latin letter; UTF-8 has none. */
  private static Charset unicode(byte[] bytes) {
    int[] zeros = new int[2];
    for (int i = 0; i < bytes.length; i++) {
      zeros[i % 2] += bytes[i] == 0 ? 1 : 0;
    }
    Charset wide = zeros[0] > zeros[1] ? StandardCharsets.UTF_16BE : StandardCharsets.UTF_16LE;
    return zeros[0] == zeros[1] ? StandardCharsets.UTF_8 : wide;
  }

  /** Returns the separator that makes most known titles, or else most cells. */
  private static char separator(String text) {
    return Stream.of(',', ';', '\t', '|')
        .max(Comparator.comparingLong(each -> score(text, each)))
        .orElseThrow();
  }

  private static long score(String text, char separator) {
    String beginning = text.substring(0, Math.min(text.length(), BEGINNING));
    return CsvRows.read(beginning, separator, GuestColumns.FIRST_ROWS).stream()
        .mapToLong(row -> GuestColumns.known(row) * BEGINNING + row.cells().size())
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
    private static final Pattern LINE_END = Pattern.compile("[\r\n]");

    private final String text;
    private final char separator;

    /** A cell within quotation marks, or without; behind it is a separator or the line's end. */
    private final Matcher cell;

    /** A separator that is not one of prose, which has a space behind it. */
    private final Pattern separates;

    private final CellLimit limit = new CellLimit();

    private int width;
    private int at;
    private boolean doubtful;

    private CsvRows(String text, char separator) {
      this.text = text;
      this.separator = separator;
      String quoted = Pattern.quote(String.valueOf(separator));
      separates = Pattern.compile(quoted + "(?! )");
      cell =
          Pattern.compile(
                  "(?:\"([^\"]*+(?:\"\"[^\"]*+)*+)\" *+|((?!\")[^S\r\n]*+))(?=[S\r\n]|\\z)"
                      .replace("S", quoted))
              .matcher(text)
              .useTransparentBounds(true)
              .useAnchoringBounds(false);
    }

    /** Reads at most so many rows; empty ones are left out, and counted. */
    static List<Row> read(String text, char separator, long most) {
      CsvRows csv = new CsvRows(text, separator);
      List<Row> rows = new ArrayList<>();
      for (long number = 1; csv.at < text.length() && number <= most; number++) {
        Row row = csv.row(number);
        if (!row.empty()) {
          rows.add(row);
        }
      }
      return rows;
    }

    private Row row(long number) {
      int start = at;
      String fault = null;
      boolean loose = false;
      List<String> cells = new ArrayList<>();
      do {
        if (cell.region(at, Math.min(text.length(), at + MAX_CELL)).lookingAt()) {
          String plain = Objects.requireNonNullElse(cell.group(2), "");
          loose |= plain.contains("\"");
          cells.add(cell.group(1) == null ? plain : cell.group(1).replace("\"\"", "\""));
          limit.add(1, cells.size());
          at = cell.end();
        } else {
          fault = NOT_CLOSED + ", or stands within a cell";
        }
      } while (fault == null && take(separator));
      boolean blank = cells.stream().allMatch(String::isBlank);
      if (fault != null) {
        // What follows may be the cell's rest, until a line is surely a row.
        doubtful = true;
        Matcher end = LINE_END.matcher(text);
        at = end.find(start) ? end.start() : text.length();
        cells = List.of(text.substring(start, at));
      } else if (doubtful && (cells.size() != width || loose) && !blank) {
        fault = "it may belong to a row above with a wrong quotation mark";
      } else if (cells.stream().anyMatch(this::likeRows)) {
        long lines = text.substring(start, at).lines().count();
        fault = "its %d lines look like so many rows, as if %s".formatted(lines, NOT_CLOSED);
      } else {
        doubtful &= blank;
        width = Math.max(width, cells.size());
      }
      take('\r');
      take('\n');
      return new Row(number, cells, fault);
    }

    private boolean take(char wanted) {
      boolean there = at < text.length() && text.charAt(at) == wanted;
      at += there ? 1 : 0;
      return there;
    }

    /** Returns whether a cell with line breaks has as many separators as a row. */
    private boolean likeRows(String text) {
      return width > 1
          && LINE_END.matcher(text).find()
          && separates.matcher(text).results().count() >= width - 1;
    }
  }
}
