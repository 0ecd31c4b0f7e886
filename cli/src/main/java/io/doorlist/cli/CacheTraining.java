package io.doorlist.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/**
 * Runs a short command once, against a table that knows one account and accepts everything, so that
 * the JVM can record which classes commands need: {@code tools/launch.sh} creates its ahead-of-time
 * cache from this after a build.
 */
final class CacheTraining {
  private static final String ACCOUNT =
      "{\"Item\":{\"pk\":{\"S\":\"demo\"},\"sk\":{\"S\":\"ACCOUNT\"},"
          + "\"slug\":{\"S\":\"demo\"},\"name\":{\"S\":\"Demo\"}}}";

  private CacheTraining() {}

  public static void main(String[] args) throws IOException {
    HttpServer table =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    table.createContext("/", CacheTraining::answer);
    table.start();
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    String endpoint = "http://127.0.0.1:" + table.getAddress().getPort();
    int status =
        Doorlist.run(
            InputStream.nullInputStream(),
            nowhere,
            System.err,
            "token",
            "create",
            "--account=demo",
            "--endpoint=" + endpoint,
            "--json");
    table.stop(0);
    System.exit(status);
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
