package io.doorlist.local.gateway;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Answers one target with a text; everything else goes on. */
final class Said extends Handler.Wrapper {
  private final String target;
  private final Supplier<String> text;

  Said(String target, Supplier<String> text, Handler next) {
    super(next);
    this.target = target;
    this.text = text;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    RawTargetConnection connection =
        (RawTargetConnection) request.getConnectionMetaData().getConnection();
    if (!request.getMethod().equals("GET") || !connection.target().equals(target)) {
      return super.handle(request, response, callback);
    }
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain; charset=utf-8");
    response.write(true, ByteBuffer.wrap(text.get().getBytes(StandardCharsets.UTF_8)), callback);
    return true;
  }
}
