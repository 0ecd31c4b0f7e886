package io.doorlist.local.gateway;

import io.doorlist.local.function.Invocation;
import io.doorlist.local.gateway.GatewayResponses.Type;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Turns Jetty's requests into the gateway's, and the gateway's answers into Jetty's. */
final class GatewayHandler extends Handler.Abstract {
  /** The page to which a browser is sent that asks for the host's address without a path. */
  private static final String SCANNER = "/-/scan";

  private final Gateway gateway;

  GatewayHandler(Gateway gateway) {
    this.gateway = gateway;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    GatewayRequest asked = request(request);
    if (isOpenedByHand(asked)) {
      response.getHeaders().put(HttpHeader.LOCATION, SCANNER);
      send(new GatewayAnswer(303, Map.of(), new byte[0]), asked.id(), response, callback);
      return true;
    }
    GatewayAnswer answer;
    try {
      answer = gateway.handle(asked, Content.Source.asInputStream(request));
      if (isLeft(request) || framedWrongly(request)) {
        response.getHeaders().put(HttpHeader.CONNECTION, "close");
      }
    } catch (IOException e) {
      // The client went away or was too slow. The unread rest would look like the next request, so
      // the connection must end.
      response.getHeaders().put(HttpHeader.CONNECTION, "close");
      answer = gateway.answer(Type.BAD_REQUEST, asked.id());
    } catch (RuntimeException e) {
      Invocation.Failed.of(e).say(asked.id(), "any route", "the local host");
      answer = gateway.answer(Type.INTERNAL_ERROR, asked.id());
    }
    send(answer, asked.id(), response, callback);
    return true;
  }

  /** Returns whether a person has typed the address. Apps do not ask for HTML. */
  private static boolean isOpenedByHand(GatewayRequest asked) {
    String accepted = asked.header("Accept");
    return asked.method().equals("GET")
        && Set.of("/", "/-", "/-/").contains(asked.target())
        && accepted != null
        && accepted.contains("text/html")
        && asked.header("Authorization") == null;
  }

  /** Answers a request that Jetty refuses before the gateway sees it, as the gateway would. */
  boolean refuse(Request request, Response response, Callback callback) {
    String requestId = UUID.randomUUID().toString();
    Type type =
        switch (response.getStatus()) {
          case 414 -> Type.URI_TOO_LONG;
          case 429 -> Type.THROTTLED;
          case 431 -> Type.HEADERS_TOO_LARGE;
          case 500, 503 -> Type.INTERNAL_ERROR;
          // Another version of HTTP or an unknown coding, which is the client's fault.
          default -> Type.BAD_REQUEST;
        };
    response.getHeaders().put(HttpHeader.CONNECTION, "close");
    send(gateway.answer(type, requestId), requestId, response, callback);
    return true;
  }

  /**
   * Returns whether a part of the body was not read, because it is over the limit or because the
   * request was refused before.
   */
  static boolean isLeft(Request request) {
    Content.Chunk next = request.read();
    boolean left = next == null || !next.isLast() || next.hasRemaining();
    if (next != null) {
      next.release();
    }
    return left;
  }

  /**
   * Returns whether a request of HTTP/1.0 claims to have chunks. It cannot have any, so nothing
   * after it may be read as a request.
   */
  private static boolean framedWrongly(Request request) {
    return request.getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_1_0
        && request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING);
  }

  /** Sends an answer. For HEAD, Jetty leaves the body out. */
  private static void send(
      GatewayAnswer answer, String requestId, Response response, Callback callback) {
    response.setStatus(answer.status());
    answer.headers().forEach(response.getHeaders()::add);
    response.getHeaders().put("x-amzn-RequestId", requestId);
    response.write(true, ByteBuffer.wrap(answer.body()), callback);
  }

  private static GatewayRequest request(Request request) {
    TreeMap<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    int headerBytes = 0;
    for (HttpField field : request.getHeaders()) {
      String value = field.getValue() == null ? "" : field.getValue();
      headerBytes += field.getName().length() + value.length();
      headers.computeIfAbsent(field.getName(), unused -> new ArrayList<>()).add(value);
    }
    String sourceIp = Request.getRemoteAddr(request);
    String forwardedFor =
        headers.containsKey("X-Forwarded-For")
            ? headers.get("X-Forwarded-For").getLast() + ", "
            : "";
    headers.put("X-Forwarded-For", List.of(forwardedFor + sourceIp));
    headers.put("X-Forwarded-Port", List.of(String.valueOf(Request.getLocalPort(request))));
    headers.put("X-Forwarded-Proto", List.of(request.isSecure() ? "https" : "http"));
    return new GatewayRequest(
        UUID.randomUUID().toString(),
        request.getMethod(),
        RawTargetConnection.target(request),
        request.getConnectionMetaData().getHttpVersion().asString(),
        headers,
        headerBytes,
        request.getLength(),
        sourceIp);
  }
}
