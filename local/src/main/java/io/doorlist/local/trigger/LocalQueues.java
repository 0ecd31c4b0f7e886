package io.doorlist.local.trigger;

import com.sun.net.httpserver.HttpServer;
import io.doorlist.local.json.JsonTree;
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
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The template's queues, in memory. They take messages as SQS does, by its JSON protocol on the
 * loopback interface, and know no operation but those that functions use. Thread-safe.
 */
public final class LocalQueues implements AutoCloseable {
  private final HttpServer server;
  private final Map<String, DelayQueue<Message>> queues = new ConcurrentHashMap<>();
  private final Set<Message> undelivered = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean begun = new AtomicBoolean();

  /** Opens the port; connections wait until it serves. */
  public LocalQueues() throws IOException {
    server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
  }

  /** A message, how often it was taken, and when it can be taken (again). */
  static final class Message implements Delayed {
    final String id = UUID.randomUUID().toString();
    final String body;
    private final String queue;
    private int taken;
    private long dueNanos;

    Message(String queue, String body) {
      this.queue = queue;
      this.body = body;
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(dueNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
    }
  }

  /** Starts answering; {@code first} runs when something is sent for the first time. */
  void serve(Runnable first) {
    server.createContext(
        "/",
        exchange -> {
          try (exchange) {
            Map<?, ?> input = (Map<?, ?>) JsonTree.read(exchange.getRequestBody().readAllBytes());
            String target = exchange.getRequestHeaders().getFirst("X-Amz-Target");
            byte[] answer = JsonTree.write(answer(target, input));
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
          }
          if (begun.compareAndSet(false, true)) {
            Thread.ofVirtual().start(first);
          }
        });
    server.start();
  }

  private Object answer(String target, Map<?, ?> input) {
    if (!target.equals("AmazonSQS.SendMessageBatch")) {
      throw new IllegalArgumentException(target + " is not served here");
    }
    String url = (String) input.get("QueueUrl");
    String queue = url.substring(url.lastIndexOf('/') + 1);
    List<Object> sent = new ArrayList<>();
    for (Object each : (List<?>) input.get("Entries")) {
      sent.add(send(queue, (Map<?, ?>) each));
    }
    return Map.of("Successful", sent, "Failed", List.of());
  }

  private Map<String, Object> send(String queue, Map<?, ?> entry) {
    Message message = new Message(queue, (String) entry.get("MessageBody"));
    undelivered.add(message);
    Duration delay =
        entry.get("DelaySeconds") instanceof Integer seconds
            ? Duration.ofSeconds(seconds)
            : Duration.ZERO;
    put(message, delay);
    String sum = md5(message.body);
    return Map.of("Id", entry.get("Id"), "MessageId", message.id, "MD5OfMessageBody", sum);
  }

  private void put(Message message, Duration delay) {
    message.dueNanos = System.nanoTime() + delay.toNanos();
    queue(message.queue).put(message);
  }

  private DelayQueue<Message> queue(String name) {
    return queues.computeIfAbsent(name, unused -> new DelayQueue<>());
  }

  /** The SDK compares it with what it sent. */
  private static String md5(String body) {
    try {
      byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Waits for messages; whoever takes them says of each what became of it. */
  List<Message> take(String queue, int most) throws InterruptedException {
    List<Message> taken = new ArrayList<>();
    taken.add(queue(queue).take());
    queue(queue).drainTo(taken, most - 1);
    taken.forEach(message -> message.taken++);
    return taken;
  }

  void delivered(Message message) {
    undelivered.remove(message);
  }

  /** Lets a message be taken again later, or gives it up if it was taken too often. */
  void failed(Message message, Duration later, int most) {
    if (message.taken < most) {
      put(message, later);
    } else {
      undelivered.remove(message);
      System.err.printf(
          Locale.ROOT, "%s: a message is given up after %d calls%n", message.queue, most);
    }
  }

  public URI endpoint() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** Closes all connections; messages in the queues are lost, which is said. */
  @Override
  public void close() {
    server.stop(0);
    if (!undelivered.isEmpty()) {
      System.err.printf(
          Locale.ROOT,
          "%d webhooks were not delivered, and are not tried again by themselves: doorlist webhook redeliver%n",
          undelivered.size());
    }
  }
}
