package io.doorlist.bench.door;

import io.doorlist.bench.report.BenchCommand;
import io.doorlist.cli.connection.RunningHost;
import io.doorlist.local.LocalHost;
import io.doorlist.local.gateway.GatewayServer.Reachable;
import io.doorlist.local.gateway.Lan;
import io.doorlist.local.table.HostTable;
import io.doorlist.local.table.WantedChanges;
import io.doorlist.local.template.Template;
import io.doorlist.table.ItemChange;
import io.doorlist.table.socket.SocketServer;
import io.doorlist.table.sqlite.SqliteEngine;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Runs the same as {@code ./doorlist up --empty}, in steps that {@link HostProcess} controls. The
 * first step opens the table, which can then be filled. The second step opens the API.
 */
public final class DoorHost {
  private DoorHost() {}

  /** An address of the loopback interface, but not that of the host's other listener. */
  private static final String LAN = "127.0.0.2";

  /**
   * Runs with the arguments {@code EVENTS LAN [DIR]}. EVENTS says whether webhook events are
   * recorded, and LAN whether phones use TLS. DIR is the folder of data that is kept. Each line of
   * input starts the next step.
   */
  public static void main(String[] arguments) throws IOException {
    boolean events = Boolean.parseBoolean(arguments[0]);
    Path file = BenchCommand.ROOT.resolve("template.yaml");
    Predicate<ItemChange> wanted = events ? WantedChanges.of(Template.read(file)) : change -> false;
    Path own = Files.createTempDirectory("bench");
    boolean kept = arguments.length > 2;
    Path data = kept ? Path.of(arguments[2]) : own.resolve("data");
    try (SqliteEngine table =
        kept
            ? SqliteEngine.open(data, wanted, System.err::println)
            : SqliteEngine.temporary(data, wanted, System.err::println)) {
      Path socket = own.resolve("table");
      SocketServer server = SocketServer.open(socket, table, System.err::println);
      System.out.println(socket);
      BufferedReader steps =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      if (steps.readLine() != null) {
        LocalHost.Options options =
            new LocalHost.Options(file, 0, new HostTable.Here(table), Map.of()).sharingClasses();
        boolean lan = Boolean.parseBoolean(arguments[1]);
        serve(lan ? options.on(lan(data)) : options, data, table, steps);
      }
      server.close();
    } finally {
      LocalHost.delete(own);
    }
  }

  private static void serve(
      LocalHost.Options options, Path data, SqliteEngine table, BufferedReader steps)
      throws IOException {
    try (LocalHost host = LocalHost.start(options);
        RunningHost.Note note =
            RunningHost.leave(data, false, host.url(), table, System.err::println)) {
      if (note.problem() != null) {
        System.err.println(note.problem());
      }
      System.out.println(host.reachable().map(Reachable::url).orElse(host.url()));
      System.out.println(host.url());
      steps.readLine();
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
