package io.doorlist.runtime;

import io.doorlist.local.FunctionSpec;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A function's process, and what it writes to its log. */
final class FunctionProcess implements AutoCloseable {
  private static final String CLIENT = "com.amazonaws.services.lambda.runtime.api.client.AWSLambda";

  private final Process process;
  private final Thread reader;
  private final List<String> lines = new ArrayList<>();

  private FunctionProcess(Process process) {
    this.process = process;
    this.reader = Thread.ofVirtual().start(this::read);
  }

  /**
   * Returns the command that Lambda's java25 runtime starts a function with: its collector and its
   * one compiler tier, the client alone on the class path.
   *
   * @param client the directory of the runtime client's jars
   */
  static List<String> command(FunctionSpec spec, Path client) {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    return List.of(
        java,
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-Xmx%dm".formatted(spec.memoryMegabytes() * 85L / 100),
        "--enable-native-access=ALL-UNNAMED",
        "-cp",
        String.join(":", jars(client)),
        CLIENT,
        spec.handler());
  }

  private static List<String> jars(Path client) {
    try (Stream<Path> files = Files.list(client)) {
      return files.map(file -> file.toAbsolutePath().toString()).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException("the runtime client is not there (run mvn package)", e);
    }
  }

  /** Starts a command in the package's directory with nothing in its environment but this. */
  static FunctionProcess start(List<String> command, Path code, Map<String, String> environment)
      throws IOException {
    var builder = new ProcessBuilder(command).directory(code.toFile()).redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().putAll(environment);
    return new FunctionProcess(builder.start());
  }

  private void read() {
    try (BufferedReader output = process.inputReader()) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        log(line);
      }
    } catch (IOException e) {
      log("the log ends here: " + e.getMessage());
    }
  }

  /** Adds a line that Lambda itself would write. */
  void log(String line) {
    synchronized (lines) {
      lines.add(line);
      lines.notifyAll();
    }
  }

  /** Returns what was written up to now. */
  String log() {
    synchronized (lines) {
      return String.join("\n", lines);
    }
  }

  /**
   * Waits for a line; what a process writes arrives a little after what it answers.
   *
   * @return false if the line does not come within ten seconds
   */
  boolean awaitLine(Predicate<String> wanted) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    synchronized (lines) {
      while (lines.stream().noneMatch(wanted)) {
        long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        if (left <= 0) {
          return false;
        }
        lines.wait(left);
      }
      return true;
    }
  }

  Process process() {
    return process;
  }

  /** Ends the process and whatever it started. */
  @Override
  public void close() {
    List<ProcessHandle> children = process.descendants().toList();
    process.destroyForcibly();
    children.forEach(ProcessHandle::destroyForcibly);
    try {
      process.waitFor();
      reader.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
