package io.doorlist.bench.door;

import io.doorlist.bench.report.BenchCommand;
import io.doorlist.local.table.HostTable;
import io.doorlist.table.socket.SocketEngine;
import io.doorlist.testing.Stores;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Option;

/** The local host in a process of its own, with the JVM options of {@code ./doorlist up}. */
final class HostProcess implements AutoCloseable {
  private static final int STOP_SECONDS = 20;

  static final class Spec {
    @Option(
        names = "--no-stream",
        description = "Nobody wants to hear of changes, so no webhook events are recorded.")
    boolean noStream;

    @Option(
        names = "--beside",
        paramLabel = "COMMAND",
        description = "Runs in a shell while people come, with the API's own address in $UP.")
    String beside;

    boolean lan;
  }

  private final Process process;
  private final BufferedReader lines;
  private final Path table;
  private final String meanwhile;
  private URI url;
  private Process beside;

  /**
   * Starts the host.
   *
   * @param data the folder of its table, which is created if it does not exist; {@code null} for
   *     memory
   */
  HostProcess(Spec spec, Path data) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("@" + BenchCommand.ROOT.resolve("tools/up.options"));
    command.add("-Ddoorlist.root=" + BenchCommand.ROOT);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(DoorHost.class.getName());
    command.add(Boolean.toString(!spec.noStream));
    command.add(Boolean.toString(spec.lan));
    if (data != null) {
      command.add(data.toString());
    }
    meanwhile = spec.beside;
    process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    lines = process.inputReader();
    table = Path.of(next());
  }

  /** Starts the host, writes an event into its table, and then opens the API. */
  static HostProcess filled(Spec spec, Path data, DoorEvent event) throws Exception {
    HostProcess host = new HostProcess(spec, data);
    try (Stores stores = host.stores()) {
      event.write(stores);
      host.open();
    } catch (Exception e) {
      host.close();
      throw e;
    }
    return host;
  }

  private String next() throws IOException {
    String line = lines.readLine();
    if (line == null) {
      throw new IllegalStateException("the local host does not start");
    }
    return line;
  }

  Stores stores() {
    return Stores.connectForCommand(
        SocketEngine.connect(table), HostTable.Here.NAME, Clock.systemUTC());
  }

  void open() throws IOException {
    process.outputWriter().write("open\n");
    process.outputWriter().flush();
    url = URI.create(next());
    String own = next();
    if (meanwhile != null) {
      ProcessBuilder shell = new ProcessBuilder("sh", "-c", meanwhile).inheritIO();
      shell.environment().put("UP", own);
      beside = shell.start();
    }
  }

  URI url() {
    return url;
  }

  Duration processorTime() {
    return process.info().totalCpuDuration().orElseThrow();
  }

  /** Returns how much of the machine's memory the host has, in MB. */
  long residentMegabytes() throws IOException {
    Process ps = new ProcessBuilder("ps", "-o", "rss=", "-p", "" + process.pid()).start();
    try (BufferedReader kilobytes = ps.inputReader()) {
      return Long.parseLong(kilobytes.readLine().trim()) / 1024;
    }
  }

  private void endBeside() {
    if (beside != null) {
      beside.descendants().forEach(ProcessHandle::destroy);
      beside.destroy();
    }
  }

  /** Ends the host like {@code kill -9}. */
  void kill() throws InterruptedException {
    endBeside();
    process.destroyForcibly().waitFor();
  }

  /** Ends the host in good order, if that is possible. */
  @Override
  public void close() throws IOException {
    endBeside();
    if (process.isAlive()) {
      process.outputWriter().close();
    }
    try {
      if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
