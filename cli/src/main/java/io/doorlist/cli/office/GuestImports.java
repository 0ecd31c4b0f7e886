package io.doorlist.cli.office;

import io.doorlist.cli.console.Failure;
import io.doorlist.cli.console.FailureType;
import io.doorlist.cli.console.WordedProblem;
import io.doorlist.cli.importing.guests.GuestImport;
import io.doorlist.cli.importing.guests.GuestListOptions;
import io.doorlist.cli.importing.guests.ListProgress;
import io.doorlist.cli.lines.ImportCounts;
import io.doorlist.cli.lines.Importer;
import io.doorlist.cli.office.ImportFolder.Part;
import io.doorlist.cli.office.Previews.Preview;
import io.doorlist.ingest.ImportOutcome;
import io.doorlist.ingest.ImportStore;
import io.doorlist.table.Table;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Imports guest lists, one at a time, exactly as their previews say, and takes imports back. An
 * import goes on if the page is closed. If a kill cuts it off, it goes on at the next start,
 * because it is harmless to import the same list again. Thread-safe.
 */
final class GuestImports implements AutoCloseable {
  private final Table table;
  private final String account;
  private final Clock clock;
  private final ImportFolder folder;
  private final Previews previews;
  private final TakingBack takingBack;
  private final Background background = new Background();
  private ImportProgress progress = new ImportProgress("", 0);
  private volatile boolean ended;

  GuestImports(Table table, String account, Clock clock, ImportFolder folder, Previews previews) {
    this.table = table;
    this.account = account;
    this.clock = clock;
    this.folder = folder;
    this.previews = previews;
    this.takingBack = new TakingBack(table, account, clock, folder, previews);
  }

  /** The progress of an import. It counts orders and refused rows. */
  private static final class ImportProgress implements Importer.Listener {
    private final String id;
    private final long of;
    private final ImportCounts counts = new ImportCounts();

    ImportProgress(String id, long of) {
      this.id = id;
      this.of = of;
    }

    @Override
    public synchronized void done(Importer.SourceLine line, ImportOutcome outcome) {
      // The lines of the event and its door are not counted.
      if (line.number() > 0 || line.subject() != null) {
        counts.add(outcome);
      }
    }

    synchronized long lines() {
      return Math.min(of, counts.lines());
    }

    synchronized Map<String, Object> members() {
      return counts.members();
    }
  }

  /**
   * An import and its progress.
   *
   * @param of how many rows it has; 0 if it does not run
   */
  record Shown(ImportRun run, long done, long of) {}

  synchronized List<Shown> list(String event) {
    return folder.list().stream()
        .filter(run -> run.event().equals(event))
        .map(
            run ->
                run.id().equals(progress.id)
                    ? new Shown(run, progress.lines(), progress.of)
                    : new Shown(run, 0, 0))
        .toList();
  }

  /** Returns the names of the files that are being imported, or taken back. */
  List<String> open() {
    return folder.list().stream().filter(run -> run.state().isOpen()).map(ImportRun::file).toList();
  }

  /** Returns the choices of the event's last import that had choices about columns. */
  ListChoices columns(String event) {
    return folder.list().stream()
        .filter(run -> run.event().equals(event) && run.choices().isOfColumns())
        .findFirst()
        .map(ImportRun::choices)
        .orElse(ListChoices.NONE);
  }

  /**
   * The outcome of a request to import. Either the import runs, or there is another preview,
   * because the table has changed.
   */
  record Begun(ImportRun run, Preview other) {}

  /**
   * Begins to import a list as its preview says.
   *
   * @throws Failure if another import runs, or the list has objections
   */
  synchronized Begun begin(Preview seen, ListProgress told) {
    checkFree();
    if (!seen.shown().objections().isEmpty()) {
      throw new Failure(FailureType.HAS_OBJECTIONS, seen.shown().objections().getFirst().text());
    }
    Optional<Preview> other = previews.changed(seen, told);
    if (other.isPresent()) {
      return new Begun(null, other.get());
    }
    ImportRun run =
        new ImportRun(
            UUID.randomUUID().toString(),
            seen.event(),
            seen.names(),
            clock.instant().truncatedTo(ChronoUnit.MILLIS),
            seen.choices(),
            ImportRun.State.RUNNING,
            false,
            Map.of(),
            null);
    for (int i = 0; i < seen.files().size(); i++) {
      folder.keep(run.id(), i, seen.files().get(i));
    }
    folder.keep(run.id(), Part.BEFORE, TakingBack.lines(seen.target()));
    folder.keep(run);
    previews.remove(seen.id());
    start(run, seen.list(), rows(seen));
    return new Begun(run, null);
  }

  private void checkFree() {
    if (folder.list().stream().anyMatch(run -> run.state().isOpen())) {
      throw new Failure(FailureType.ANOTHER_IMPORT, "another import runs: wait for its end");
    }
  }

  private static long rows(Preview seen) {
    return seen.shown().rows().size() + seen.shown().refused().size();
  }

  /** Goes on with work that a kill cut off: an import, or taking one back. */
  synchronized void resume() {
    folder.list().stream()
        .filter(run -> run.state().isOpen())
        .findFirst()
        .ifPresent(
            run -> {
              boolean back = run.state() == ImportRun.State.TAKING_BACK;
              ImportRun again = run.again();
              folder.keep(again);
              background.start(
                  () -> {
                    if (back) {
                      takingBack.resume(again);
                    } else {
                      resume(again);
                    }
                  });
            });
  }

  private void resume(ImportRun run) {
    try {
      GuestListOptions options = run.choices().options();
      GuestImport list =
          GuestImport.of(
              previews.target(run.event(), ListProgress.NONE),
              ListFile.sheets(folder.files(run), options, ListProgress.NONE),
              options,
              clock.instant().truncatedTo(ChronoUnit.MILLIS));
      ImportProgress next = new ImportProgress(run.id(), list.preview().rows().size());
      synchronized (this) {
        progress = next;
      }
      write(run, list, next);
    } catch (RuntimeException e) {
      folder.keep(run.with(ImportRun.State.FAILED, Map.of(), WordedProblem.of(e)));
    }
  }

  private void start(ImportRun run, GuestImport list, long rows) {
    ImportProgress next = new ImportProgress(run.id(), rows);
    progress = next;
    background.start(
        () -> {
          try {
            write(run, list, next);
          } catch (RuntimeException e) {
            folder.keep(run.with(ImportRun.State.FAILED, next.members(), WordedProblem.of(e)));
          }
        });
  }

  private void write(ImportRun run, GuestImport list, ImportProgress told) {
    Importer importer = new Importer(new ImportStore(table, false, () -> {}), told);
    if (!list.write(importer, () -> !ended)) {
      return;
    }
    importer.finish();
    Map<Long, String> before = folder.lines(run.id(), Part.BEFORE);
    Map<Long, String> after = TakingBack.lines(previews.target(run.event(), ListProgress.NONE));
    after.entrySet().removeIf(each -> each.getValue().equals(before.get(each.getKey())));
    folder.keep(run.id(), Part.AFTER, after);
    folder.keep(run.with(ImportRun.State.DONE, told.members(), null));
  }

  /**
   * Takes an import back, so that its orders are as they were before. Its new tickets open no door
   * any more.
   *
   * @throws Failure if something else has happened to one of its tickets, or another import runs
   */
  synchronized ImportRun takeBack(ImportRun run) {
    checkFree();
    return takingBack.begin(run);
  }

  ImportRun get(String id) {
    return folder
        .find(id)
        .orElseThrow(() -> new Failure(FailureType.GONE, "there is no such import"));
  }

  /** Stops the import at its present place. The next start goes on. */
  @Override
  public void close() {
    ended = true;
    background.await();
  }
}
