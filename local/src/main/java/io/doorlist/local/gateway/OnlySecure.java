package io.doorlist.local.gateway;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Answers requests that come without TLS with what to do, and nothing else. */
final class OnlySecure extends Handler.Wrapper {
  private static final byte[] SAID =
      "This is only answered by TLS: the address begins with https://\n"
          .getBytes(StandardCharsets.UTF_8);

  OnlySecure(Handler next) {
    super(next);
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    if (request.isSecure()) {
      return super.handle(request, response, callback);
    }
    response.setStatus(400);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain; charset=utf-8");
    response.write(true, ByteBuffer.wrap(SAID), callback);
    return true;
  }
}
