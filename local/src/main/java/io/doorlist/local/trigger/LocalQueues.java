package io.doorlist.local.trigger;

import io.doorlist.local.failure.LocalHostException;
import io.doorlist.local.json.JsonTree;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * The template's queues, in memory. They take messages as SQS does, by its JSON protocol on the
 * loopback interface, and know no operation but those that functions use. Thread-safe.
 */
public final class LocalQueues implements AutoCloseable {
  private final Server server;
  private final ServerConnector connector;
  private final Map<String, DelayQueue<Message>> queues = new ConcurrentHashMap<>();
  private final Set<Message> undelivered = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean begun = new AtomicBoolean();

  /** Opens the port; connections wait until it serves. */
  public LocalQueues() throws IOException {
    QueuedThreadPool threads = new QueuedThreadPool(8);
    threads.setDaemon(true);
    threads.setVirtualThreadsExecutor(VirtualThreads.getDefaultVirtualThreadsExecutor());
    server = new Server(threads);
    connector = new ServerConnector(server, 1, 1);
    connector.setHost("127.0.0.1");
    connector.open();
    server.addConnector(connector);
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

  /**
   * Starts answering.
   *
   * @param first runs when something is sent for the first time
   */
  void serve(Runnable first) {
    server.setHandler(
        new Handler.Abstract() {
          @Override
          public boolean handle(Request request, Response response, Callback callback)
              throws IOException {
            Map<?, ?> input;
            try (InputStream body = Content.Source.asInputStream(request)) {
              input = (Map<?, ?>) JsonTree.read(body.readAllBytes());
            }
            Object answer = answer(request.getHeaders().get("X-Amz-Target"), input);
            response.write(true, ByteBuffer.wrap(JsonTree.write(answer)), callback);
            if (begun.compareAndSet(false, true)) {
              Thread.ofVirtual().start(first);
            }
            return true;
          }
        });
    Thread.ofVirtual().start(this::start);
  }

  private void start() {
    try {
      server.start();
    } catch (Exception e) {
      System.err.println("the queues do not start: " + e);
    }
  }

  private Object answer(String target, Map<?, ?> input) {
    String url = (String) input.get("QueueUrl");
    String queue = url.substring(url.lastIndexOf('/') + 1);
    return switch (target) {
      case "AmazonSQS.SendMessage" -> send(queue, input);
      case "AmazonSQS.SendMessageBatch" -> {
        List<Object> sent = new ArrayList<>();
        for (Object each : (List<?>) input.get("Entries")) {
          Map<?, ?> entry = (Map<?, ?>) each;
          Map<String, Object> answer = send(queue, entry);
          answer.put("Id", entry.get("Id"));
          sent.add(answer);
        }
        yield Map.of("Successful", sent, "Failed", List.of());
      }
      default -> throw new IllegalArgumentException(target + " is not served here");
    };
  }

  private Map<String, Object> send(String queue, Map<?, ?> entry) {
    Message message = new Message(queue, (String) entry.get("MessageBody"));
    undelivered.add(message);
    Duration delay =
        entry.get("DelaySeconds") instanceof Integer seconds
            ? Duration.ofSeconds(seconds)
            : Duration.ZERO;
    put(message, delay);
    Map<String, Object> answer = new HashMap<>();
    answer.put("MessageId", message.id);
    answer.put("MD5OfMessageBody", md5(message.body));
    return answer;
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
    return URI.create("http://127.0.0.1:" + connector.getLocalPort());
  }

  /** Closes all connections; messages in the queues are lost, which is said. */
  @Override
  public void close() {
    try {
      server.stop();
    } catch (Exception e) {
      throw new LocalHostException("the queues do not stop", e);
    } finally {
      connector.close();
    }
    if (!undelivered.isEmpty()) {
      System.err.printf(
          Locale.ROOT,
          "%d webhooks were not delivered, and are not tried again by themselves: doorlist webhook redeliver%n",
          undelivered.size());
    }
  }
}
