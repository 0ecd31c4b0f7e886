package io.doorlist.local.gateway;

import io.doorlist.local.failure.LocalHostException;
import java.io.IOException;
import java.net.BindException;
import java.time.Duration;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** Opens ports, all with the same limits on time and size. */
final class Connectors {
  private static final Duration IDLE_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration REQUEST_TIME = Duration.ofSeconds(30);
  private static final int BACKLOG = 1_024;

  /**
   * Room for larger headers and longer targets than {@link Gateway} accepts, so that it refuses
   * them itself.
   */
  private static final int MAX_HEAD_BYTES = 32 * 1024;

  private Connectors() {}

  static HttpConfiguration http() {
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    http.setRequestHeaderSize(MAX_HEAD_BYTES);
    // API Gateway does not answer requests whose lines end with a line feed only.
    http.setHttpCompliance(
        HttpCompliance.RFC9110.without("doorlist", HttpCompliance.Violation.LF_HEADER_TERMINATION));
    // Otherwise Jetty would replace a header's value by an earlier one of the connection that
    // differs only in case.
    http.setHeaderCacheCaseSensitive(true);
    return http;
  }

  static RawTargetConnection.Factory requests(HttpConfiguration http) {
    return new RawTargetConnection.Factory(http, REQUEST_TIME);
  }

  /**
   * Opens a port and adds it to a server. Port 0 stands for any free one. If the port is in use,
   * the exception says what to do.
   */
  static ServerConnector open(
      Server server, String host, int port, ConnectionFactory... factories) {
    ServerConnector connector = new ServerConnector(server, factories);
    connector.setHost(host);
    connector.setPort(port);
    connector.setAcceptQueueSize(BACKLOG);
    connector.setIdleTimeout(IDLE_TIMEOUT.toMillis());
    try {
      connector.open();
    } catch (IOException e) {
      connector.close();
      throw new LocalHostException(problem(host, port, e), e);
    }
    server.addConnector(connector);
    return connector;
  }

  private static String problem(String host, int port, IOException e) {
    Throwable cause = e.getCause() instanceof BindException bind ? bind : e;
    if (!(cause instanceof BindException)) {
      return "port %d of %s cannot be opened".formatted(port, host);
    }
    return String.valueOf(cause.getMessage()).contains("assign")
        ? host + " is not an address of this machine"
        : "port %d is in use: end what uses it, or choose another".formatted(port);
  }
}
