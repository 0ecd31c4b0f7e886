package io.doorlist.cli.starting;

import io.doorlist.cli.connection.RunningHost;
import io.doorlist.cli.connection.TableFolder;
import io.doorlist.cli.console.ConsoleCommand;
import io.doorlist.cli.console.Failure;
import io.doorlist.cli.office.Browser;
import io.doorlist.cli.office.OpeningFile;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Condition;
import io.doorlist.table.Engine;
import io.doorlist.table.Key;
import io.doorlist.table.sqlite.SqliteEngine;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Starts Doorlist for somebody who double-clicks it. It runs {@code up} with the organiser's page,
 * for phones in the Wi-Fi, on data in the user's own folder. If an {@code up} runs on that folder
 * already ({@link RunningHost}), this only opens its page.
 */
@Command(
    name = "start",
    description = {
      "Start Doorlist for somebody at this machine: what a double click does.",
      "The data is in your own folder, and the organiser's page opens in the browser."
    })
public final class StartCommand extends ConsoleCommand {
  /** The arguments that every call of {@code up} begins with. */
  private static final List<String> UP = List.of("up", "--lan", "--office");

  private static final int PORT = 3_000;
  private static final int TRUST_PORT = 3_080;
  private static final int TOKENS_AT_ONCE = 1_000;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Keep the data in this folder (default: yours).")
  private Path data;

  @Option(names = "--let-sleep", description = "Let the machine fall asleep by itself.")
  private boolean letSleep;

  @Option(names = "--no-browser", description = "Only print the file that opens the page.")
  private boolean noBrowser;

  @Option(names = "--host", paramLabel = "ADDRESS", description = "As of `up`.")
  private String host;

  @Override
  public Integer call() {
    Path folder = folder();
    Optional<RunningHost> running = RunningHost.of(folder);
    if (running.isPresent()) {
      return open(folder, running.get().api());
    }
    int port = new KeptPort(folder, PORT).choose(() -> hasTokens(folder));
    console.message("Doorlist starts.");
    console.message("Your data is in " + folder);
    try (Wakefulness awake = letSleep ? null : Wakefulness.keep()) {
      boolean kept = awake != null && awake.kept();
      console.message(
          kept
              ? "While it runs, this machine does not fall asleep by itself. Leave its lid open."
              : "This machine may fall asleep: see that it does not while the door is open.");
      console.message(
          console.asks()
              ? "Press Enter in this window to end Doorlist."
              : "Close this window to end Doorlist.");
      return spec.parent().commandLine().execute(up(folder, port, kept));
    }
  }

  private String[] up(Path folder, int port, boolean kept) {
    List<String> words = new ArrayList<>(UP);
    words.add("--data=" + folder);
    words.add("--port=" + port);
    words.add("--trust-port=" + (KeptPort.free(TRUST_PORT) ? TRUST_PORT : 0));
    if (host != null) {
      words.add("--host=" + host);
    }
    if (noBrowser) {
      words.add("--no-browser");
    }
    if (kept) {
      words.add("--kept-awake");
    }
    if (console.asks()) {
      words.add("--in-a-window");
    }
    return words.toArray(String[]::new);
  }

  private Path folder() {
    Path folder =
        data != null
            ? data
            : UserFolder.of(
                System.getProperty("os.name"),
                Path.of(System.getProperty("user.home")),
                System.getenv());
    try {
      return Files.createDirectories(folder.toAbsolutePath());
    } catch (IOException e) {
      throw new Failure(
          "no data can be kept in %s: --data DIR names another folder".formatted(folder), e);
    }
  }

  private int open(Path folder, URI api) {
    Path page = OpeningFile.in(folder);
    console.message("Doorlist runs already, at " + api);
    if (Files.notExists(page)) {
      throw new Failure("Doorlist runs already, started by `doorlist up` without --office");
    }
    console.result("office " + page);
    if (!noBrowser && !Browser.open(page)) {
      console.message("no browser opens by itself here: open " + page.toUri());
    }
    return 0;
  }

  /** Returns whether the table has tokens: then phones may know the folder's address. */
  private boolean hasTokens(Path folder) {
    try (SqliteEngine table = TableFolder.openForUp(folder, console::message)) {
      Key after = null;
      do {
        Engine.Part part =
            table.scan(
                Condition.begins(TableSchema.PK, TableSchema.token("").pk()),
                TOKENS_AT_ONCE,
                after);
        if (!part.items().isEmpty()) {
          return true;
        }
        after = part.last();
      } while (after != null);
      return false;
    }
  }
}
