package io.doorlist.acceptance.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.client.Json;
import io.doorlist.acceptance.service.CheckinList;
import io.doorlist.acceptance.service.ContractTest;
import io.doorlist.acceptance.service.Event;
import io.doorlist.acceptance.service.Order;
import io.doorlist.acceptance.service.Service;
import io.doorlist.acceptance.service.SharedData;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Clients get 503 in time while the store hangs or drips, and succeed once it has recovered; other
 * faults are RetryTest's of the module store.
 */
@Tag("long")
class RobustnessTest extends ContractTest {
  /** The timeout of a function in template.yaml. */
  private static final Duration FUNCTION_TIMEOUT = Duration.ofSeconds(10);

  /** Relays between functions and DynamoDB Local: what the store says at a time, and how slowly. */
  private static final class Relay implements AutoCloseable {
    private final URI store;
    private final ServerSocket listener;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private volatile int bytesAtOnce = Integer.MAX_VALUE;
    private volatile Duration pause = Duration.ZERO;

    Relay(URI store) throws IOException {
      this.store = store;
      listener = new ServerSocket(0, 1024, InetAddress.getLoopbackAddress());
      threads.submit(
          () -> {
            while (true) {
              Socket client = listener.accept();
              Socket server = new Socket(store.getHost(), store.getPort());
              threads.submit(() -> copy(client.getInputStream(), server.getOutputStream(), false));
              threads.submit(() -> copy(server.getInputStream(), client.getOutputStream(), true));
            }
          });
    }

    URI address() {
      return URI.create("http://127.0.0.1:" + listener.getLocalPort());
    }

    /** Pauses before each so many bytes of an answer, each pause within a socket's timeout. */
    void slow(int bytes, Duration before) {
      bytesAtOnce = bytes;
      pause = before;
    }

    private Void copy(InputStream in, OutputStream out, boolean answers) throws Exception {
      try (in;
          out) {
        byte[] buffer = new byte[8192];
        for (int read = in.read(buffer); read > 0; read = in.read(buffer)) {
          int most = answers ? bytesAtOnce : read;
          for (int from = 0; from < read; from += most) {
            if (answers) {
              Thread.sleep(pause);
            }
            out.write(buffer, from, Math.min(most, read - from));
            out.flush();
          }
        }
      }
      return null;
    }

    @Override
    public void close() throws IOException {
      listener.close();
      threads.shutdownNow();
    }
  }

  @Test
  void whateverTheStoreDoes_clientsGet503InTime_andAllIsWellWhenItIs() throws Exception {
    assumeTrue(service.store != null, "faults need a store of our own");
    try (Relay relay = new Relay(service.store);
        Service.Elsewhere elsewhere = service.elsewhere("slow", relay.address())) {
      Event event =
          new Event(
              "slow",
              1,
              "night",
              "Night",
              List.of(new CheckinList(1, "Door", null)),
              List.of(Order.of(1, "adult")));
      elsewhere.cli().load(List.of(SharedData.account("slow", "Slow")));
      elsewhere.cli().load(event.lines());
      String made = elsewhere.cli().must("", "token", "create", "--json", "--account=slow").out();
      String token = (String) Json.parse(made).get("token");
      service.secrets.add(token);
      List<Call> calls = new ArrayList<>();
      for (String path : List.of("/orders", "/orders/1", "/checkin_lists", "/pulse")) {
        calls.add(Call.get(event.path() + path).by(token));
      }
      calls.add(Call.get("/slow/webhooks/events").by(token));
      calls.add(event.checkIn(1, event.order(1).ticket(0)).key("scan").by(token));

      // Once nobody knows the token, and once everybody does.
      relay.slow(Integer.MAX_VALUE, Duration.ofMinutes(1));
      all(elsewhere, calls, 503);
      relay.slow(Integer.MAX_VALUE, Duration.ZERO);
      all(elsewhere, calls, 0);
      relay.slow(1, Duration.ofMillis(400));
      all(elsewhere, calls, 503);
      relay.slow(Integer.MAX_VALUE, Duration.ZERO);
      all(elsewhere, calls, 0);
    }
  }

  /** Sends calls at the same time; status 0 means success. */
  private static void all(Service.Elsewhere elsewhere, List<Call> calls, int status)
      throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> running = new ArrayList<>();
      for (Call call : calls) {
        running.add(threads.submit(() -> check(elsewhere, call, status)));
      }
      for (Future<?> each : running) {
        each.get();
      }
    }
  }

  private static void check(Service.Elsewhere elsewhere, Call call, int status) {
    if (status == 0) {
      elsewhere.client().expect(call.method().equals("POST") ? 201 : 200, call);
      return;
    }
    long start = System.nanoTime();
    Answer answer = elsewhere.client().refused(status, "unavailable", call);
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    assertTrue(took.compareTo(FUNCTION_TIMEOUT) < 0, () -> took + " for " + call);
    assertEquals("1", answer.header("Retry-After").orElse("none"), answer::toString);
  }
}
