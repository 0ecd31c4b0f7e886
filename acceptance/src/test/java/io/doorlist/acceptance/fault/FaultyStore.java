package io.doorlist.acceptance.fault;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A proxy between functions and DynamoDB Local, on the loopback interface. Requests that contain a
 * certain text, such as an account's slug, get that text's fault; all others pass.
 */
final class FaultyStore implements AutoCloseable {
  private static final int MAX_HEAD_BYTES = 64 * 1024;
  private static final int DRIP_MILLIS = 400;

  /** The faults of a store. */
  enum Fault {
    /** Accepts requests and never answers. */
    HANGS,
    /** Answers byte by byte, each well within a socket's timeout. */
    DRIPS,
    /** Throttles. */
    THROTTLES,
    /** Answers with an internal error. */
    FAILS,
    /** Answers something that is not an answer. */
    BABBLES,
    /** Closes the connection in the middle of an answer. */
    BREAKS_OFF
  }

  private final URI store;
  private final Map<String, Fault> faults = new ConcurrentHashMap<>();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final ServerSocket listener;

  FaultyStore(URI store) throws IOException {
    this.store = store;
    listener = new ServerSocket(0, 1024, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  URI endpoint() {
    return URI.create("http://127.0.0.1:" + listener.getLocalPort());
  }

  /** Gives requests that contain this text a fault from now on. */
  void fault(String text, Fault fault) {
    faults.put(text, fault);
  }

  /** Ends all faults. */
  void heal() {
    faults.clear();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        Thread.ofVirtual().start(() -> serve(client));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Socket client) {
    try (client;
        Socket server = new Socket(store.getHost(), store.getPort())) {
      open.add(client);
      InputStream requests = new BufferedInputStream(client.getInputStream());
      InputStream answers = new BufferedInputStream(server.getInputStream());
      byte[] request = message(requests);
      while (request.length > 0) {
        server.getOutputStream().write(request);
        answer(fault(request), message(answers), client.getOutputStream());
        request = message(requests);
      }
    } catch (IOException e) {
      // One end has closed the connection, as faults do.
      return;
    } finally {
      open.remove(client);
    }
  }

  private Fault fault(byte[] request) {
    String text = new String(request, ISO_8859_1);
    return faults.entrySet().stream()
        .filter(fault -> text.contains(fault.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(null);
  }

  private void answer(Fault fault, byte[] answer, OutputStream out) throws IOException {
    switch (fault) {
      case null -> out.write(answer);
      case HANGS -> {
        while (!pause()) {
          // Until the proxy is closed.
        }
      }
      case DRIPS -> {
        for (byte each : answer) {
          out.write(each);
          out.flush();
          if (pause()) {
            return;
          }
        }
      }
      case THROTTLES ->
          out.write(
              error(
                  "400 Bad Request",
                  "{\"__type\":\"com.amazonaws.dynamodb.v20120810#ThrottlingException\","
                      + "\"message\":\"Rate of requests exceeds the allowed throughput.\"}"));
      case FAILS ->
          out.write(
              error(
                  "500 Internal Server Error",
                  "{\"__type\":\"com.amazonaws.dynamodb.v20120810#InternalServerError\"}"));
      case BABBLES -> out.write(error("200 OK", "<html>It works! {\"Item\":"));
      case BREAKS_OFF -> {
        out.write(answer, 0, answer.length / 2);
        throw new IOException("broken off");
      }
    }
    out.flush();
  }

  private static byte[] error(String status, String body) {
    String head =
        "HTTP/1.1 %s\r\nContent-Type: application/x-amz-json-1.0\r\nContent-Length: %d\r\n\r\n"
            .formatted(status, body.length());
    return (head + body).getBytes(ISO_8859_1);
  }

  /** Waits between two bytes; returns whether the proxy is closed. */
  private boolean pause() {
    try {
      return closed.await(DRIP_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  /** Reads one HTTP message with its body; empty at the end of the stream. */
  private static byte[] message(InputStream in) throws IOException {
    ByteArrayOutputStream message = new ByteArrayOutputStream();
    int newlines = 0;
    while (newlines < 2) {
      int next = in.read();
      if (next < 0) {
        return new byte[0];
      }
      message.write(next);
      newlines = next == '\n' ? newlines + 1 : next == '\r' ? newlines : 0;
      if (message.size() > MAX_HEAD_BYTES) {
        throw new IOException("no head of a message");
      }
    }
    int length = 0;
    for (String line : message.toString(ISO_8859_1).split("\r\n")) {
      if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
        length = Integer.parseInt(line.substring("content-length:".length()).strip());
      }
    }
    message.write(in.readNBytes(length));
    return message.toByteArray();
  }

  @Override
  public void close() throws IOException {
    closed.countDown();
    listener.close();
    for (Socket socket : open) {
      socket.close();
    }
  }
}
