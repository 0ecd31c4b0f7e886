package io.doorlist.bench.door;

import io.doorlist.bench.report.BenchCommand;
import io.doorlist.local.LocalHost;
import io.doorlist.local.dynamodb.LocalDynamo;
import io.doorlist.local.gateway.GatewayServer.Reachable;
import io.doorlist.local.gateway.Lan;
import io.doorlist.local.template.Template;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/**
 * Runs the same as {@code ./doorlist up --empty}, in steps that {@link HostProcess} controls: first
 * the table, which can be filled while nothing listens to it, then the API.
 */
public final class DoorHost {
  static final String TABLE = "doorlist";

  private DoorHost() {}

  /** Loopback as well, but not the address of the host's other listener. */
  private static final String LAN = "127.0.0.2";

  /**
   * Runs {@code STREAM LAN [DIR]}: whether the table has a stream, whether phones ask by TLS, and
   * the folder of its data if not in memory; every line of input starts the next step.
   */
  public static void main(String[] arguments) throws IOException {
    boolean stream = Boolean.parseBoolean(arguments[0]);
    Path file = BenchCommand.ROOT.resolve("template.yaml");
    BufferedReader steps =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try (LocalDynamo dynamo =
        arguments.length < 3
            ? LocalDynamo.inMemory(0)
            : LocalDynamo.onDisk(0, Path.of(arguments[2]))) {
      dynamo.createTableWithoutStream(Template.read(file), TABLE);
      System.out.println(dynamo.endpoint());
      if (steps.readLine() == null) {
        return;
      }
      if (stream) {
        dynamo.createTable(Template.read(file), TABLE);
      }
      LocalHost.Options options = new LocalHost.Options(file, 0, dynamo, TABLE, Map.of());
      if (Boolean.parseBoolean(arguments[1])) {
        options = options.on(lan(Path.of(arguments[2])));
      }
      try (LocalHost host = LocalHost.start(options)) {
        System.out.println(host.reachable().map(Reachable::url).orElse(host.url()));
        steps.readLine();
      }
    }
  }

  private static Lan lan(Path data) throws IOException {
    InetAddress address = InetAddress.getByName(LAN);
    return new Lan(address, 0, authority(data), null, null, Lan.REQUESTS_A_SECOND);
  }

  /** Returns the folder of the certificate authority beside the table's data. */
  static Path authority(Path data) {
    return data.resolve("authority");
  }
}
