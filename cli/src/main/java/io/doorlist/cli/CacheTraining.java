package io.doorlist.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.doorlist.cli.connection.RunningHost;
import io.doorlist.local.LocalHost;
import io.doorlist.local.table.HostTable;
import io.doorlist.store.table.PatientTable;
import io.doorlist.store.table.TableFormat;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Table;
import io.doorlist.table.Write;
import io.doorlist.table.memory.MemoryEngine;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;

/**
 * Runs a short command twice: once on the table of a {@code doorlist up}, and once on an imitated
 * DynamoDB endpoint. Meanwhile the JVM records which classes commands need. After a build, {@code
 * tools/launch.sh} creates the ahead-of-time cache of commands from that record. The endpoint knows
 * one account and accepts every request.
 */
final class CacheTraining {
  private static final String ACCOUNT =
      "{\"Item\":{\"pk\":{\"S\":\"demo\"},\"sk\":{\"S\":\"ACCOUNT\"},"
          + "\"slug\":{\"S\":\"demo\"},\"name\":{\"S\":\"Demo\"}}}";

  private CacheTraining() {}

  public static void main(String[] args) throws IOException {
    int status = atRunningHost();
    System.exit(status == 0 ? atEndpoint() : status);
  }

  private static int atRunningHost() throws IOException {
    Path folder = Files.createTempDirectory("training");
    System.setProperty("XDG_CACHE_HOME", folder.toString());
    MemoryEngine table = new MemoryEngine();
    Table format = PatientTable.open(table, HostTable.Here.NAME, Clock.systemUTC());
    new TableFormat(format).begin(true);
    table.write(
        Write.put(new Item(new Key("demo", "ACCOUNT")).put("slug", "demo").put("name", "Demo")));
    URI api = URI.create("http://127.0.0.1:3000");
    try (RunningHost.Note note = RunningHost.leave(folder, true, api, table, System.err::println)) {
      return note.problem() == null ? create("--up=" + api) : 1;
    } finally {
      LocalHost.delete(folder);
    }
  }

  private static int atEndpoint() throws IOException {
    HttpServer table =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    table.createContext("/", CacheTraining::answer);
    table.start();
    int status = create("--endpoint=http://127.0.0.1:" + table.getAddress().getPort());
    table.stop(0);
    return status;
  }

  private static int create(String target) {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    return Doorlist.run(
        InputStream.nullInputStream(),
        nowhere,
        System.err,
        "token",
        "create",
        "--account=demo",
        target,
        "--json");
  }

  private static void answer(HttpExchange exchange) throws IOException {
    String asked = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    byte[] body = (asked.contains("\"ACCOUNT\"") ? ACCOUNT : "{}").getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/x-amz-json-1.0");
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }
}
