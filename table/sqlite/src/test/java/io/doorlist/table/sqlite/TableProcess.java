package io.doorlist.table.sqlite;

import io.doorlist.table.TableException;
import io.doorlist.table.Transaction;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A table in its own process, which can be killed and stopped, and whose disk can fail. It reads
 * one command a line. Under load it writes to a file which check-ins were acknowledged, and which
 * webhooks were sent.
 */
final class TableProcess implements AutoCloseable {
  static final String QUEUE = "sender";
  private static final int BATCH = 10;

  private final Process process;
  private final BufferedReader lines;
  private final BufferedWriter input;
  private final String opened;

  private TableProcess(Process process) throws IOException {
    this.process = process;
    lines = process.inputReader();
    input = process.outputWriter();
    opened = line();
  }

  /**
   * How it keeps its table.
   *
   * @param logBytes how long the log gets before it is copied
   * @param patienceMillis how long a caller waits
   */
  record Options(String synchronous, long reserveBytes, long logBytes, long patienceMillis) {
    static final Options USUAL = new Options("FULL", 0, 256 << 10, 60_000);

    Options patience(Duration patience) {
      return new Options(synchronous, reserveBytes, logBytes, patience.toMillis());
    }

    Options synchronous(String other) {
      return new Options(other, reserveBytes, logBytes, patienceMillis);
    }

    SqliteSettings settings() {
      return new SqliteSettings(
          Duration.ofMillis(patienceMillis),
          reserveBytes,
          logBytes,
          synchronous,
          InstantSource.system(),
          line -> System.out.println("said: " + line));
    }
  }

  static TableProcess start(Path folder, Path told) throws IOException {
    return start(folder, told, Options.USUAL, Map.of());
  }

  /** Starts one; {@code told} is the file in which it tells what it acknowledged. */
  static TableProcess start(Path folder, Path told, Options options, Map<String, String> variables)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                TableProcess.class.getName(),
                folder.toString(),
                told.toString(),
                options.synchronous(),
                Long.toString(options.reserveBytes()),
                Long.toString(options.logBytes()),
                Long.toString(options.patienceMillis()))
            .redirectErrorStream(true);
    builder.environment().putAll(variables);
    return new TableProcess(builder.start());
  }

  /** Returns "open", or why it could not be opened. */
  String opened() {
    return opened;
  }

  /** Asks for something, and returns the answer. */
  String ask(String request) throws IOException {
    send(request);
    return line();
  }

  /** Asks for something whose answer is read later. */
  void send(String request) throws IOException {
    input.write(request);
    input.newLine();
    input.flush();
  }

  /** Returns the next line; {@code null} when it has ended. */
  String line() throws IOException {
    return lines.readLine();
  }

  long pid() {
    return process.pid();
  }

  /** Ends it as {@code kill -9} does. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Has it close its table and end. */
  void end() throws IOException, InterruptedException {
    send("close");
    process.waitFor();
  }

  @Override
  public void close() {
    // Until it has ended it has the folder.
    process.destroyForcibly().onExit().join();
  }

  /** What it told: check-ins that were acknowledged, and webhooks that were sent. */
  record Told(Set<String> acknowledged, Set<String> delivered) {
    static Told of(List<String> lines) {
      return new Told(those(lines, "checked in "), those(lines, "delivered "));
    }

    static Told read(Path file) throws IOException {
      return of(Files.readAllLines(file));
    }

    private static Set<String> those(List<String> lines, String what) {
      return lines.stream()
          .filter(line -> line.startsWith(what))
          .map(line -> line.substring(what.length()))
          .collect(Collectors.toSet());
    }
  }

  /** Runs until it is killed, or until its parent has ended. */
  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[0]);
    Options options =
        new Options(
            arguments[2],
            Long.parseLong(arguments[3]),
            Long.parseLong(arguments[4]),
            Long.parseLong(arguments[5]));
    try (FileChannel told =
        FileChannel.open(
            Path.of(arguments[1]),
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.APPEND)) {
      SqliteEngine engine;
      try {
        engine = SqliteEngine.open(folder, CheckInLoad::isLogged, options.settings());
      } catch (FolderException e) {
        System.out.println(e.getMessage());
        return;
      }
      System.out.println("open");
      Runner runner = new Runner(engine, told);
      try (BufferedReader in =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
        for (String line = in.readLine();
            line != null && !line.equals("close");
            line = in.readLine()) {
          System.out.println(runner.answer(line));
        }
      }
      engine.close();
    }
    System.exit(0);
  }

  private record Runner(SqliteEngine engine, FileChannel told) {
    private String answer(String line) {
      String[] words = line.split(" ", 2);
      try {
        return switch (words[0]) {
          case "load" -> load(Integer.parseInt(words[1]));
          case "check-in" -> outcome(CheckInLoad.checkIn(engine, words[1]));
          case "forget" -> forget(words[1]);
          case "has" -> Boolean.toString(CheckInLoad.isThere(engine, words[1]));
          case "count" -> Long.toString(CheckInLoad.count(engine));
          default -> "unknown";
        };
      } catch (TableException e) {
        return e.getClass().getSimpleName() + ": " + e.getMessage();
      }
    }

    private static String outcome(Transaction transaction) {
      return transaction.written() ? "written" : "rejected";
    }

    private String forget(String name) {
      CheckInLoad.forget(engine, name);
      engine.changes().done(Long.MAX_VALUE);
      return "forgotten";
    }

    private void tell(String line) {
      try {
        told.write(ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8)));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** Starts threads that check in, one that records, and one that sends. */
    private String load(int writers) {
      for (int i = 0; i < writers; i++) {
        String own = ProcessHandle.current().pid() + "-" + i + "-";
        background(() -> checkIn(own));
      }
      background(() -> Recorder.run(engine));
      background(() -> sendAll());
      return "loaded";
    }

    private interface Task {
      void run() throws InterruptedException;
    }

    private static void background(Task task) {
      Thread.ofPlatform()
          .daemon()
          .start(
              () -> {
                try {
                  task.run();
                } catch (InterruptedException | TableException e) {
                  // It ends with the process, or after its disk.
                }
              });
    }

    private void checkIn(String own) {
      for (int i = 0; ; i++) {
        if (CheckInLoad.checkIn(engine, own + i).written()) {
          tell("checked in " + own + i);
        }
      }
    }

    /** Sends webhooks; every fourth attempt fails. */
    private void sendAll() throws InterruptedException {
      for (int i = 0; ; i++) {
        List<Queues.Message> delivered = new ArrayList<>();
        for (Queues.Message each : engine.queues().take(QUEUE, BATCH)) {
          if (i % 4 == 3) {
            engine.queues().failed(each, Duration.ofMillis(5));
          } else {
            tell("delivered " + each.body());
            delivered.add(each);
          }
        }
        engine.queues().done(delivered);
      }
    }
  }
}
