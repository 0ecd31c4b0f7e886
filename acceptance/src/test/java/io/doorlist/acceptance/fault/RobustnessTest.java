package io.doorlist.acceptance.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.client.Client;
import io.doorlist.acceptance.fault.FaultyStore.Fault;
import io.doorlist.acceptance.service.CheckinList;
import io.doorlist.acceptance.service.Event;
import io.doorlist.acceptance.service.Order;
import io.doorlist.acceptance.service.Service;
import io.doorlist.acceptance.service.SharedData;
import io.doorlist.local.LocalHost;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Isolated;

/** Clients get documented answers while the store fails, and succeed once it has recovered. */
@ExtendWith(Service.Provider.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Isolated
@Tag("long")
class RobustnessTest {
  /** The timeout of a function in template.yaml. */
  private static final Duration FUNCTION_TIMEOUT = Duration.ofSeconds(10);

  private final Service service;
  private FaultyStore store;
  private LocalHost host;
  private Client client;

  RobustnessTest(Service service) {
    this.service = service;
  }

  @BeforeAll
  void start() throws IOException {
    Assumptions.assumeTrue(service.store != null, "faults need a store of our own");
    store = new FaultyStore(service.store);
    Path template = Path.of(System.getProperty("doorlist.root"), "template.yaml");
    host = Service.hostOver(template, store.endpoint());
    client = service.client(host);
  }

  @AfterAll
  void stop() throws IOException {
    if (host != null) {
      host.close();
    }
    if (store != null) {
      store.close();
    }
  }

  /** One account for each fault, so that all can run at the same time. */
  private record Scene(Fault fault, Event event, String token) {
    List<Call> calls() {
      return List.of(
          Call.get("/" + event.account() + "/events").by(token),
          Call.get(event.path() + "/orders").by(token),
          Call.get(event.path() + "/orders/1").by(token),
          Call.get(event.listsPath()).by(token),
          Call.get("/" + event.account() + "/webhooks/events").by(token),
          event.checkIn(1, event.order(1).ticket(0)).key("scan").by(token));
    }
  }

  private Scene scene(Fault fault, String name) {
    Event event =
        new Event(
            name,
            1,
            "night",
            "Night",
            List.of(new CheckinList(1, "Door", null)),
            List.of(Order.of(1, "adult")));
    service.cli.load(List.of(SharedData.account(name, "Faulty")));
    service.cli.load(event.lines());
    return new Scene(fault, event, service.tokens.create(name));
  }

  @Test
  void whateverTheStoreDoes_clientsGet503InTime_andAllIsWellWhenItIs() throws Exception {
    List<Scene> scenes = new ArrayList<>();
    for (Fault fault : Fault.values()) {
      scenes.add(scene(fault, "store-that-" + fault.name().toLowerCase(Locale.ROOT)));
    }
    for (Scene scene : scenes) {
      store.fault("\"" + scene.event().account(), scene.fault());
    }

    all(scenes, Scene::calls, 503);
    store.heal();
    all(scenes, Scene::calls, 0);
  }

  /** Sends the calls of all scenes at the same time; status 0 means success. */
  private void all(List<Scene> scenes, Function<Scene, List<Call>> calls, int status)
      throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> running = new ArrayList<>();
      for (Scene scene : scenes) {
        for (Call call : calls.apply(scene)) {
          Call asked = call.by(scene.token());
          running.add(threads.submit(() -> check(scene.fault() + ": ", asked, status)));
        }
      }
      for (Future<?> each : running) {
        try {
          each.get();
        } catch (ExecutionException e) {
          if (e.getCause() instanceof AssertionError failed) {
            throw failed;
          }
          throw e;
        }
      }
    }
  }

  private void check(String when, Call call, int status) {
    long start = System.nanoTime();
    Answer answer = status == 503 ? client.send(call) : client.patiently(call);
    Duration took = Duration.ofNanos(System.nanoTime() - start);

    int expected = status == 0 ? call.method().equals("POST") ? 201 : 200 : status;
    assertEquals(expected, answer.status(), () -> when + answer);
    if (status == 503) {
      assertTrue(took.compareTo(FUNCTION_TIMEOUT) < 0, () -> when + took + " for " + call);
      assertEquals("unavailable", answer.code(), () -> when + answer);
      assertEquals("1", answer.header("Retry-After").orElse("none"), () -> when + answer);
    }
  }

  @Test
  void aTokenThatCannotBeLookedUp_is503_andNotRemembered() throws Exception {
    Scene scene = scene(Fault.THROTTLES, "token-that-is-throttled");
    List<Call> one = scene.calls().subList(0, 1);
    store.fault(hash(scene.token()), Fault.THROTTLES);
    all(List.of(scene), any -> one, 503);

    store.heal();
    all(List.of(scene), any -> one, 0);
  }

  /** Returns the hash under which the table has a token. */
  private static String hash(String token) throws NoSuchAlgorithmException {
    return HexFormat.of()
        .formatHex(
            MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)));
  }
}
