package io.doorlist.local.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A request must be complete in time, however steadily its bytes drip in. */
class SlowRequestTest {
  private static final Duration TIME = Duration.ofMillis(800);

  private final Server server = new Server();
  private ServerConnector connector;

  @BeforeEach
  void start() throws Exception {
    connector =
        new ServerConnector(server, new RawTargetConnection.Factory(new HttpConfiguration(), TIME));
    connector.setHost(InetAddress.getLoopbackAddress().getHostAddress());
    connector.setIdleTimeout(60_000);
    server.addConnector(connector);
    server.setHandler(
        new Handler.Abstract() {
          @Override
          public boolean handle(Request request, Response response, Callback callback)
              throws IOException {
            if (request.getLength() != 0) {
              Content.Source.asInputStream(request).readAllBytes();
            }
            response.write(true, null, callback);
            return true;
          }
        });
    server.start();
  }

  @AfterEach
  void stop() throws Exception {
    server.stop();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET / HTTP/1.1\r\nHost: a\r\nX: ",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n"
      })
  void connection_isClosed_whenARequestDripsIn(String begun) throws Exception {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), connector.getLocalPort())) {
      socket.getOutputStream().write(begun.getBytes(StandardCharsets.US_ASCII));
      long from = System.nanoTime();

      assertThrows(
          IOException.class,
          () -> {
            while (System.nanoTime() - from < Duration.ofSeconds(20).toNanos()) {
              socket.getOutputStream().write('x');
              Thread.sleep(20);
            }
          });

      assertTrue(System.nanoTime() - from >= TIME.minusMillis(50).toNanos());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\na=1",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
      })
  void connection_isKept_whenEachRequestIsThereInTime(String request) throws Exception {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), connector.getLocalPort())) {
      socket.setSoTimeout(20_000);
      long from = System.nanoTime();
      int answered = 0;
      while (System.nanoTime() - from < TIME.multipliedBy(2).toNanos()) {
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        byte[] status = socket.getInputStream().readNBytes(15);
        assertEquals("HTTP/1.1 200 OK", new String(status, StandardCharsets.US_ASCII));
        socket.getInputStream().skip(socket.getInputStream().available());
        answered++;
        Thread.sleep(20);
      }
      assertTrue(answered > 1);
    }
  }
}
