package io.doorlist.cli.importing;

import io.doorlist.cli.connection.ReportCommand;
import io.doorlist.cli.console.Failure;
import io.doorlist.cli.console.FailureReporter;
import io.doorlist.cli.console.Interruption;
import io.doorlist.cli.console.OwnersFile;
import io.doorlist.cli.console.Progress;
import io.doorlist.cli.importing.guests.GuestListOptions;
import io.doorlist.cli.importing.guests.GuestListSource;
import io.doorlist.cli.importing.guests.SheetReader;
import io.doorlist.cli.importing.pretix.PretixFormat;
import io.doorlist.cli.importing.pretix.PretixSource;
import io.doorlist.cli.lines.ImportCounts;
import io.doorlist.cli.lines.ImportSource;
import io.doorlist.cli.lines.Importer;
import io.doorlist.cli.lines.InputFile;
import io.doorlist.domain.DomainException;
import io.doorlist.domain.Slug;
import io.doorlist.ingest.ImportOutcome;
import io.doorlist.ingest.ImportStore;
import io.doorlist.json.Json;
import io.doorlist.store.event.EventStore;
import io.doorlist.table.Table;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Imports files into the table. It creates what is new, changes what differs, and leaves the rest
 * alone.
 */
@Command(
    name = "import",
    description = {
      "Import a guest list (CSV or .xlsx, with --account and --event), files of pretix, NDJSON"
          + " files of accounts, events, check-in lists and orders, or all that happened in an"
          + " account from what export --checkins wrote.",
      "Importing the same file twice changes nothing; after a cut-off run, run it again."
    })
public final class ImportCommand extends ReportCommand implements Importer.Listener {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String PRETIX = "pretix";
  private static final String GUEST_LIST = "csv";

  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description =
          "Files to import, plain or gzip; several files of guests are one list; - is standard input.")
  private List<String> files;

  @Option(
      names = "--dry-run",
      description = "Only check, and show how a guest list is understood; write nothing.")
  private boolean dryRun;

  @Option(
      names = "--refused",
      paramLabel = "FILE",
      description = "Write refused lines to this file too, with number and reason.")
  private Path refusedPath;

  @Option(
      names = "--from",
      paramLabel = "csv|pretix",
      description =
          "csv: a guest list, which its content says too. pretix: the files are pretix's: what its"
              + " API answers (an event, then its products, check-in lists and dates, then"
              + " orders).")
  private String from;

  @Option(
      names = "--account",
      paramLabel = "A",
      description = "With a guest list, or pretix: the account; a list adds it if it is not there.")
  private String account;

  @Option(
      names = "--event",
      paramLabel = "E|THEIRS=E",
      description =
          "With a guest list, or pretix: the event; ticket types are added to it, a list adds the"
              + " event too. THEIRS is its name in pretix, if it is another. Without it, orders of"
              + " pretix go to the events that they name.")
  private String event;

  @Option(
      names = "--currency",
      paramLabel = "CUR",
      description =
          "With a guest list, or pretix: the currency of amounts, such as EUR, unless the files say"
              + " it.")
  private String currency;

  @Mixin private GuestListOptions guestList;

  private final ImportCounts counts = new ImportCounts();
  private Progress progress;
  private PrintWriter refusedFile;
  private long earlierBytes;

  @Override
  public Integer call() {
    checkOptions();
    progress = new Progress(console, files.stream().mapToLong(InputFile::size).sum());
    boolean complete = false;
    try (Interruption interruption = new Interruption(PATIENCE);
        Table table = target.connect(Clock.systemUTC(), dryRun)) {
      refusedFile = refusedPath == null ? null : refusedFile();
      try {
        Importer importer = new Importer(new ImportStore(table, dryRun, progress::busy), this);
        complete = read(source(table), importer, interruption);
        warnOfShortCodes(importer.shortCodes());
      } catch (DomainException e) {
        progress.message("stopped: " + FailureReporter.reason(e) + "; run it again to go on");
      } finally {
        progress.clear();
        closeRefused();
        report(counts.members(), (dryRun ? "dry run: " : "") + counts);
      }
    }
    return complete && counts.refused() == 0 ? 0 : 1;
  }

  /** Reads all files. Returns whether each was read to its end. */
  private boolean read(ImportSource source, Importer importer, Interruption interruption) {
    boolean complete = true;
    for (String name : files) {
      complete &= !interruption.asked() && read(name, source, importer, interruption);
    }
    complete = complete && finish(source, importer, interruption);
    importer.finish();
    if (interruption.asked()) {
      progress.message("interrupted; run it again to go on");
    }
    return complete;
  }

  private boolean read(
      String name, ImportSource source, Importer importer, Interruption interruption) {
    try (InputFile file = InputFile.open(name, console.in())) {
      if (from == null && account == null && SheetReader.isGuestList(file.beginning())) {
        throw new Failure(
            file.name() + " looks like a guest list: --account and --event say where it goes");
      }
      boolean complete =
          source.read(file, importer, () -> goOn(earlierBytes + file.read(), interruption));
      earlierBytes += InputFile.size(name);
      return complete;
    } catch (Failure e) {
      progress.message(e.getMessage());
    } catch (IOException e) {
      progress.message("cannot read " + name + " to its end: " + e.getMessage());
    }
    return false;
  }

  private boolean finish(ImportSource source, Importer importer, Interruption interruption) {
    try {
      return source.finish(importer, () -> goOn(earlierBytes, interruption));
    } catch (Failure e) {
      progress.message(e.getMessage());
      return false;
    }
  }

  private boolean goOn(long bytes, Interruption interruption) {
    progress.at(counts.lines(), bytes);
    return !interruption.asked();
  }

  private ImportSource source(Table table) {
    if (PRETIX.equals(from)) {
      if (new EventStore(table).findAccount(account).isEmpty()) {
        throw new Failure(
            "there is no account '%s'. Import a line that says what it is: {\"kind\":\"account\",\"slug\":\"%s\",\"name\":\"…\"}"
                .formatted(account, account));
      }
      return new PretixSource(
          new PretixFormat(currency),
          table,
          account,
          PretixSource.EventChoice.of(event).orElseThrow());
    }
    guestList.goesToAws(target.onAws());
    return isGuestList()
        ? new GuestListSource(
            table,
            account,
            event,
            currency,
            guestList,
            dryRun && !json ? console : null,
            dryRun || json || files.contains("-") || !console.asks() ? null : console::ask)
        : new NdjsonSource(table, dryRun);
  }

  private boolean isGuestList() {
    return GUEST_LIST.equals(from) || (from == null && (account != null || event != null));
  }

  private void checkOptions() {
    if (from != null && !from.equals(PRETIX) && !from.equals(GUEST_LIST)) {
      throw usage("--from must be csv or pretix");
    }
    if (isGuestList()) {
      checkGuestList();
    } else if (guestList.given()) {
      throw usage(
          "--title, --time-zone, --date, --place, --reentry, --note, --notes-at, --price, --sheet,"
              + " --hidden, --charset, --columns, --dates, --unanswered and --replace go with a guest list");
    } else if (from == null && currency != null) {
      throw usage("--currency goes with --from");
    } else if (from != null) {
      checkPretix();
    }
    if (currency != null && !currency.matches("[A-Z]{3}")) {
      throw usage("--currency must be three capital letters, such as EUR");
    }
  }

  private void checkGuestList() {
    if (!Slug.valid(account) || !Slug.validForEvent(event)) {
      throw usage(
          "a guest list needs --account A and --event E, in letters, digits, '.', '_', '-'");
    }
    guestList.check();
  }

  private void checkPretix() {
    if (!Slug.valid(account)) {
      throw usage("--from needs --account: where the orders go");
    }
    if (PretixSource.EventChoice.of(event).isEmpty()) {
      throw usage("--event must be the slug of an event, or THEIRS=OURS");
    }
  }

  @Override
  public void done(Importer.SourceLine line, ImportOutcome outcome) {
    counts.add(outcome);
    if (outcome.kind() == ImportOutcome.Kind.REFUSED) {
      String place = files.size() == 1 ? "" : line.file() + ": ";
      String field = outcome.field() == null ? "" : outcome.field() + ": ";
      progress.message(place + line.name() + ": " + field + outcome.reason());
      if (refusedFile != null) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("file", line.file());
        members.put(line.unit(), line.number());
        members.put("field", outcome.field());
        members.put("reason", outcome.reason());
        members.put("text", line.text());
        refusedFile.print(Json.writeValue(members) + "\n");
      }
    }
  }

  @Override
  public void noted(String text) {
    progress.message(text);
  }

  private void warnOfShortCodes(long codes) {
    if (codes > 0) {
      progress.message(
          "codes so short that a lost phone's copy gives them away within hours: "
              + codes
              + "; see docs/security.md, A stolen phone");
    }
  }

  /**
   * Creates the file for refused lines, or empties it. It has personal data, so only its owner may
   * read it.
   */
  private PrintWriter refusedFile() {
    try {
      OwnersFile.prepare(refusedPath);
      return new PrintWriter(Files.newBufferedWriter(refusedPath));
    } catch (IOException e) {
      throw new Failure("cannot write " + refusedPath, e);
    }
  }

  private void closeRefused() {
    if (refusedFile != null) {
      boolean failed = refusedFile.checkError();
      refusedFile.close();
      if (failed) {
        throw new Failure("cannot write " + refusedPath);
      }
    }
  }
}
