package io.doorlist.local.trigger;

import com.sun.net.httpserver.HttpServer;
import io.doorlist.local.json.JsonTree;
import io.doorlist.local.template.Deployment;
import io.doorlist.table.TableException;
import io.doorlist.table.sqlite.Queues;
import io.doorlist.table.sqlite.Queues.Message;
import io.doorlist.table.sqlite.Queues.Sent;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Executors;

/**
 * The template's queues. They accept messages as SQS does, by its JSON protocol on the loopback
 * interface. They know only the operations that functions use. A message is stored before its
 * request is answered. Every account of the machine can reach the port, so the URL of a queue is a
 * secret. Thread-safe.
 */
public final class LocalQueues implements AutoCloseable {
  private static final int FORBIDDEN = 403;
  private static final int UNAVAILABLE = 503;

  /** Several times the size of a batch that functions send. */
  private static final int MAX_BYTES = 262_144;

  private final HttpServer server;
  private final Queues kept;
  private final String secret = "/" + UUID.randomUUID();

  /** Opens the port. Connections wait until {@link #serve}. */
  public LocalQueues(Queues kept) throws IOException {
    this.kept = kept;
    server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
  }

  /** Starts answering. */
  void serve() {
    server.createContext(
        "/",
        exchange -> {
          try (exchange) {
            byte[] question = exchange.getRequestBody().readNBytes(MAX_BYTES);
            Map<?, ?> input = (Map<?, ?>) JsonTree.read(question);
            String target = exchange.getRequestHeaders().getFirst("X-Amz-Target");
            int status = 200;
            Object answer;
            try {
              answer = answer(target, input);
            } catch (SecurityException e) {
              status = FORBIDDEN;
              answer = Map.of("__type", "com.amazonaws.sqs#InvalidSecurity");
            } catch (TableException e) {
              status = UNAVAILABLE;
              answer = Map.of("__type", "com.amazonaws.sqs#ServiceUnavailable");
            }
            byte[] body = JsonTree.write(answer);
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
          }
        });
    server.start();
  }

  private Object answer(String target, Map<?, ?> input) {
    if (!target.equals("AmazonSQS.SendMessageBatch")) {
      throw new IllegalArgumentException(target + " is not served here");
    }
    String url = String.valueOf(input.get("QueueUrl"));
    String queue = url.substring(url.lastIndexOf('/') + 1);
    if (!url.equals(Deployment.queueUrl(endpoint(), queue))) {
      throw new SecurityException("there is no such queue");
    }
    List<?> entries = (List<?>) input.get("Entries");
    List<Sent> all = entries.stream().map(each -> sent((Map<?, ?>) each)).toList();
    List<Message> messages = kept.send(queue, all);
    List<Object> successful = new ArrayList<>();
    for (int i = 0; i < messages.size(); i++) {
      Message message = messages.get(i);
      successful.add(
          Map.of(
              "Id",
              ((Map<?, ?>) entries.get(i)).get("Id"),
              "MessageId",
              Long.toString(message.id()),
              "MD5OfMessageBody",
              md5(message.body())));
    }
    return Map.of("Successful", successful, "Failed", List.of());
  }

  private static Sent sent(Map<?, ?> entry) {
    int delay = entry.get("DelaySeconds") instanceof Integer seconds ? seconds : 0;
    return new Sent((String) entry.get("MessageBody"), Duration.ofSeconds(delay));
  }

  /** Returns the digest of a message, which the SDK compares with what it sent. */
  private static String md5(String body) {
    try {
      byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the stored queues. */
  Queues kept() {
    return kept;
  }

  /** Returns the URL with which the URL of each queue begins. Its path is a secret. */
  public URI endpoint() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + secret);
  }

  /** Closes all connections. */
  @Override
  public void close() {
    server.stop(0);
  }
}
