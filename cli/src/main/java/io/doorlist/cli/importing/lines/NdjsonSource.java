package io.doorlist.cli.importing.lines;

import io.doorlist.cli.console.Failure;
import io.doorlist.ingest.ImportOutcome;
import io.doorlist.ingest.evening.Evening;
import io.doorlist.ingest.evening.EveningCheck;
import io.doorlist.ingest.evening.EveningImport;
import io.doorlist.ingest.evening.ImportWords;
import io.doorlist.json.Json;
import io.doorlist.json.MalformedJsonException;
import io.doorlist.store.Stores;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Gatherers;
import java.util.stream.Stream;

/**
 * Files of import lines, read line by line. A file that begins with the line of an evening is an
 * export of what happened.
 */
public final class NdjsonSource implements ImportSource {
  private static final int SHORT = 10_000;

  /** How many lines of an evening are put at once. */
  private static final int TOGETHER = 256;

  private final Stores stores;
  private final ImportWords words;
  private final boolean dryRun;

  /**
   * Creates the source.
   *
   * @param dryRun whether evenings are not imported
   */
  public NdjsonSource(Stores stores, ImportWords words, boolean dryRun) {
    this.stores = stores;
    this.words = words;
    this.dryRun = dryRun;
  }

  @Override
  public boolean read(InputFile file, Importer importer, Step step) throws IOException {
    LineReader lines = new LineReader(file.content());
    LineReader.Line first = lines.next();
    Optional<Evening> evening = first == null ? Optional.empty() : evening(file, first);
    if (evening.isPresent()) {
      return read(file, evening.get(), lines, importer, step);
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

  private static Optional<Evening> evening(InputFile file, LineReader.Line line) {
    if (line.fault() != null || line.text().length() > SHORT) {
      return Optional.empty();
    }
    try {
      return Evening.of(Json.readObject(line.text()));
    } catch (MalformedJsonException e) {
      return Optional.empty();
    } catch (Evening.RefusedEveningException e) {
      throw new Failure(file.name() + " " + e.getMessage(), e);
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

  /**
   * Reads an export of what happened: once to look at it, and once more to write it. Standard input
   * is kept in a file meanwhile.
   */
  private boolean read(
      InputFile file, Evening evening, LineReader lines, Importer importer, Step step)
      throws IOException {
    if (dryRun) {
      throw new Failure(
          file.name() + " is an export of what happened, which --dry-run cannot check");
    }
    // The lines before it, of other files, may be of the same account.
    importer.finish();
    try {
      EveningCheck check = new EveningCheck(evening, words);
      Optional<InputFile> again = file.again();
      if (again.isPresent()) {
        try (InputFile whole = again.get()) {
          LineReader all = new LineReader(whole.content());
          all.next();
          look(all, check, Writer.nullWriter());
        }
        return fill(file.name(), check, lines, importer, step);
      }
      Path kept = Files.createTempFile("doorlist-", ".ndjson");
      try {
        try (Writer copy = Files.newBufferedWriter(kept)) {
          look(lines, check, copy);
        }
        try (InputStream copy = Files.newInputStream(kept)) {
          return fill(file.name(), check, new LineReader(copy), importer, step);
        }
      } finally {
        Files.delete(kept);
      }
    } catch (Evening.RefusedEveningException e) {
      throw new Failure(file.name() + " " + e.getMessage(), e);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static void look(LineReader lines, EveningCheck check, Writer copy) throws IOException {
    for (LineReader.Line line = next(lines); line != null; line = next(lines)) {
      if (!line.blank()) {
        check.add(line.text());
        copy.write(line.text() + "\n");
      }
    }
  }

  private boolean fill(
      String file, EveningCheck check, LineReader lines, Importer importer, Step step) {
    EveningImport filling = new EveningImport(stores, check);
    AtomicBoolean stopped = new AtomicBoolean();
    Stream.iterate(next(lines), Objects::nonNull, line -> next(lines))
        .takeWhile(
            line -> {
              stopped.set(!step.goOn());
              return !stopped.get();
            })
        .filter(line -> !line.blank())
        .gather(Gatherers.windowFixed(TOGETHER))
        .forEach(
            some -> {
              List<ImportOutcome> outcomes =
                  filling.put(some.stream().map(LineReader.Line::text).toList());
              for (int i = 0; i < some.size(); i++) {
                importer.done(
                    new Importer.SourceLine(file, "line", some.get(i).number(), null, null),
                    outcomes.get(i));
              }
            });
    if (stopped.get()) {
      return false;
    }
    filling.finish();
    return true;
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
