package io.doorlist.acceptance.service;

import com.sun.net.httpserver.HttpServer;
import io.doorlist.acceptance.client.Json;
import io.doorlist.acceptance.client.Recording;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** A subscriber on this machine: accepts deliveries, and answers as the test demands. */
public final class Receiver implements AutoCloseable {
  private static final int TAKEN = 204;

  private final HttpServer server;
  private final Queue<Integer> answers = new ConcurrentLinkedQueue<>();
  private final List<String> received = new CopyOnWriteArrayList<>();

  /** Its first request waits for this. */
  private final CountDownLatch begun;

  private Receiver(HttpServer server, CountDownLatch begun) {
    this.server = server;
    this.begun = begun;
  }

  /**
   * Starts a receiver that answers the first deliveries with these statuses, and accepts all
   * others.
   */
  public static Receiver answering(Integer... first) throws IOException {
    return answering(new CountDownLatch(0), first);
  }

  /** Starts a receiver that hangs until it is told to {@link #begin}. */
  public static Receiver hanging() throws IOException {
    return answering(new CountDownLatch(1));
  }

  public void begin() {
    begun.countDown();
  }

  private static Receiver answering(CountDownLatch begun, Integer... first) throws IOException {
    InetSocketAddress anywhere = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    Receiver receiver = new Receiver(HttpServer.create(anywhere, 0), begun);
    receiver.answers.addAll(List.of(first));
    receiver.server.createContext(
        "/hook",
        exchange -> {
          byte[] body = exchange.getRequestBody().readAllBytes();
          awaited(begun);
          String message = new String(body, StandardCharsets.UTF_8);
          receiver.received.add(message);
          Recording.message(message);
          Integer answer = receiver.answers.poll();
          exchange.sendResponseHeaders(answer == null ? TAKEN : answer, -1);
          exchange.close();
        });
    receiver.server.start();
    return receiver;
  }

  private static void awaited(CountDownLatch begun) throws IOException {
    try {
      begun.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("ended while it hung");
    }
  }

  /** Subscribes to an event's webhook events of one type; returns the webhook's id. */
  public String subscribe(Service service, Event event, String type) {
    String added =
        service
            .cli
            .must(
                "",
                "webhook",
                "add",
                "--json",
                "--account=" + event.account(),
                "--url=http://127.0.0.1:" + server.getAddress().getPort() + "/hook",
                "--types=" + type,
                "--events=" + event.slug(),
                "--to-lan")
            .out();
    service.secrets.add((String) Json.parse(added).get("secret"));
    return (String) Json.parse(added).get("id");
  }

  /** Returns the bodies of the deliveries so far. */
  public List<String> received() {
    return List.copyOf(received);
  }

  @Override
  public void close() {
    begun.countDown();
    server.stop(0);
  }
}
