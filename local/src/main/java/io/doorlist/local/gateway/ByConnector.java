package io.doorlist.local.gateway;

import java.util.Map;
import java.util.stream.Stream;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Chooses a handler by the name of the connector that a request came in by. */
final class ByConnector extends Handler.Sequence {
  private final Map<String, Handler> named;
  private final Handler other;

  ByConnector(Map<String, Handler> named, Handler other) {
    super(Stream.concat(named.values().stream(), Stream.of(other)).distinct().toList());
    this.named = Map.copyOf(named);
    this.other = other;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    String name = request.getConnectionMetaData().getConnector().getName();
    Handler chosen = name == null ? other : named.getOrDefault(name, other);
    return chosen.handle(request, response, callback);
  }
}
