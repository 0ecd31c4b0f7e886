package io.doorlist.local.gateway;

import io.doorlist.local.failure.LocalHostException;
import java.io.IOException;
import java.net.BindException;
import java.net.URI;
import java.time.Duration;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** A gateway's HTTP server on the loopback interface. It opens its port before it has a gateway. */
public final class GatewayServer implements AutoCloseable {
  private static final Duration IDLE_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration REQUEST_TIME = Duration.ofSeconds(30);
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(2);
  private static final int MAX_CONNECTIONS = 4_096;

  /** Room for the gateway's limit on headers, and for a target longer than its limit on ARNs. */
  private static final int MAX_HEAD_BYTES = 32 * 1024;

  private final Server server;
  private final ServerConnector connector;

  private GatewayServer(Server server, ServerConnector connector) {
    this.server = server;
    this.connector = connector;
  }

  /**
   * Opens a port; connections wait until there is a gateway.
   *
   * @param port 0 for any free one
   * @throws LocalHostException if the port is in use
   */
  public static GatewayServer open(int port) {
    // Requests run on virtual threads; these few only watch connections.
    var threads = new QueuedThreadPool(16);
    threads.setName("doorlist-local");
    threads.setVirtualThreadsExecutor(VirtualThreads.getDefaultVirtualThreadsExecutor());
    var server = new Server(threads);
    server.setStopTimeout(STOP_TIMEOUT.toMillis());
    server.addBean(new NetworkConnectionLimit(MAX_CONNECTIONS, server));
    ServerConnector connector = connector(server, port);
    try {
      connector.open();
    } catch (IOException e) {
      connector.close();
      throw new LocalHostException(
          e instanceof BindException || e.getCause() instanceof BindException
              ? "port %d is in use".formatted(port)
              : "port %d cannot be opened".formatted(port),
          e);
    }
    return new GatewayServer(server, connector);
  }

  private static ServerConnector connector(Server server, int port) {
    var http = new HttpConfiguration();
    http.setSendServerVersion(false);
    http.setRequestHeaderSize(MAX_HEAD_BYTES);
    // Otherwise a value would be replaced by an earlier one of the connection that differs only in
    // case.
    http.setHeaderCacheCaseSensitive(true);
    var connector =
        new ServerConnector(server, new RawTargetConnection.Factory(http, REQUEST_TIME));
    connector.setHost("127.0.0.1");
    connector.setPort(port);
    connector.setAcceptQueueSize(1_024);
    connector.setIdleTimeout(IDLE_TIMEOUT.toMillis());
    server.addConnector(connector);
    return connector;
  }

  /** Starts answering. */
  public void serve(Gateway gateway) throws Exception {
    server.setHandler(new GracefulHandler(new GatewayHandler(gateway)));
    server.setErrorHandler(new GatewayErrorHandler(gateway));
    server.start();
  }

  /** Returns where the gateway answers; paths have no stage in front. */
  public URI url() {
    return URI.create("http://127.0.0.1:" + connector.getLocalPort());
  }

  /** Accepts no more requests and gives those in flight two seconds to end. */
  @Override
  public void close() {
    try {
      server.stop();
    } catch (Exception e) {
      throw new LocalHostException("the API does not stop", e);
    } finally {
      connector.close();
    }
  }
}
