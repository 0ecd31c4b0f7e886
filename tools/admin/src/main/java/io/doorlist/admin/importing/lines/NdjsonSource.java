package io.doorlist.admin.importing.lines;

import io.doorlist.admin.connection.AccountReader;
import io.doorlist.admin.console.Failure;
import io.doorlist.admin.console.Text;
import io.doorlist.ingest.ImportOutcome;
import io.doorlist.ingest.evening.Evening;
import io.doorlist.ingest.evening.EveningStore;
import io.doorlist.json.Json;
import io.doorlist.json.MalformedJsonException;
import io.doorlist.store.checkin.EveningMerge;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Gatherers;
import java.util.stream.StreamSupport;

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

  /** Reads an export of what happened. */
  private boolean read(String file, Evening evening, LineReader lines, Importer importer, Step step)
      throws IOException {
    if (dryRun) {
      throw new Failure(file + " is an export of what happened, which --dry-run cannot check");
    }
    // The lines before it, of other files, may be of the same account.
    importer.finish();
    Lines items = new Lines(lines, step);
    try {
      EveningStore.Filling filling = evenings.fill(evening);
      Iterable<LineReader.Line> left = () -> items;
      StreamSupport.stream(left.spliterator(), false)
          .gather(
              Gatherers.mapConcurrent(
                  AccountReader.AT_A_TIME, line -> new Put(line, filling.put(line.text()))))
          .forEach(
              put ->
                  importer.done(
                      new Importer.SourceLine(file, "line", put.line().number(), null, null),
                      put.outcome()));
      if (items.stopped) {
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
        "merged: "
            + Text.count(merged.scans(), "scan")
            + ", of which "
            + Text.count(merged.doubles(), "double admission")
            + "; "
            + Text.count(merged.undos(), "undo")
            + "; "
            + Text.count(merged.refusals(), "refusal"));
    if (merged.undosLeft() > 0) {
      messages.accept(
          Text.count(merged.undosLeft(), "undo")
              + " not merged: those tickets went on, or were let in here too");
    }
    messages.accept("not merged: " + String.join("; ", Evening.NOT_MERGED));
  }

  /** The lines that are left in a file. Not thread-safe. */
  private static final class Lines implements Iterator<LineReader.Line> {
    private final LineReader lines;
    private final Step step;
    private LineReader.Line next;
    private boolean stopped;

    Lines(LineReader lines, Step step) {
      this.lines = lines;
      this.step = step;
    }

    @Override
    public boolean hasNext() {
      try {
        while (!stopped && (next == null || next.blank())) {
          next = lines.next();
          if (next == null) {
            return false;
          }
          if (next.fault() != null) {
            throw new Failure("line " + next.number() + " " + next.fault());
          }
          stopped = !step.goOn();
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return !stopped;
    }

    @Override
    public LineReader.Line next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      LineReader.Line line = next;
      next = null;
      return line;
    }
  }
}
