package io.doorlist.cli.importing.lines;

import io.doorlist.cli.connection.AccountReader;
import io.doorlist.cli.console.Failure;
import io.doorlist.cli.console.Text;
import io.doorlist.ingest.ImportOutcome;
import io.doorlist.ingest.evening.Evening;
import io.doorlist.ingest.evening.EveningStore;
import io.doorlist.json.Json;
import io.doorlist.json.MalformedJsonException;
import io.doorlist.store.checkin.merge.EveningMerge;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Gatherers;
import java.util.stream.Stream;

/**
 * Files of import lines, read line by line. A file that begins with the line of an evening is an
 * export of what happened.
 */
public final class NdjsonSource implements ImportSource {
  private static final int SHORT = 10_000;

  private final EveningStore evenings;
  private final boolean dryRun;
  private final Consumer<String> messages;

  /**
   * Creates the source.
   *
   * @param dryRun whether evenings are not imported
   * @param messages takes what there is to say to people
   */
  public NdjsonSource(EveningStore evenings, boolean dryRun, Consumer<String> messages) {
    this.messages = messages;
    this.evenings = evenings;
    this.dryRun = dryRun;
  }

  @Override
  public boolean read(InputFile file, Importer importer, Step step) throws IOException {
    LineReader lines = new LineReader(file.content());
    LineReader.Line first = lines.next();
    Optional<Evening> evening = first == null ? Optional.empty() : evening(first);
    if (evening.isPresent()) {
      check(file, evening.get());
      return read(file.name(), evening.get(), lines, importer, step);
    }
    for (LineReader.Line line = first; line != null; line = lines.next()) {
      if (!line.blank()) {
        add(file.name(), line, importer);
      }
      if (!step.goOn()) {
        return false;
      }
    }
    return true;
  }

  private static Optional<Evening> evening(LineReader.Line line) {
    if (line.fault() != null || line.text().length() > SHORT) {
      return Optional.empty();
    }
    try {
      return Evening.of(Json.readObject(line.text()));
    } catch (MalformedJsonException e) {
      return Optional.empty();
    }
  }

  private static void add(String file, LineReader.Line line, Importer importer) {
    Importer.SourceLine source =
        new Importer.SourceLine(file, "line", line.number(), null, line.text());
    try {
      if (line.fault() != null) {
        throw new RefusedLine(null, line.fault());
      }
      importer.add(source, ImportLines.read(line.text()));
    } catch (RefusedLine e) {
      importer.refuse(source, e);
    }
  }

  /** A line and what became of it. */
  private record Put(LineReader.Line line, ImportOutcome outcome) {}

  /** Refuses a file that is not whole before an account waits for the rest of it. */
  private static void check(InputFile file, Evening evening) throws IOException {
    Optional<InputFile> again = file.again();
    if (again.isEmpty()) {
      return;
    }
    Evening.Sum sum = new Evening.Sum();
    try (InputFile whole = again.get()) {
      LineReader lines = new LineReader(whole.content());
      lines.next();
      for (LineReader.Line line = next(lines); line != null; line = next(lines)) {
        if (!line.blank()) {
          sum.add(line.text());
        }
      }
    }
    if (!sum.evening(evening.account()).sum().equals(evening.sum())) {
      throw new Failure(file.name() + " " + EveningStore.NOT_WHOLE);
    }
  }

  /** Reads an export of what happened. */
  private boolean read(String file, Evening evening, LineReader lines, Importer importer, Step step)
      throws IOException {
    if (dryRun) {
      throw new Failure(file + " is an export of what happened, which --dry-run cannot check");
    }
    // The lines before it, of other files, may be of the same account.
    importer.finish();
    AtomicBoolean stopped = new AtomicBoolean();
    try {
      EveningStore.Filling filling = evenings.fill(evening);
      Stream.iterate(next(lines), Objects::nonNull, line -> next(lines))
          .takeWhile(
              line -> {
                stopped.set(!step.goOn());
                return !stopped.get();
              })
          .filter(line -> !line.blank())
          .gather(
              Gatherers.mapConcurrent(
                  AccountReader.AT_A_TIME, line -> new Put(line, filling.put(line.text()))))
          .forEach(
              put ->
                  importer.done(
                      new Importer.SourceLine(file, "line", put.line().number(), null, null),
                      put.outcome()));
      if (stopped.get()) {
        return false;
      }
      filling.finish().ifPresent(this::merged);
      return true;
    } catch (EveningStore.RefusedEveningException e) {
      throw new Failure(file + " " + e.getMessage(), e);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private void merged(EveningMerge.Merged merged) {
    messages.accept(
        "merged: %s, of which %s; %s; %s"
            .formatted(
                Text.count(merged.scans(), "scan"),
                Text.count(merged.doubles(), "double admission"),
                Text.count(merged.undos(), "undo"),
                Text.count(merged.refusals(), "refusal")));
    if (merged.undosLeft() > 0) {
      messages.accept(
          Text.count(merged.undosLeft(), "undo")
              + " not merged: those tickets went on, or were let in here too");
    }
    messages.accept("not merged: " + String.join("; ", Evening.NOT_MERGED));
  }

  private static LineReader.Line next(LineReader lines) {
    try {
      LineReader.Line line = lines.next();
      if (line != null && line.fault() != null) {
        throw new Failure("line " + line.number() + " " + line.fault());
      }
      return line;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
