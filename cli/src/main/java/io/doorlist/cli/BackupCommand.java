package io.doorlist.cli;

import io.doorlist.cli.connection.TableFolder;
import io.doorlist.cli.console.ConsoleCommand;
import io.doorlist.cli.console.Failure;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Copies the data of a {@code doorlist up} into a file, whether that {@code up} runs or not. */
@Command(
    name = "backup",
    description = {
      "Copy the data of an `up` into a file, while it runs or not.",
      "The key and certificates that phones trust go into FILE.authority. docs/laptop.md says how to restore both."
    })
final class BackupCommand extends ConsoleCommand {
  @Parameters(paramLabel = "FILE", description = "The new file.")
  private Path file;

  @ArgGroup private Source source = new Source();

  /** Says which table to copy: the table of a running {@code up}, or the table in a folder. */
  static final class Source {
    @Option(
        names = "--up",
        paramLabel = "URL",
        description = "The `up` whose API is there (default: the one that runs here).")
    private URI up;

    @Option(
        names = "--data",
        paramLabel = "DIR",
        description = "The folder of an `up`, which may run or not.")
    private Path data;
  }

  @Override
  public Integer call() {
    Path authority = file.resolveSibling(file.getFileName() + "." + TableFolder.AUTHORITY);
    if (Files.exists(authority)) {
      throw new Failure("the folder %s exists: choose another name".formatted(authority));
    }
    Path folder = TableFolder.backup(source.up, source.data, file, console::message);
    try {
      copy(folder.resolve(TableFolder.AUTHORITY), authority);
    } catch (IOException e) {
      throw new Failure("cannot write " + authority, e);
    }
    console.result("backup " + file.toAbsolutePath());
    return 0;
  }

  /**
   * Copies a folder if it exists. Files keep their permissions, so only their owner can read the
   * secrets among them.
   */
  private static void copy(Path from, Path to) throws IOException {
    if (!Files.isDirectory(from)) {
      return;
    }
    try (Stream<Path> files = Files.walk(from)) {
      List<Path> all = files.toList();
      for (Path each : all) {
        Files.copy(each, to.resolve(from.relativize(each)), StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
  }
}
