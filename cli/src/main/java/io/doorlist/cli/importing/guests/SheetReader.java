package io.doorlist.cli.importing.guests;

import io.doorlist.cli.console.Failure;
import io.doorlist.cli.console.FailureType;
import io.doorlist.cli.importing.guests.CharacterSets.Decoded;
import io.doorlist.cli.importing.guests.Sheet.Row;
import io.doorlist.cli.lines.InputFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads guest lists from files. A file may have separated values in one of many character sets, or
 * be an Excel workbook.
 */
public final class SheetReader {
  /**
   * The most bytes of a file, about twice as many as 300,000 guests need. Reading takes some eight
   * times as much memory.
   */
  private static final int MAX_BYTES = 128 << 20;

  private static final int BEGINNING = 64_000;
  private static final Pattern SEP = Pattern.compile("sep=(.)\\R", Pattern.CASE_INSENSITIVE);

  private static final Pattern MARKUP =
      Pattern.compile("<(!doctype|html|\\?xml|table|head|meta)\\b", Pattern.CASE_INSENSITIVE);

  private SheetReader() {}

  /** Reads the sheets of a whole file. Fails if no spreadsheet program could have written it. */
  static List<Sheet> read(InputFile file, GuestListOptions options) throws IOException {
    return read(file.name(), file.whole(MAX_BYTES), options);
  }

  /**
   * Reads the sheets of a file with this name. Fails if no spreadsheet program could have written
   * it.
   */
  public static List<Sheet> read(String name, byte[] bytes, GuestListOptions options) {
    return read(name, bytes, options, ListProgress.NONE);
  }

  /** Reads the sheets of a file with this name, and reports progress. */
  public static List<Sheet> read(
      String name, byte[] bytes, GuestListOptions options, ListProgress progress) {
    return read(name, bytes, options.sheetsOf(name), options, progress);
  }

  private static List<Sheet> read(
      String name,
      byte[] bytes,
      List<String> sheets,
      GuestListOptions options,
      ListProgress progress) {
    progress.at(ListProgress.Step.FILE, 0, 0);
    if (Workbook.isOne(bytes)) {
      return Workbook.read(
              name,
              bytes,
              sheets,
              rows -> GuestColumns.sayWho(rows, options.kinds().keySet()),
              progress)
          .stream()
          .map(Sheet::plain)
          .toList();
    }
    if (!sheets.isEmpty()) {
      throw new Failure(
          FailureType.NO_SUCH_SHEET,
          "--sheet goes with a workbook (.xlsx); a text file has no sheets");
    }
    Decoded decoded = CharacterSets.decode(bytes, options.charset);
    String text = checked(decoded.text());
    Matcher sep = SEP.matcher(text);
    boolean said = sep.lookingAt();
    char separator = said ? sep.group(1).charAt(0) : separator(text);
    String shown = separator == '\t' ? "tab" : String.valueOf(separator);
    return List.of(
        new Sheet(
                name,
                null,
                List.of(),
                null,
                decoded.charset().name() + ", separator " + shown,
                CsvRows.read(
                    said ? text.substring(sep.end()) : text, separator, Long.MAX_VALUE, progress),
                decoded.findings())
            .plain());
  }

  /** Reads all sheets of a file with this name, including those that a guest list leaves out. */
  public static List<Sheet> readAll(String name, byte[] bytes) {
    GuestListOptions options = new GuestListOptions();
    List<Sheet> first = read(name, bytes, options);
    List<String> all = first.getFirst().tabs();
    return all.size() > 1 ? read(name, bytes, all, options, ListProgress.NONE) : first;
  }

  /** Returns the names of the character sets in which texts can be read. */
  public static List<String> charsets() {
    return CharacterSets.names();
  }

  public static boolean isGuestList(byte[] beginning) {
    try {
      String text =
          Workbook.isOne(beginning) ? null : checked(CharacterSets.decode(beginning, null).text());
      return text == null || score(text, separator(text)) >= BEGINNING;
    } catch (Failure e) {
      return false;
    }
  }

  /** Returns the text, unless it is JSON or a web page, which this refuses. */
  private static String checked(String text) {
    String start = text.stripLeading();
    if (start.startsWith("{") || start.startsWith("[")) {
      throw new Failure(
          FailureType.NO_LIST,
          "this is JSON, not a guest list; --account and --event go with --from");
    }
    if (MARKUP.matcher(start).lookingAt()) {
      throw new Failure(
          FailureType.WEB_PAGE,
          "this is a web page or XML, whatever the file is called: open it in a spreadsheet, and"
              + " save it as .xlsx or CSV UTF-8");
    }
    return text;
  }

  /**
   * Returns the separator that gives the most known titles and, if they are equal, the most cells.
   */
  private static char separator(String text) {
    return Stream.of(',', ';', '\t', '|')
        .max(Comparator.comparingLong(each -> score(text, each)))
        .orElseThrow();
  }

  private static long score(String text, char separator) {
    String beginning = text.substring(0, Math.min(text.length(), BEGINNING));
    return CsvRows.read(beginning, separator, GuestColumns.FIRST_ROWS, ListProgress.NONE).stream()
        .mapToLong(row -> GuestColumns.known(row) * BEGINNING + row.cells().size())
        .max()
        .orElse(0);
  }

  /**
   * Reads rows of separated values. We have our own reader because a quotation mark that is never
   * closed must spoil only its own line. Libraries lose the rest of the file. Not thread-safe.
   */
  private static final class CsvRows {
    /**
     * The most characters of a cell, more than a spreadsheet allows. If a cell seems to be longer,
     * its quotation mark is not closed.
     */
    private static final int MAX_CELL = 40_000;

    private static final Pattern OTHERS = Pattern.compile("[,;\t|]");
    private static final Pattern LINE_END = Pattern.compile("[\r\n]");

    private final String text;
    private final char separator;

    /** A cell with or without quotation marks, before a separator or the end of the line. */
    private final Matcher cell;

    /** A separator that no space follows. In prose, a space follows a comma or a semicolon. */
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

    /** Reads at most this many rows. Empty rows are left out, but count as rows. */
    static List<Row> read(String text, char separator, long most, ListProgress progress) {
      CsvRows csv = new CsvRows(text, separator);
      List<Row> rows = new ArrayList<>();
      for (long number = 1; csv.at < text.length() && number <= most; number++) {
        Row row = csv.row(number);
        progress.at(ListProgress.Step.FILE, csv.at, text.length());
        if (!row.empty()) {
          rows.add(row);
        }
      }
      return rows;
    }

    private Row row(long number) {
      int start = at;
      Refusal fault = null;
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
          fault = Refusal.of(RefusalType.QUOTE_NOT_CLOSED);
        }
      } while (fault == null && take(separator));
      boolean blank = cells.stream().allMatch(String::isBlank);
      if (fault != null) {
        // The following lines may belong to the cell, until a line is surely a row of its own.
        doubtful = true;
        Matcher end = LINE_END.matcher(text);
        at = end.find(start) ? end.start() : text.length();
        cells = new ArrayList<>(List.of(text.substring(start, at)));
      } else if (doubtful && (cells.size() != width || loose) && !blank) {
        fault = Refusal.of(RefusalType.BEHIND_A_WRONG_QUOTE);
      } else if (cells.stream().anyMatch(this::likeRows)) {
        long lines = text.substring(start, at).lines().count();
        fault = Refusal.of(RefusalType.LINES_LIKE_ROWS, "lines", lines);
      } else if (cells.size() == 1 && width > 1 && OTHERS.matcher(cells.getFirst()).find()) {
        fault = Refusal.of(RefusalType.OTHER_SEPARATOR);
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

    /** Returns whether a cell has line breaks, and as many separators as a row. */
    private boolean likeRows(String text) {
      return width > 1
          && LINE_END.matcher(text).find()
          && separates.matcher(text).results().count() >= width - 1;
    }
  }
}
