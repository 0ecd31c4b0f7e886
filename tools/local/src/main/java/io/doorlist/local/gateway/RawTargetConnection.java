package io.doorlist.local.gateway;

import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.internal.HttpConnection;

/**
 * A connection that keeps the target of the request that it is at, as it was sent, and shows Jetty
 * only {@code /}.
 *
 * <p>Implementation note: Jetty makes sense of a target before any handler sees it. It refuses some
 * that a gateway takes (an encoded NUL), and takes apart or resolves others (a fragment, dots); no
 * setting turns all of that off.
 */
final class RawTargetConnection extends HttpConnection {
  private volatile String target = "/";

  private RawTargetConnection(HttpConfiguration http, Connector connector, EndPoint endPoint) {
    super(http, connector, endPoint);
  }

  /** Makes such connections. */
  static final class Factory extends HttpConnectionFactory {
    Factory(HttpConfiguration http) {
      super(http);
    }

    @Override
    public Connection newConnection(Connector connector, EndPoint endPoint) {
      var connection = new RawTargetConnection(getHttpConfiguration(), connector, endPoint);
      connection.setUseInputDirectByteBuffers(isUseInputDirectByteBuffers());
      connection.setUseOutputDirectByteBuffers(isUseOutputDirectByteBuffers());
      return configure(connection, connector, endPoint);
    }
  }

  @Override
  protected HttpStreamOverHTTP1 newHttpStream(String method, String uri, HttpVersion version) {
    target = uri;
    return super.newHttpStream(method, "/", version);
  }

  /** Returns the target; requests of one connection come one after the other. */
  String target() {
    return target;
  }
}
