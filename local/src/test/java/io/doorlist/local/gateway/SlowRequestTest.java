package io.doorlist.local.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.local.Trust;
import io.doorlist.local.tls.Authority;
import io.doorlist.local.tls.Identity;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A request must be complete in time, however steadily its bytes drip in. */
class SlowRequestTest {
  private static final Duration TIME = Duration.ofMillis(800);

  @TempDir private Path folder;

  private final Server server = new Server();
  private ServerConnector connector;
  private ServerConnector secure;
  private Identity identity;

  @BeforeEach
  void start() throws Exception {
    connector = listen();
    identity =
        Authority.open(folder, List.of("door"), Instant.now())
            .identity(List.of("door"), List.of(), Instant.now());
    SslContextFactory.Server tls = new SslContextFactory.Server();
    tls.setKeyStore(identity.keyStore());
    tls.setKeyStorePassword("");
    secure = listen(new SslConnectionFactory(tls, HttpVersion.HTTP_1_1.asString()));
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
    warmUp();
  }

  /** Shakes hands once: a cold and busy machine may take longer for its first than the limit. */
  private void warmUp() throws Exception {
    for (int tries = 1; tries < 10; tries++) {
      try {
        connectByTls().close();
        return;
      } catch (SSLException e) {
        continue;
      }
    }
  }

  private ServerConnector listen(ConnectionFactory... before) {
    List<ConnectionFactory> factories = new ArrayList<>(List.of(before));
    HttpConfiguration http = new HttpConfiguration();
    http.addCustomizer(new SecureRequestCustomizer(false));
    factories.add(new RawTargetConnection.Factory(http, TIME));
    ServerConnector listening =
        new ServerConnector(server, factories.toArray(ConnectionFactory[]::new));
    listening.setHost(InetAddress.getLoopbackAddress().getHostAddress());
    listening.setIdleTimeout(60_000);
    server.addConnector(listening);
    return listening;
  }

  @AfterEach
  void stop() throws Exception {
    server.stop();
  }

  /** A way to connect. */
  private interface Opening {
    Socket open() throws Exception;
  }

  private Socket connect() throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), connector.getLocalPort());
  }

  /** Runs cases at the same time, as each of them waits for most of its time. */
  private static void together(List<Callable<Void>> cases) throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Void> each : threads.invokeAll(cases)) {
        each.get();
      }
    }
  }

  @Test
  void connection_isClosed_whenARequestOrAHandshakeDripsIn() throws Exception {
    List<Callable<Void>> cases = new ArrayList<>();
    for (String begun :
        List.of(
            "GET / HTTP/1.1\r\nHost: a\r\nX: ",
            "\r\n",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n")) {
      cases.add(() -> cutOff(this::connect, begun));
      cases.add(() -> cutOff(this::connectByTls, begun));
    }
    // The beginning of a ClientHello that would be 16 KB long.
    cases.add(
        () ->
            cutOff(
                () -> new Socket(InetAddress.getLoopbackAddress(), secure.getLocalPort()),
                "\26\3\1\100\0\1\0\77\74"));

    together(cases);
  }

  private Socket connectByTls() throws Exception {
    SSLSocket socket =
        (SSLSocket)
            Trust.in(identity.chain().getFirst())
                .getSocketFactory()
                .createSocket(InetAddress.getLoopbackAddress(), secure.getLocalPort());
    socket.startHandshake();
    return socket;
  }

  private static Void cutOff(Opening opening, String begun) throws Exception {
    long from = System.nanoTime();
    assertThrows(
        IOException.class,
        () -> {
          try (Socket socket = opening.open()) {
            socket.getOutputStream().write(begun.getBytes(StandardCharsets.US_ASCII));
            while (System.nanoTime() - from < Duration.ofSeconds(20).toNanos()) {
              socket.getOutputStream().write(begun.isBlank() ? '\n' : 'x');
              Thread.sleep(20);
            }
          }
        },
        begun);
    assertTrue(System.nanoTime() - from >= TIME.minusMillis(100).toNanos(), begun);
    return null;
  }

  @Test
  void connection_isKept_whenEachRequestIsThereInTime() throws Exception {
    List<Callable<Void>> cases = new ArrayList<>();
    for (String request :
        List.of(
            "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\na=1",
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")) {
      cases.add(() -> kept(request));
    }

    together(cases);
  }

  /** Begins again whenever a busy machine was late with a request. */
  private Void kept(String request) throws Exception {
    for (int late = 0; !isKept(request); late++) {
      assertTrue(late < 20, request);
    }
    return null;
  }

  /** Returns false if a request was late, so that the connection may be closed. */
  private boolean isKept(String request) throws Exception {
    try (Socket socket = connect()) {
      socket.setSoTimeout(20_000);
      long from = System.nanoTime();
      long last = from;
      while (last - from < TIME.multipliedBy(2).toNanos()) {
        String status = status(socket, request);
        long now = System.nanoTime();
        if (now - last > TIME.dividedBy(2).toNanos()) {
          return false;
        }
        assertEquals("HTTP/1.1 200 OK", status, request);
        last = now;
        Thread.sleep(20);
      }
      return true;
    }
  }

  private static String status(Socket socket, String request) {
    try {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      byte[] status = socket.getInputStream().readNBytes(15);
      socket.getInputStream().skip(socket.getInputStream().available());
      return new String(status, StandardCharsets.US_ASCII);
    } catch (IOException e) {
      return e.toString();
    }
  }
}
