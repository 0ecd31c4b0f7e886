package io.doorlist.cli.importing;

import io.doorlist.cli.console.Failure;
import io.doorlist.cli.evening.EveningHead;
import io.doorlist.cli.evening.EveningImport;
import io.doorlist.cli.lines.ImportLines;
import io.doorlist.cli.lines.ImportSource;
import io.doorlist.cli.lines.Importer;
import io.doorlist.cli.lines.InputFile;
import io.doorlist.cli.lines.LineReader;
import io.doorlist.cli.lines.RefusedLine;
import io.doorlist.ingest.ImportOutcome;
import io.doorlist.json.Json;
import io.doorlist.json.MalformedJsonException;
import io.doorlist.table.Table;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads files of import lines. If the first line is an {@link EveningHead}, the file is an export
 * of all that happened in an account, and {@link EveningImport} imports it.
 */
record NdjsonSource(Table table, boolean dryRun) implements ImportSource {
  private static final int SHORT = 10_000;

  /** How many lines of such an export are written together. */
  private static final int TOGETHER = 256;

  @Override
  public boolean read(InputFile file, Importer importer, Step step) throws IOException {
    LineReader lines = new LineReader(file.content());
    LineReader.Line first = lines.next();
    Optional<EveningHead> evening = first == null ? Optional.empty() : evening(file, first);
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

  private static Optional<EveningHead> evening(InputFile file, LineReader.Line line) {
    if (line.fault() != null || line.text().length() > SHORT) {
      return Optional.empty();
    }
    try {
      return EveningHead.of(Json.readObject(line.text()));
    } catch (MalformedJsonException e) {
      return Optional.empty();
    } catch (EveningHead.RefusedEveningException e) {
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
   * Imports a file that is such an export. The file is read twice: first to check it, and then to
   * write its lines to the table. If the export comes from standard input, a temporary file keeps
   * it for the second time.
   */
  private boolean read(
      InputFile file, EveningHead evening, LineReader lines, Importer importer, Step step)
      throws IOException {
    if (dryRun) {
      throw new Failure(
          file.name() + " is an export of what happened, which --dry-run cannot check");
    }
    // Lines of earlier files may be about the same account, so they are written first.
    importer.finish();
    EveningImport filling = new EveningImport(table, evening);
    try {
      Optional<InputFile> again = file.again();
      if (again.isPresent()) {
        try (InputFile whole = again.get()) {
          LineReader all = new LineReader(whole.content());
          all.next();
          look(all, filling, Writer.nullWriter());
        }
        return fill(file.name(), filling, lines, importer, step);
      }
      Path kept = Files.createTempFile("doorlist-", ".ndjson");
      try {
        try (Writer copy = Files.newBufferedWriter(kept)) {
          look(lines, filling, copy);
        }
        try (InputStream copy = Files.newInputStream(kept)) {
          return fill(file.name(), filling, new LineReader(copy), importer, step);
        }
      } finally {
        Files.delete(kept);
      }
    } catch (EveningHead.RefusedEveningException e) {
      throw new Failure(file.name() + " " + e.getMessage(), e);
    }
  }

  private static void look(LineReader lines, EveningImport filling, Writer copy)
      throws IOException {
    for (String line = next(lines); line != null; line = next(lines)) {
      filling.look(line);
      copy.write(line + "\n");
    }
  }

  private static boolean fill(
      String file, EveningImport filling, LineReader lines, Importer importer, Step step)
      throws IOException {
    filling.begin();
    List<String> some = new ArrayList<>();
    String line;
    do {
      line = next(lines);
      if (line != null) {
        some.add(line);
      }
      if (line == null || some.size() == TOGETHER) {
        ImportOutcome outcome = filling.put(some);
        some.forEach(
            each -> importer.done(new Importer.SourceLine(file, "line", 0, null, null), outcome));
        some.clear();
      }
      if (!step.goOn()) {
        return false;
      }
    } while (line != null);
    filling.finish();
    return true;
  }

  /** Returns the next line that is not blank, or {@code null} after the last. */
  private static String next(LineReader lines) throws IOException {
    LineReader.Line line = lines.next();
    while (line != null && line.blank()) {
      line = lines.next();
    }
    if (line != null && line.fault() != null) {
      throw new Failure("line " + line.number() + " " + line.fault());
    }
    return line == null ? null : line.text();
  }
}
