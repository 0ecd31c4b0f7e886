package io.doorlist.webhook;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Writes the only kind of request that is sent: a POST of JSON. */
final class PostRequest {
  private PostRequest() {}

  /** Writes a POST of JSON that asks the receiver to close the connection after its answer. */
  static void write(
      OutputStream stream, WebhookTarget target, Map<String, String> headers, byte[] body)
      throws IOException {
    StringBuilder head = new StringBuilder();
    head.append("POST ").append(target.path()).append(" HTTP/1.1\r\n");
    header(head, "Host", target.authority());
    header(head, "User-Agent", "Doorlist-Webhooks");
    header(head, "Content-Type", "application/json");
    header(head, "Content-Length", Integer.toString(body.length));
    header(head, "Connection", "close");
    headers.forEach((name, value) -> header(head, name, value));
    head.append("\r\n");
    // In one write, so that no receiver waits for the second part of one or two packets.
    byte[] first = head.toString().getBytes(StandardCharsets.US_ASCII);
    byte[] all = new byte[first.length + body.length];
    System.arraycopy(first, 0, all, 0, first.length);
    System.arraycopy(body, 0, all, first.length, body.length);
    stream.write(all);
    stream.flush();
  }

  private static void header(StringBuilder head, String name, String value) {
    head.append(name).append(": ").append(value).append("\r\n");
  }
}
