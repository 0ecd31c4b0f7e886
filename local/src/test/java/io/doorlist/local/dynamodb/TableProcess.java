package io.doorlist.local.dynamodb;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;

/** A table on disk in its own process, which can be killed. */
final class TableProcess implements AutoCloseable {
  private final Process process;
  private final String line;

  private TableProcess(Process process, String line) {
    this.process = process;
    this.line = line;
  }

  /** Starts one. */
  static TableProcess start(Path directory) throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                TableProcess.class.getName(),
                directory.toString())
            .redirectErrorStream(true)
            .start();
    BufferedReader lines = process.inputReader();
    StringBuilder said = new StringBuilder();
    String line = lines.readLine();
    // A JVM may have warnings.
    while (line != null && !line.startsWith("http:")) {
      said.append(line).append('\n');
      line = lines.readLine();
    }
    return new TableProcess(process, line == null ? said.toString() : line);
  }

  /** Returns its address, or what it said if it did not start. */
  String line() {
    return line;
  }

  URI endpoint() {
    return URI.create(line);
  }

  /** Ends it as {@code kill -9} does. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  /** Runs until it is killed, or until its parent has ended. */
  public static void main(String[] arguments) throws IOException {
    try {
      LocalDynamo dynamo = LocalDynamo.onDisk(0, Path.of(arguments[0]));
      System.out.println(dynamo.endpoint());
    } catch (RuntimeException e) {
      System.out.println(e.getMessage());
      System.exit(1);
    }
    while (System.in.read() >= 0) {
      // Nothing is sent to it.
    }
    System.exit(0);
  }
}
