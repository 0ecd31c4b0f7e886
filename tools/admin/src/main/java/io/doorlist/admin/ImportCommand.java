package io.doorlist.admin;

import io.doorlist.domain.DomainException;
import io.doorlist.domain.ImportOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Brings files into the table: what is new is created, what differs is changed, and the rest stays
 * untouched.
 */
@Command(
    name = "import",
    description = {
      "Import accounts, events, check-in lists and orders from NDJSON files.",
      "Importing the same file twice changes nothing; a run that was cut off is simply run again."
    })
final class ImportCommand implements Callable<Integer> {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description = "Files to import, also packed with gzip; - is standard input.")
  private List<String> files;

  @Option(names = "--dry-run", description = "Only check; write nothing.")
  private boolean dryRun;

  @Option(
      names = "--refused",
      paramLabel = "FILE",
      description = "Write refused lines to this file too, with number and reason.")
  private Path refusedPath;

  @Option(names = "--json", description = "Print the summary as JSON.")
  private boolean json;

  @Mixin private Target target;

  private final Console console;
  private final ImportCounts counts = new ImportCounts();
  private Progress progress;
  private RefusedFile refusedFile;
  private long earlierBytes;

  ImportCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    progress = new Progress(console, files.stream().mapToLong(ImportCommand::size).sum());
    boolean complete = false;
    try (Interruption interruption = new Interruption(PATIENCE);
        Target.Connection connection = target.connect(Clock.systemUTC())) {
      refusedFile = refusedPath == null ? null : new RefusedFile(refusedPath);
      try {
        Importer importer = new Importer(connection.stores().importer(dryRun), report());
        complete = read(importer, interruption);
      } catch (DomainException e) {
        progress.message("stopped: " + e.getMessage() + "; run it again to go on");
      } finally {
        progress.clear();
        if (refusedFile != null) {
          refusedFile.close();
        }
        summary();
      }
    }
    return complete && counts.refused() == 0 ? 0 : 1;
  }

  /** Reads all files; tells whether to their ends. */
  private boolean read(Importer importer, Interruption interruption) {
    boolean complete = true;
    for (String name : files) {
      complete &= !interruption.asked() && read(name, importer, interruption);
    }
    importer.finish();
    if (interruption.asked()) {
      progress.message("interrupted; run it again to go on");
    }
    return complete;
  }

  private boolean read(String name, Importer importer, Interruption interruption) {
    try (InputFile file = InputFile.open(name, console.in())) {
      LineReader lines = new LineReader(file.content());
      for (LineReader.Line line = lines.next(); line != null; line = lines.next()) {
        if (interruption.asked()) {
          return false;
        }
        if (!line.blank()) {
          read(file.name(), line, importer);
        }
        progress.at(counts.lines(), earlierBytes + file.read());
      }
      earlierBytes += file.size();
      return true;
    } catch (Failure e) {
      progress.message(e.getMessage());
    } catch (IOException e) {
      progress.message("cannot read " + name + " to its end: " + e.getMessage());
    }
    return false;
  }

  private static void read(String file, LineReader.Line line, Importer importer) {
    Importer.SourceLine source = new Importer.SourceLine(file, line.number(), line.text());
    try {
      if (line.fault() != null) {
        throw new RefusedLine(null, line.fault());
      }
      importer.add(source, ImportLines.read(line.text()));
    } catch (RefusedLine e) {
      importer.refuse(source, e);
    }
  }

  private Importer.Report report() {
    return new Importer.Report() {
      @Override
      public void done(Importer.SourceLine line, ImportOutcome outcome) {
        counts.add(outcome);
        if (outcome.kind() == ImportOutcome.Kind.REFUSED) {
          refused(line, outcome);
        }
      }

      @Override
      public void waiting() {
        progress.busy();
      }
    };
  }

  private void refused(Importer.SourceLine line, ImportOutcome outcome) {
    String place = files.size() == 1 ? "" : line.file() + ": ";
    String field = outcome.field() == null ? "" : outcome.field() + ": ";
    progress.message(place + "line " + line.number() + ": " + field + outcome.reason());
    if (refusedFile != null) {
      refusedFile.add(line, outcome);
    }
  }

  private void summary() {
    if (json) {
      console.json(counts.members());
    } else {
      console.result((dryRun ? "dry run: " : "") + counts);
    }
  }

  private static long size(String name) {
    try {
      return name.equals("-") ? 0 : Files.size(Path.of(name));
    } catch (IOException e) {
      return 0;
    }
  }
}
