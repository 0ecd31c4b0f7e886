package io.doorlist.local.gateway;

import io.doorlist.local.failure.LocalHostException;
import io.doorlist.local.office.OpenOffice;
import io.doorlist.local.tls.Authority;
import io.doorlist.local.tls.Machine;
import java.net.InetAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.DoSHandler;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * A gateway's HTTP server. It listens on the loopback interface and, if wanted, by TLS on the
 * machine's network. It opens its ports before it has a gateway.
 */
public final class GatewayServer implements AutoCloseable {
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(2);
  private static final int MAX_CONNECTIONS = 4_096;

  private static final int MAX_ADDRESSES = 10_000;
  private static final String ONLY_TLS =
      "This is only answered by TLS: the address begins with https://\n";

  /**
   * A path on loopback that tells where phones find the API. The answer has one address on each
   * line, the likeliest first. {@code doorlist pair} asks for it.
   */
  public static final String WHERE = "/.well-known/doorlist-lan";

  private final Server server;
  private final ServerConnector connector;
  private LanListeners lan;

  private GatewayServer(Server server, ServerConnector connector) {
    this.server = server;
    this.connector = connector;
  }

  /**
   * Opens a port. Connections wait until there is a gateway.
   *
   * @param port 0 for any free one
   * @throws LocalHostException if the port is in use
   */
  public static GatewayServer open(int port) {
    // Requests run on virtual threads. These few threads only watch connections.
    QueuedThreadPool threads = new QueuedThreadPool(16);
    threads.setName("doorlist-local");
    threads.setVirtualThreadsExecutor(VirtualThreads.getDefaultVirtualThreadsExecutor());
    Server server = new Server(threads);
    server.setStopTimeout(STOP_TIMEOUT.toMillis());
    server.addBean(new NetworkConnectionLimit(MAX_CONNECTIONS, server));
    return new GatewayServer(
        server, Connectors.open(server, "127.0.0.1", port, Connectors.requests(Connectors.http())));
  }

  /**
   * Listens also on the machine's network, by TLS on the same port.
   *
   * @throws LocalHostException if there is no address, a port is in use, or a certificate is wrong
   */
  public void listen(Lan where) {
    Supplier<List<InetAddress>> machine =
        where.address() == null ? Machine::addresses : () -> List.of(where.address());
    lan = new LanListeners(server, where, connector.getLocalPort(), machine);
  }

  /**
   * Begins to answer.
   *
   * @param office the page for the person who started the host, served on loopback, or {@code null}
   *     for none
   */
  public void serve(Gateway gateway, OpenOffice office) throws Exception {
    GatewayHandler api = new GatewayHandler(gateway);
    Handler here =
        office == null
            ? api
            : new Handler.Sequence(new OfficeHandler(office, connector.getLocalPort()), api);
    server.setHandler(new GracefulHandler(lan == null ? here : withLan(api, here)));
    server.setErrorHandler(api::refuse);
    server.start();
    if (lan != null) {
      lan.start();
    }
  }

  /**
   * Adds the limit on requests and the {@link TrustPage}. They apply only to requests from the
   * network.
   *
   * @param here answers requests from this machine
   */
  private Handler withLan(GatewayHandler api, Handler here) {
    Handler trust =
        lan.authority()
            .<Handler>map(authority -> new TrustPage(authority, connector.getLocalPort()))
            .orElse(api);
    Handler network =
        new Handler.Sequence(Stream.of(api, trust).distinct().toList()) {
          @Override
          public boolean handle(Request request, Response response, Callback callback)
              throws Exception {
            if (LanListeners.TRUST.equals(connector(request))) {
              return trust.handle(request, response, callback);
            }
            return request.isSecure()
                ? api.handle(request, response, callback)
                : say(400, ONLY_TLS, response, callback);
          }
        };
    Handler limited =
        new DoSHandler(
            network,
            DoSHandler.ID_FROM_REMOTE_ADDRESS,
            new DoSHandler.LeakingBucketTrackerFactory(lan.requestsASecond()),
            (request, response, callback) -> {
              response.setStatus(429);
              return api.refuse(request, response, callback);
            },
            MAX_ADDRESSES);
    return new Handler.Sequence(limited, here) {
      @Override
      public boolean handle(Request request, Response response, Callback callback)
          throws Exception {
        if (connector(request) != null) {
          return limited.handle(request, response, callback);
        }
        return request.getMethod().equals("GET")
                && RawTargetConnection.target(request).equals(WHERE)
            ? say(200, where(), response, callback)
            : here.handle(request, response, callback);
      }
    };
  }

  private static String connector(Request request) {
    return request.getConnectionMetaData().getConnector().getName();
  }

  private static boolean say(int status, String text, Response response, Callback callback) {
    response.setStatus(status);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain; charset=utf-8");
    response.write(true, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), callback);
    return true;
  }

  private String where() {
    return lan.urls().stream().map(url -> url + "\n").collect(Collectors.joining());
  }

  /**
   * Returns what phones need to reach this host. It is empty without {@link #listen}, and while the
   * machine has no address.
   */
  public Optional<Reachable> reachable() {
    List<URI> urls = lan == null ? List.of() : lan.urls();
    return urls.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Reachable(
                urls,
                lan.trustUrl().orElse(null),
                lan.authority().map(Authority::fingerprint).orElse(null)));
  }

  /**
   * How phones reach a host.
   *
   * @param urls URLs of the API by TLS. The first is the one that phones most likely reach. Never
   *     empty
   * @param trust the plain page that helps to trust the host's certificate, or {@code null} if
   *     phones already do
   * @param fingerprint SHA-256 fingerprint of the certificate authority, or {@code null} if there
   *     is none
   */
  public record Reachable(List<URI> urls, URI trust, String fingerprint) {
    public URI url() {
      return urls.getFirst();
    }
  }

  /** Returns the URL of the gateway. Paths have no stage in front. */
  public URI url() {
    return URI.create("http://127.0.0.1:" + connector.getLocalPort());
  }

  /** Accepts no more requests and gives those in flight two seconds to end. */
  @Override
  public void close() {
    try {
      if (lan != null) {
        lan.close();
      }
      server.stop();
    } catch (Exception e) {
      throw new LocalHostException("the API does not stop", e);
    } finally {
      for (Connector each : server.getConnectors()) {
        ((ServerConnector) each).close();
      }
    }
  }
}
