package io.doorlist.local.gateway;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.SelectableChannelEndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.internal.HttpConnection;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * A connection that keeps the raw target of its current request and shows Jetty only {@code /}. It
 * closes if a request takes too long to arrive.
 *
 * <p>Implementation note: Jetty parses a target before any handler sees it. It refuses some targets
 * that API Gateway accepts (an encoded NUL) and changes others (a fragment, dots). No setting turns
 * all of that off. Jetty's idle timeout starts anew with every byte, so it does not limit a slow
 * request.
 */
final class RawTargetConnection extends HttpConnection {
  private final Duration requestTime;
  private volatile String target = "/";
  private boolean heard;
  private volatile Scheduler.Task timeout;

  private RawTargetConnection(
      HttpConfiguration http, Connector connector, EndPoint endPoint, Duration requestTime) {
    super(http, connector, endPoint);
    this.requestTime = requestTime;
  }

  static final class Factory extends HttpConnectionFactory {
    private final Duration requestTime;

    /**
     * Creates a factory. The time in which a request must arrive runs from the end of the previous
     * request, or from the opening.
     */
    Factory(HttpConfiguration http, Duration requestTime) {
      super(http);
      this.requestTime = requestTime;
    }

    @Override
    public Connection newConnection(Connector connector, EndPoint endPoint) {
      return configure(
          new RawTargetConnection(getHttpConfiguration(), connector, endPoint, requestTime),
          connector,
          endPoint);
    }
  }

  @Override
  protected HttpStreamOverHTTP1 newHttpStream(String method, String uri, HttpVersion version) {
    target = uri;
    if (!heard) {
      heard = true;
      AddressLimit limit = getConnector().getBean(AddressLimit.class);
      if (limit != null && socket() instanceof SelectableChannelEndPoint socket) {
        limit.heard(socket.getChannel());
      }
    }
    return super.newHttpStream(method, "/", version);
  }

  /**
   * Starts the limit at once, so that a TLS handshake and the first byte must arrive in time, too.
   */
  @Override
  public void onOpen() {
    limitTime();
    super.onOpen();
  }

  private void limitTime() {
    timeout =
        getConnector()
            .getScheduler()
            .schedule(this::cutOff, requestTime.toMillis(), TimeUnit.MILLISECONDS);
  }

  /**
   * Closes the socket itself, because TLS would wait to close properly, even in the middle of a
   * handshake.
   */
  private void cutOff() {
    socket().close();
  }

  private EndPoint socket() {
    EndPoint end = getEndPoint();
    while (end instanceof EndPoint.Wrapper wrapper) {
      end = wrapper.unwrap();
    }
    return end;
  }

  @Override
  protected RequestHandler newRequestHandler() {
    return new RequestHandler() {
      @Override
      public void messageBegin() {
        // Jetty also calls this before the first byte of a request, whenever a part of a handshake
        // or an empty line has arrived.
        if (timeout == null) {
          limitTime();
        }
        super.messageBegin();
      }

      @Override
      public boolean messageComplete() {
        cancelTimeout();
        return super.messageComplete();
      }
    };
  }

  @Override
  public void onClose(Throwable cause) {
    cancelTimeout();
    super.onClose(cause);
  }

  private void cancelTimeout() {
    if (timeout != null) {
      timeout.cancel();
      timeout = null;
    }
  }

  /**
   * Returns a request's target. The connection has only one at a time, because its requests come
   * one after the other.
   */
  static String target(Request request) {
    return ((RawTargetConnection) request.getConnectionMetaData().getConnection()).target;
  }
}
