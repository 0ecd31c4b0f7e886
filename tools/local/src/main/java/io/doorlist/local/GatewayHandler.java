package io.doorlist.local;

import io.doorlist.local.GatewayResponses.Type;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.UUID;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Turns Jetty's requests into the gateway's, and the gateway's answers into Jetty's. */
final class GatewayHandler extends Handler.Abstract {
  private final Gateway gateway;

  GatewayHandler(Gateway gateway) {
    this.gateway = gateway;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    GatewayRequest asked = request(request);
    GatewayAnswer answer;
    try {
      answer = gateway.handle(asked, body(request));
    } catch (IOException e) {
      // The client went away, or was too slow: what was not read cannot be told from a next
      // request.
      response.getHeaders().put(HttpHeader.CONNECTION, "close");
      answer = gateway.answer(Type.BAD_REQUEST, asked.id());
    } catch (RuntimeException e) {
      FunctionLog.failed(asked.id(), "any route", "the local host", e);
      answer = gateway.answer(Type.INTERNAL_ERROR, asked.id());
    }
    send(answer, asked.id(), response, callback);
    return true;
  }

  /** Sends an answer; Jetty leaves the body of an answer to HEAD out. */
  static void send(GatewayAnswer answer, String requestId, Response response, Callback callback) {
    response.setStatus(answer.status());
    answer.headers().forEach((name, values) -> response.getHeaders().put(name, values));
    response.getHeaders().put("x-amzn-RequestId", requestId);
    response.write(true, ByteBuffer.wrap(answer.body()), callback);
  }

  private static GatewayRequest request(Request request) {
    var headers = new TreeMap<String, List<String>>(String.CASE_INSENSITIVE_ORDER);
    for (HttpField field : request.getHeaders()) {
      headers
          .computeIfAbsent(field.getName(), unused -> new ArrayList<>())
          .add(field.getValue() == null ? "" : field.getValue());
    }
    String sourceIp = Request.getRemoteAddr(request);
    String forwardedFor =
        headers.containsKey("X-Forwarded-For")
            ? headers.get("X-Forwarded-For").getLast() + ", "
            : "";
    headers.put("X-Forwarded-For", List.of(forwardedFor + sourceIp));
    headers.put("X-Forwarded-Port", List.of(String.valueOf(Request.getLocalPort(request))));
    headers.put("X-Forwarded-Proto", List.of("http"));
    var connection = (RawTargetConnection) request.getConnectionMetaData().getConnection();
    return new GatewayRequest(
        UUID.randomUUID().toString(),
        request.getMethod(),
        connection.target(),
        request.getConnectionMetaData().getHttpVersion().asString(),
        headers,
        sourceIp);
  }

  private static Gateway.Body body(Request request) {
    return new Gateway.Body() {
      @Override
      public long announcedBytes() {
        return request.getLength();
      }

      @Override
      public byte[] read(int most) throws IOException {
        try (InputStream content = Content.Source.asInputStream(request)) {
          return content.readNBytes(most + 1);
        }
      }
    };
  }
}
