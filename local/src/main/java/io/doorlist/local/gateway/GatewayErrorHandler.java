package io.doorlist.local.gateway;

import io.doorlist.local.gateway.GatewayResponses.Type;
import java.util.UUID;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Answers in the gateway's words when Jetty refuses a request before the gateway sees it. */
record GatewayErrorHandler(Gateway gateway) implements Request.Handler {
  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    String requestId = UUID.randomUUID().toString();
    Type type =
        switch (response.getStatus()) {
          case 414 -> Type.URI_TOO_LONG;
          case 429 -> Type.THROTTLED;
          case 431 -> Type.HEADERS_TOO_LARGE;
          case 500, 503 -> Type.INTERNAL_ERROR;
          // Another version of HTTP, or an unknown coding: the client's fault.
          default -> Type.BAD_REQUEST;
        };
    response.getHeaders().put(HttpHeader.CONNECTION, "close");
    GatewayHandler.send(gateway.answer(type, requestId), requestId, response, callback);
    return true;
  }
}
