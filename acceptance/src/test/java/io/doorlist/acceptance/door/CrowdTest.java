package io.doorlist.acceptance.door;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.service.Service;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Many connections at the same time: a third sends requests, a third sends them byte by byte, and a
 * third sends nothing or stops halfway. {@code -Ddoorlist.crowd=1000} sets the number.
 */
@ExtendWith(Service.Provider.class)
class CrowdTest {
  private static final int CONNECTIONS = Integer.getInteger("doorlist.crowd", 150);
  private static final int REQUESTS = 5;
  private static final Duration MAX_LENGTH = Duration.ofSeconds(10);

  @Test
  void everybodyIsServed_whateverOthersDo(Service service) throws Exception {
    assumeTrue(service.store != null, "how many a server bears is for a server of ours to show");
    URI url = URI.create(service.client.base());
    String request =
        "GET /%s/events HTTP/1.1\r\nHost: doorlist\r\nAuthorization: Bearer %s\r\n\r\n"
            .formatted(service.world.acme, service.acme);
    List<Socket> silent = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < CONNECTIONS / 3; i++) {
        Socket socket = connect(url);
        silent.add(socket);
        String part = request.substring(0, i % 2 == 0 ? 0 : i % request.length());
        socket.getOutputStream().write(part.getBytes(US_ASCII));
      }
      List<Future<Long>> slow = new ArrayList<>();
      List<Future<Long>> quick = new ArrayList<>();
      for (int i = 0; i < CONNECTIONS / 3; i++) {
        slow.add(threads.submit(() -> ask(url, request, 1, true)));
        quick.add(threads.submit(() -> ask(url, request, REQUESTS, false)));
      }
      long[] took = new long[quick.size()];
      for (int i = 0; i < took.length; i++) {
        took[i] = quick.get(i).get();
      }
      for (Future<Long> each : slow) {
        each.get();
      }
      Arrays.sort(took);
      long worst = took[took.length - 1];
      System.out.printf(
          "%d connections: %d requests, slowest of a quick connection %d ms, median %d ms%n",
          CONNECTIONS, took.length * REQUESTS + slow.size(), worst, took[took.length / 2]);
      assertTrue(worst < MAX_LENGTH.toMillis() * CONNECTIONS / 100, worst + " ms");
    } finally {
      for (Socket socket : silent) {
        socket.close();
      }
    }
    service.client.expect(200, Call.get("/" + service.world.acme + "/events").by(service.acme));
  }

  private static Socket connect(URI url) throws IOException {
    return new Socket(InetAddress.getByName(url.getHost()), url.getPort());
  }

  /** Sends requests over one connection; returns the time of the slowest answer in milliseconds. */
  private static long ask(URI url, String request, int times, boolean slowly) throws Exception {
    long slowest = 0;
    try (Socket socket = connect(url)) {
      BufferedReader answers =
          new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
      for (int served = 0; served < times; ) {
        long start = System.nanoTime();
        if (slowly) {
          for (byte each : request.getBytes(US_ASCII)) {
            socket.getOutputStream().write(each);
            Thread.sleep(2);
          }
        } else {
          socket.getOutputStream().write(request.getBytes(US_ASCII));
        }
        String status = answers.readLine();
        skip(answers);
        // On a machine that is busy with other things the table may not answer in time.
        if (!status.startsWith("HTTP/1.1 503 ")) {
          assertEquals("HTTP/1.1 200 OK", status);
          served++;
        }
        slowest = Math.max(slowest, (System.nanoTime() - start) / 1_000_000);
      }
    }
    return slowest;
  }

  private static void skip(BufferedReader answers) throws IOException {
    int length = 0;
    for (String line = answers.readLine(); !line.isEmpty(); line = answers.readLine()) {
      if (line.startsWith("Content-Length: ")) {
        length = Integer.parseInt(line.substring("Content-Length: ".length()));
      }
    }
    for (int read = 0; read < length; read++) {
      answers.read();
    }
  }
}
