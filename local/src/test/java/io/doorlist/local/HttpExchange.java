package io.doorlist.local;

import io.doorlist.local.json.JsonTree;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** One request, sent byte for byte on its own connection, and its answer. */
record HttpExchange(int status, Map<String, List<String>> headers, byte[] bytes) {
  private static final int PATIENCE_MILLIS = 20_000;

  /** Sends a request; {@code Host}, {@code Connection} and {@code Content-Length} are added. */
  static HttpExchange send(int port, String requestLine, String body, String... headers) {
    byte[] content = body.getBytes(StandardCharsets.UTF_8);
    StringBuilder head = new StringBuilder(requestLine).append(" HTTP/1.1\r\n");
    head.append("Host: localhost\r\nConnection: close\r\n");
    if (content.length > 0) {
      head.append("Content-Length: ").append(content.length).append("\r\n");
    }
    for (String header : headers) {
      head.append(header).append("\r\n");
    }
    byte[] start = head.append("\r\n").toString().getBytes(StandardCharsets.UTF_8);
    byte[] bytes = Arrays.copyOf(start, start.length + content.length);
    System.arraycopy(content, 0, bytes, start.length, content.length);
    return raw(port, bytes);
  }

  /** Sends these bytes to a host; returns everything until the end. */
  static HttpExchange raw(LocalHost host, String request) {
    return raw(host.url().getPort(), request.getBytes(StandardCharsets.UTF_8));
  }

  /** Sends bytes and reads until the server closes the connection. */
  static HttpExchange raw(int port, byte[] request) {
    try (Socket socket = new Socket("127.0.0.1", port)) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      socket.getOutputStream().write(request);
      ByteArrayOutputStream answer = new ByteArrayOutputStream();
      socket.getInputStream().transferTo(answer);
      return parse(answer.toByteArray());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static HttpExchange parse(byte[] answer) {
    int end = new String(answer, StandardCharsets.ISO_8859_1).indexOf("\r\n\r\n");
    if (end < 0) {
      throw new IllegalStateException("no answer");
    }
    String[] lines = new String(answer, 0, end, StandardCharsets.ISO_8859_1).split("\r\n");
    TreeMap<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (int i = 1; i < lines.length; i++) {
      String[] header = lines[i].split(": ?", 2);
      headers.computeIfAbsent(header[0], unused -> new ArrayList<>()).add(header[1]);
    }
    int status = Integer.parseInt(lines[0].split(" ")[1]);
    return new HttpExchange(status, headers, Arrays.copyOfRange(answer, end + 4, answer.length));
  }

  String header(String name) {
    return headers.containsKey(name) ? String.join(", ", headers.get(name)) : null;
  }

  String body() {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** Returns the body as JSON. */
  Map<?, ?> json() {
    try {
      return (Map<?, ?>) JsonTree.read(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
