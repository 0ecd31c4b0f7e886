package io.doorlist.runtime;

import io.doorlist.local.template.FunctionSpec;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A function's process and its log. */
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
   * Returns the command with which Lambda's java25 runtime starts a function: its collector, one
   * compiler tier unless there is a snapshot, only the client on the class path.
   *
   * @param client the directory of the runtime client's jars
   * @param wrapper a command in front of the JVM, such as {@code taskset -c 0}; none on Lambda
   * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/java-customization.html">what
   *     Lambda's JVM is started with</a>
   */
  static List<String> command(
      FunctionSpec spec, Path client, Initialization initialization, List<String> wrapper) {
    List<String> command = new ArrayList<>(wrapper);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:+UseSerialGC");
    if (initialization == Initialization.ON_DEMAND) {
      command.add("-XX:TieredStopAtLevel=1");
    }
    command.add("-Xmx%dm".formatted(spec.memoryMegabytes() * 85L / 100));
    command.add("--enable-native-access=ALL-UNNAMED");
    command.addAll(List.of("-cp", String.join(":", jars(client)), CLIENT, spec.handler()));
    return command;
  }

  private static List<String> jars(Path client) {
    try (Stream<Path> files = Files.list(client)) {
      return files.map(file -> file.toAbsolutePath().toString()).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException("the runtime client is missing (run mvn package)", e);
    }
  }

  /** Starts a command in the package's directory with exactly this environment. */
  static FunctionProcess start(List<String> command, Path code, Map<String, String> environment)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(code.toFile()).redirectErrorStream(true);
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
    }
  }

  /** Returns what has been written so far. */
  String log() {
    synchronized (lines) {
      return String.join("\n", lines);
    }
  }

  Process process() {
    return process;
  }

  /** Asks the process to end, and waits until its shutdown has finished. */
  void end() throws InterruptedException {
    // Process.destroy would close its output.
    process.toHandle().destroy();
    process.waitFor();
  }

  /** Ends the process and all its children. */
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
