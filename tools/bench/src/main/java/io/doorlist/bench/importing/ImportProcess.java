package io.doorlist.bench.importing;

import io.doorlist.json.Json;
import io.doorlist.json.MalformedJsonException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * {@code doorlist import FILE} in a process of its own, started as the script at the top level
 * starts it, with a limit on its heap.
 */
final class ImportProcess implements AutoCloseable {
  /** The heap that an import may have. */
  static final String HEAP = "-Xmx256m";

  private final Path folder;
  private final Process process;
  private final long started = System.nanoTime();

  /** Starts the import. */
  ImportProcess(BenchTable table, Path file) throws IOException {
    folder = Files.createTempDirectory("doorlist-bench-");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", HEAP));
    command.add("--enable-native-access=ALL-UNNAMED");
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(MeasuredCommand.class.getName());
    command.add(folder.resolve("figures").toString());
    command.addAll(List.of("import", file.toString(), "--json"));
    command.addAll(table.target());
    process =
        new ProcessBuilder(command)
            .redirectOutput(folder.resolve("out").toFile())
            .redirectError(folder.resolve("err").toFile())
            .start();
  }

  /**
   * How an import ended.
   *
   * @param summary what it printed: lines by outcome
   * @param figures measured inside the process
   */
  record Ended(
      int status, double seconds, Map<String, Object> summary, Map<String, Object> figures) {
    long lines(String outcome) {
      return (Long) summary.get(outcome);
    }

    long figure(String name) {
      return (Long) figures.get(name);
    }
  }

  /**
   * Waits for its end.
   *
   * @throws IllegalStateException if the import failed
   */
  Ended await() throws IOException, InterruptedException {
    int status = process.waitFor();
    double seconds = (System.nanoTime() - started) / 1e9;
    if (status != 0) {
      throw new IllegalStateException(
          "the import ended with status "
              + status
              + ": "
              + Files.readString(folder.resolve("err")));
    }
    return new Ended(status, seconds, read("out"), read("figures"));
  }

  /** Waits at most this long; returns whether it has ended. */
  boolean ended(Duration wait) throws InterruptedException {
    return process.waitFor(wait.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Kills it with SIGKILL after a while; returns whether it was still running. */
  boolean kill(Duration after) throws InterruptedException {
    if (ended(after)) {
      return false;
    }
    process.destroyForcibly().waitFor();
    return true;
  }

  /**
   * The output of an import that was stopped.
   *
   * @param summary what it printed: lines by outcome
   */
  record Stopped(Map<String, Object> summary, String err) {}

  /** Asks it to end, like Ctrl-C, and waits until it has ended. */
  Stopped stop() throws IOException, InterruptedException {
    process.destroy();
    process.waitFor();
    return new Stopped(read("out"), Files.readString(folder.resolve("err")));
  }

  private Map<String, Object> read(String name) throws IOException {
    try {
      return Json.readObject(Files.readString(folder.resolve(name)));
    } catch (MalformedJsonException e) {
      throw new IllegalStateException("the import printed no JSON", e);
    }
  }

  /** Makes sure that it is not running, and removes its files. */
  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    for (String name : List.of("out", "err", "figures")) {
      Files.deleteIfExists(folder.resolve(name));
    }
    Files.delete(folder);
  }
}
