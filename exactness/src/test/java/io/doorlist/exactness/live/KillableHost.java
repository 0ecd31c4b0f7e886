package io.doorlist.exactness.live;

import io.doorlist.exactness.simulator.evening.SimulatedEvent;
import io.doorlist.local.LocalHost;
import io.doorlist.local.dynamodb.LocalDynamo;
import io.doorlist.local.template.Template;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;

/** The API on this machine in a process of its own, with its table on disk. */
public final class KillableHost implements AutoCloseable {
  private final Process process;
  private final URI table;
  private final URI url;

  /** Starts one on what is in a folder. */
  KillableHost(Path data) throws IOException {
    process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx2g",
                "--enable-native-access=ALL-UNNAMED",
                "-Ddoorlist.root=" + System.getProperty("doorlist.root"),
                "-cp",
                System.getProperty("java.class.path"),
                KillableHost.class.getName(),
                data.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader lines = process.inputReader();
    table = next(lines);
    url = next(lines);
  }

  private static URI next(BufferedReader lines) throws IOException {
    String line;
    do {
      line = lines.readLine();
      if (line == null) {
        throw new IllegalStateException("the host does not start");
      }
      // A JVM may have warnings.
    } while (!line.startsWith("http:"));
    return URI.create(line);
  }

  URI table() {
    return table;
  }

  URI url() {
    return url;
  }

  /** Ends it as {@code kill -9} does. */
  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }

  /** Runs until it is killed, or until its parent has ended. */
  public static void main(String[] arguments) throws IOException {
    Path template = Path.of(System.getProperty("doorlist.root"), "template.yaml");
    LocalDynamo dynamo = LocalDynamo.onDisk(0, Path.of(arguments[0]));
    dynamo.createTableWithoutStream(Template.read(template), SimulatedEvent.TABLE);
    LocalHost host =
        LocalHost.start(
            new LocalHost.Options(template, 0, dynamo, SimulatedEvent.TABLE, Map.of()));
    System.out.println(dynamo.endpoint());
    System.out.println(host.url());
    while (System.in.read() >= 0) {
      // Nothing is sent to it.
    }
    System.exit(0);
  }
}
