package io.doorlist.bench.door;

import io.doorlist.bench.report.BenchCommand;
import io.doorlist.store.Stores;
import io.doorlist.table.aws.DynamoEngine;
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

/** The local host in a process of its own, on the JVM options of {@code ./doorlist up}. */
final class HostProcess implements AutoCloseable {
  private static final int STOP_SECONDS = 20;

  static final class Spec {
    @Option(
        names = "--no-stream",
        description = "The table has no stream, so no webhook events are recorded.")
    boolean noStream;

    @Option(
        names = "--beside",
        paramLabel = "COMMAND",
        description = "Runs in a shell while people come, with the table's address in $TABLE.")
    String beside;

    boolean lan;
  }

  private final Process process;
  private final BufferedReader lines;
  private final URI table;
  private final String meanwhile;
  private URI url;
  private Process beside;

  /** Starts the host, with an empty table if there is none; in memory without a folder. */
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
    table = next();
  }

  /** Starts the host, writes an event into its table, and opens the API. */
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

  private URI next() throws IOException {
    String line = lines.readLine();
    if (line == null) {
      throw new IllegalStateException("the local host does not start");
    }
    return URI.create(line);
  }

  Stores stores() {
    return Stores.connectForCommand(
        DynamoEngine.connect(table, null, DoorHost.TABLE), DoorHost.TABLE, Clock.systemUTC());
  }

  void open() throws IOException {
    process.outputWriter().write("open\n");
    process.outputWriter().flush();
    url = next();
    if (meanwhile != null) {
      ProcessBuilder shell = new ProcessBuilder("sh", "-c", meanwhile).inheritIO();
      shell.environment().put("TABLE", table.toString());
      beside = shell.start();
    }
  }

  URI url() {
    return url;
  }

  Duration processorTime() {
    return process.info().totalCpuDuration().orElseThrow();
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

  /** Ends the host, if possible by a normal shutdown. */
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
