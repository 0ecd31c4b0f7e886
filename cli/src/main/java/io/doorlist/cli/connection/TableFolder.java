package io.doorlist.cli.connection;

import io.doorlist.cli.console.Failure;
import io.doorlist.local.table.WantedChanges;
import io.doorlist.local.template.Template;
import io.doorlist.table.Engine;
import io.doorlist.table.sqlite.FolderException;
import io.doorlist.table.sqlite.SqliteEngine;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** The folder of a table on this machine. One process at a time has it open. */
public final class TableFolder {
  /** The name of the subfolder with the key and the certificates that phones trust. */
  public static final String AUTHORITY = "authority";

  /**
   * How long a command waits while another command, or an {@code up} that is starting, has the
   * folder open.
   */
  private static final Duration OF_COMMANDS = Duration.ofSeconds(5);

  /** How long an {@code up} waits while a command has the folder open. */
  private static final Duration OF_UP = Duration.ofSeconds(10);

  private static final Duration PAUSE = Duration.ofMillis(100);

  /**
   * The system property with this installation's root. Without it, the root is the working
   * directory or a directory above it.
   */
  private static final String ROOT = "doorlist.root";

  private TableFolder() {}

  /** Returns the file {@code template.yaml} of this installation. */
  public static Path template() {
    String named = System.getProperty(ROOT);
    if (named != null) {
      return Path.of(named).resolve("template.yaml");
    }
    for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
      Path file = folder.resolve("template.yaml");
      if (Files.isRegularFile(file)) {
        return file;
      }
    }
    throw new Failure("there is no template.yaml here or above; -D" + ROOT + " says where");
  }

  /**
   * Opens a folder for an {@code up}, which is a process that serves the API.
   *
   * @throws FolderException if the folder cannot be used, or another process has it open
   */
  public static SqliteEngine openForUp(Path folder, Consumer<String> said) {
    WantedChanges wanted = WantedChanges.of(Template.read(template()));
    long end = System.nanoTime() + OF_UP.toNanos();
    while (true) {
      try {
        return SqliteEngine.open(folder, wanted, said);
      } catch (FolderException e) {
        // A command soon ends, but an `up` would not.
        boolean passes = e.isTaken() && RunningHost.of(folder).isEmpty();
        pause(e, passes, end);
      }
    }
  }

  /**
   * Opens a folder for a command. If an {@code up} has the folder, the command works through it.
   *
   * @throws FolderException if the folder cannot be used, or another process has it open
   */
  static Engine openForCommand(Path folder, Consumer<String> said) {
    if (!Files.isDirectory(folder)) {
      throw new Failure("there is no data directory " + folder);
    }
    long end = System.nanoTime() + OF_COMMANDS.toNanos();
    while (true) {
      if (RunningHost.of(folder).isPresent()) {
        return new RunningTable(() -> running(folder));
      }
      try {
        // The table records the command's changes for webhooks, and the next `up` delivers them.
        return SqliteEngine.open(folder, WantedChanges.of(Template.read(template())), said);
      } catch (FolderException e) {
        pause(e, e.isTaken(), end);
      }
    }
  }

  /**
   * Copies a table into a new file.
   *
   * @param up the API of the {@code up} that has the table; {@code null} for the one that runs
   * @param data the table's folder; {@code null} for the folder of the {@code up}
   * @return the table's folder
   * @throws FolderException if the table cannot be copied
   */
  public static Path backup(URI up, Path data, Path file, Consumer<String> said) {
    if (data == null) {
      RunningHost host = up == null ? RunningHost.find() : RunningHost.at(up);
      SqliteEngine.backup(host.folder(), file);
      return host.folder();
    }
    try (Engine table = openForCommand(data, said)) {
      if (table instanceof SqliteEngine own) {
        own.backup(file);
      } else {
        SqliteEngine.backup(data, file);
      }
    }
    return data;
  }

  /** Returns the {@code up} whose table is in a folder; fails if there is none. */
  static RunningHost running(Path folder) {
    return RunningHost.of(folder)
        .orElseThrow(() -> new Failure("no `doorlist up` of yours runs with --data " + folder));
  }

  private static void pause(FolderException fault, boolean passes, long end) {
    if (!passes || System.nanoTime() - end >= 0) {
      throw fault;
    }
    LockSupport.parkNanos(PAUSE.toNanos());
  }
}
