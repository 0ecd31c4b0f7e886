package io.doorlist.cli.importing.guests;

import io.doorlist.cli.console.Failure;
import io.doorlist.cli.console.FailureType;
import io.doorlist.cli.console.Text;
import io.doorlist.domain.event.DeskTerms.NotesAt;
import io.doorlist.domain.order.DeskNote;
import io.doorlist.door.Reentry;
import java.nio.charset.Charset;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of an import of a guest list. */
public final class GuestListOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--title",
      paramLabel = "TEXT",
      description = "With a guest list: the event's title (default, if it is new: E).")
  String title;

  @Option(
      names = "--time-zone",
      paramLabel = "ZONE",
      description =
          "With a guest list: the event's, such as Europe/Berlin (default, if it is new: that of this"
              + " machine).")
  ZoneId timeZone;

  @Option(
      names = "--date",
      paramLabel = "YYYY-MM-DD",
      description = "With a guest list: when the event is, as tickets and the board say it.")
  LocalDate date;

  @Option(
      names = "--place",
      paramLabel = "TEXT",
      description = "With a guest list: where the event is, as tickets and the board say it.")
  String place;

  @Option(
      names = "--reentry",
      paramLabel = "never|after-exit|always",
      description =
          "With a guest list: whether guests who have been in are let in again (default, if the list"
              + " is new: never).")
  Returning reentry;

  /** Whether guests who have been in are let in again. */
  enum Returning {
    NEVER(Reentry.NEVER),
    AFTER_EXIT(Reentry.AFTER_EXIT),
    ALWAYS(Reentry.ALWAYS);

    private final Reentry reentry;

    Returning(Reentry reentry) {
      this.reentry = reentry;
    }

    Reentry reentry() {
      return reentry;
    }

    /** Returns the word for this value on the command line. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  @Option(
      names = "--note",
      paramLabel = "TYPE=TEXT",
      description =
          "With a guest list: what staff are told at each ticket of a type, such as 'VIP=check ID';"
              + " 'VIP=' takes it away.")
  Map<String, String> notes = Map.of();

  @Option(
      names = "--notes-at",
      paramLabel = "desk|door",
      description =
          "With a guest list: who reads the notes of its guests: desks only, or scanners at the doors"
              + " too (default, if the event is new: desk).")
  Noting notesAt;

  /** Who reads the notes of guests. */
  enum Noting {
    DESK(NotesAt.DESK),
    DOOR(NotesAt.DOOR);

    private final NotesAt notesAt;

    Noting(NotesAt notesAt) {
      this.notesAt = notesAt;
    }

    NotesAt notesAt() {
      return notesAt;
    }

    /** Returns the word for this value on the command line. */
    @Override
    public String toString() {
      return notesAt.word();
    }
  }

  @Option(
      names = "--price",
      paramLabel = "TYPE=25.00",
      description =
          "With a guest list: what a guest of a type pays at the desk, in the event's --currency:"
              + " whom a desk adds, and who is pending; 'VIP=0' is nothing.")
  Map<String, String> prices = Map.of();

  @Option(
      names = "--sheet",
      paramLabel = "NAME",
      description =
          "With a workbook: the sheet of the guests, or several that are one list (default: the"
              + " first that is shown and has titles); of several files FILE/NAME.")
  List<String> sheets = List.of();

  @Option(
      names = "--hidden",
      description = "With a workbook: take rows too that are hidden or filtered out.")
  boolean hidden;

  @Option(
      names = "--charset",
      paramLabel = "NAME",
      description =
          "With a guest list as text: its character set, such as windows-1250 (default: UTF-8 and"
              + " UTF-16 are known, others guessed).")
  Charset charset;

  @Option(
      names = "--columns",
      paramLabel = "KIND=TITLE",
      split = ",(?=[a-z-]+=)",
      description =
          "With a guest list: what columns say, such as 'name=Gast,code=Nummer'; void=TITLE is a"
              + " mark that may be empty, response=TITLE is kept as an answer, note=TITLE and"
              + " attention=TITLE are notes that a desk reads, show=TITLE,TITLE are shown at every"
              + " door.")
  List<String> columns = List.of();

  @Option(
      names = "--dates",
      paramLabel = "day-first|month-first",
      description = "With a guest list: how to read a date such as 03/04/2026.")
  Dates.Order dates;

  @Option(
      names = "--unanswered",
      paramLabel = "in|out",
      description =
          "With a guest list: whether guests come in who have not answered (default: out, they"
              + " wait).")
  Unanswered unanswered;

  /** What to do with guests who have not answered. */
  enum Unanswered {
    IN(Admission.VALID),
    OUT(Admission.PENDING);

    private final Admission admission;

    Unanswered(Admission admission) {
      this.admission = admission;
    }

    Admission admission() {
      return admission;
    }

    /** Returns the word for this value on the command line. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Option(
      names = "--replace",
      description =
          "With a guest list: it is the whole list. Who came from an earlier one and is not in it"
              + " becomes void, unless a row is refused; check-ins stay.")
  boolean replace;

  @Option(
      names = "--list-name",
      paramLabel = "NAME",
      description =
          "With a guest list: which of several lists of the event it is, such as VIP; --replace"
              + " concerns this list only.")
  String listName;

  @Option(
      names = "--same",
      paramLabel = "ROW=REFERENCE",
      description =
          "With a guest list: a row is the guest whose ticket has this reference; of several files"
              + " FILE:ROW.")
  Map<String, String> same = Map.of();

  @Option(
      names = "--transfers",
      description = "With a guest list: codes or references have gone to other people.")
  boolean transfers;

  @Option(
      names = "--yes",
      description = "With a guest list: replace codes and make tickets void, however many.")
  boolean sure;

  /** The titles of columns that every door shows, in addition to those in {@link #columns}. */
  private List<String> alsoShown = List.of();

  /**
   * Whether the list goes to a table on AWS. The command sets it, as no option of the list says it.
   */
  boolean onAws;

  public void goesToAws(boolean aws) {
    onAws = aws;
  }

  /** A command that has only these options, to read words as the command line does. */
  @Command(name = "import")
  private static final class OptionsAlone {
    @Mixin private GuestListOptions options;
  }

  /**
   * Reads options from words as the command line takes them, such as {@code --unanswered=in}.
   *
   * @param shown titles of further columns that every door shows
   * @param same references of tickets by rows, as {@code --same} pairs them
   * @throws ParameterException if the command line would refuse the words
   */
  public static GuestListOptions of(
      List<String> words, List<String> shown, Map<String, String> same) {
    OptionsAlone read = new OptionsAlone();
    new CommandLine(read).parseArgs(words.toArray(String[]::new));
    read.options.same = new LinkedHashMap<>(same);
    read.options.alsoShown = List.copyOf(shown);
    read.options.check();
    return read.options;
  }

  public boolean given() {
    boolean texts = title != null || timeZone != null || dates != null || unanswered != null;
    boolean files = !sheets.isEmpty() || hidden || charset != null;
    boolean event = date != null || place != null || reentry != null || !prices.isEmpty();
    boolean noting = !notes.isEmpty() || notesAt != null;
    boolean answers = transfers || sure || listName != null || !same.isEmpty();
    return texts || files || event || noting || answers || !columns.isEmpty() || replace;
  }

  public void check() {
    kinds();
    if (shown().size() > DeskNote.MAX_SHOWN) {
      throw new ParameterException(
          spec.commandLine(), "--columns: a door shows " + DeskNote.MAX_SHOWN + " columns at most");
    }
  }

  /** Returns the titles of columns that every door shows, in the order in which it shows them. */
  List<String> shown() {
    Stream<String> said =
        columns.stream()
            .filter(GuestListOptions::shows)
            .flatMap(column -> Stream.of(column.split("=", 2)[1].split(",")));
    return Stream.concat(said, alsoShown.stream()).map(String::strip).distinct().toList();
  }

  /**
   * Returns the names of the sheets to read from a file. They are those that {@code --sheet} names
   * for every file, and those that it names for this one.
   */
  List<String> sheetsOf(String file) {
    String own = file + "/";
    return sheets.stream()
        .filter(sheet -> sheet.startsWith(own) || !isOfAFile(sheet))
        .map(sheet -> sheet.startsWith(own) ? sheet.substring(own.length()) : sheet)
        .toList();
  }

  /** Fails if {@code --sheet} names a file that is not among these. */
  void checkFiles(Collection<String> files) {
    for (String sheet : sheets) {
      if (isOfAFile(sheet) && files.stream().noneMatch(file -> sheet.startsWith(file + "/"))) {
        throw new Failure(
            FailureType.NO_SUCH_SHEET,
            "--sheet: none of the files is that of '" + Text.printable(sheet) + "'");
      }
    }
  }

  /**
   * Returns whether {@code --sheet} names a file, too. A slash shows it, as no spreadsheet lets a
   * sheet have a slash in its name.
   */
  private static boolean isOfAFile(String sheet) {
    return sheet.indexOf('/') >= 0;
  }

  private static boolean shows(String column) {
    return column.matches("(?s)\\s*show\\s*=.*");
  }

  /** Makes a column say who comes, as {@code --columns} would. */
  void decideBy(String title) {
    columns = Stream.concat(columns.stream(), Stream.of("status=" + title)).toList();
  }

  Map<String, Kind> kinds() {
    Map<String, Kind> kinds = new LinkedHashMap<>();
    for (String column : columns) {
      if (shows(column)) {
        continue;
      }
      String[] said = column.split("=", 2);
      kinds.put(
          said[said.length - 1].strip(),
          Kind.of(said.length == 1 ? "" : said[0].strip()).orElseThrow(this::wrongColumns));
    }
    return kinds;
  }

  private ParameterException wrongColumns() {
    String all = Stream.of(Kind.values()).map(Kind::word).collect(Collectors.joining(", "));
    return new ParameterException(
        spec.commandLine(), "--columns must be KIND=TITLE; kinds are " + all + ", show");
  }
}
