package io.doorlist.webhooksender;

import com.sun.net.httpserver.HttpServer;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.function.IntFunction;

/** A receiver on loopback that records its requests. */
final class Receiver implements Closeable {
  private final HttpServer server;
  private final List<Received> received = new CopyOnWriteArrayList<>();

  /** A request. */
  record Received(Map<String, List<String>> headers, String body) {
    String header(String name) {
      // com.sun.net.httpserver writes names with one capital.
      return headers.get(name.substring(0, 1).toUpperCase() + name.substring(1)).getFirst();
    }
  }

  /**
   * An answer.
   *
   * @param retryAfter a header, or {@code null}
   */
  record Answer(int status, String retryAfter) {
    Answer(int status) {
      this(status, null);
    }
  }

  /**
   * Starts a receiver.
   *
   * @param answers the number of a request, from 1, to its answer
   */
  Receiver(IntFunction<Answer> answers) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext(
        "/",
        exchange -> {
          String body =
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          Answer answer;
          synchronized (this) {
            received.add(new Received(Map.copyOf(exchange.getRequestHeaders()), body));
            answer = answers.apply(received.size());
          }
          if (answer.retryAfter() != null) {
            exchange.getResponseHeaders().set("Retry-After", answer.retryAfter());
          }
          exchange.sendResponseHeaders(answer.status(), -1);
          exchange.close();
        });
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/hook";
  }

  List<Received> received() {
    return received;
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
