package io.doorlist.phone.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.phone.DoorVerdict;
import io.doorlist.phone.DoorVerdict.Kind;
import io.doorlist.phone.HttpService;
import io.doorlist.phone.HttpService.Network;
import io.doorlist.phone.KeptScan;
import io.doorlist.phone.PhoneState;
import io.doorlist.phone.PhoneState.Connection;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The phone on real files and over real HTTP, to the service's model. */
@Timeout(120)
class PhoneOverHttpTest {
  private static final List<String> TICKETS =
      IntStream.range(0, 1_000).mapToObj(each -> "ticket-" + each).toList();

  @TempDir private Path folder;
  private final BlockingQueue<PhoneState> states = new LinkedBlockingQueue<>();

  private Phone open(HttpService service) throws IOException {
    return Phone.open(service.link(), PhoneSettings.in(folder).listener(states::add));
  }

  /**
   * Waits until the phone says of itself what is wanted. It says so even if that is what it said
   * before, as somebody has seen another state meanwhile.
   */
  private PhoneState until(Phone phone, Predicate<PhoneState> wanted) throws InterruptedException {
    PhoneState state = phone.state();
    while (!wanted.test(state)) {
      assertNotNull(states.poll(60, TimeUnit.SECONDS), "nothing is said after " + state);
      state = phone.state();
    }
    return state;
  }

  /** Waits until the phone has a copy. */
  private static void awaitCopy(Phone phone) throws InterruptedException {
    while (phone.lists().isEmpty() || !phone.lists().get(0).ready()) {
      TimeUnit.MILLISECONDS.sleep(5);
    }
  }

  @Test
  void scan_asksTheService() throws Exception {
    try (HttpService service = new HttpService(TICKETS, 1);
        Phone phone = open(service)) {
      DoorVerdict first = phone.scan("ticket-1");
      DoorVerdict second = phone.scan("https://doorlist.example/t/ticket-1");
      DoorVerdict unknown = phone.scan("nobody");

      assertEquals(Kind.IN, first.kind());
      assertEquals(Kind.ALREADY_IN, second.kind());
      assertEquals(Kind.UNKNOWN, unknown.kind());
      assertTrue(service.counts(first.scan().key()));
      phone.undo(first.scan());
      until(phone, state -> state.queued() == 0);
      assertEquals(0, service.entries("ticket-1"));
      assertEquals(Kind.IN, phone.scan("ticket-1").kind());
    }
  }

  /** This waits for requests that nobody answers, half a minute in all. */
  @Execution(ExecutionMode.CONCURRENT)
  @Test
  void scan_isDecidedByTheCopyInTime_whateverIsThereInsteadOfTheService() throws Exception {
    try (HttpService service = new HttpService(TICKETS, 1);
        Phone phone = open(service)) {
      awaitCopy(phone);
      int ticket = 0;
      for (Network network : List.of(Network.SILENT, Network.PORTAL)) {
        service.network(network);
        for (int i = 0; i < 3; i++) {
          long began = System.nanoTime();
          DoorVerdict verdict = phone.scan("ticket-" + ticket);
          DoorVerdict again = phone.scan("ticket-" + ticket++);
          long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);

          assertEquals(List.of(Kind.IN, true), List.of(verdict.kind(), verdict.byCopy()));
          assertEquals(Kind.ALREADY_IN, again.kind());
          assertTrue(millis < 3_000, millis + " ms for two scans");
        }
        service.network(Network.GOOD);
        phone.choose("1");
        until(phone, state -> state.queued() == 0);
      }
      for (int i = 0; i < ticket; i++) {
        assertEquals(1, service.entries("ticket-" + i));
      }
    }
  }

  @Test
  void scan_endsInWhatWasTold_overAHostileNetwork() throws Exception {
    try (HttpService service = new HttpService(TICKETS, 7);
        Phone phone = open(service)) {
      awaitCopy(phone);
      service.network(Network.HOSTILE);
      Map<String, DoorVerdict> shown = new LinkedHashMap<>();
      Random random = new Random(7);
      for (int i = 0; i < 25; i++) {
        long began = System.nanoTime();
        DoorVerdict verdict = phone.scan("ticket-" + random.nextInt(15));
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
        assertTrue(millis < 1_500, millis + " ms");
        if (verdict.passes()) {
          shown.put(verdict.scan().key(), verdict);
        }
        if (random.nextInt(6) == 0 && verdict.passes()) {
          phone.undo(verdict.scan());
          shown.remove(verdict.scan().key());
        }
      }
      service.network(Network.GOOD);
      until(phone, state -> state.queued() == 0);

      assertTrue(shown.size() > 5, () -> shown.size() + " came in");
      for (String key : service.keys()) {
        assertEquals(shown.containsKey(key), service.counts(key), key);
      }
      assertEquals(List.of(), List.copyOf(phone.notices()));
    }
  }

  @Test
  void open_goesOnAfterTheTokenEnded_withWhatWasQueued() throws Exception {
    try (HttpService service = new HttpService(TICKETS, 1)) {
      String told;
      try (Phone phone = open(service)) {
        awaitCopy(phone);
        service.token("dl_live_next");
        phone.scan("ticket-0");
        until(phone, state -> state.connection() == Connection.ENDED);
        DoorVerdict verdict = phone.scan("ticket-1");
        told = verdict.scan().key();
        assertEquals(List.of(Kind.IN, true), List.of(verdict.kind(), verdict.byCopy()));
        assertEquals(2, phone.queue().size());
      }
      states.clear();
      try (Phone phone = open(service)) {
        until(phone, state -> state.queued() == 0);
        assertTrue(service.counts(told));
        assertEquals(1, service.entries("ticket-0"));
      }
    }
  }

  @Test
  void open_isRefused_ifTheTextIsNoLinkOrAnotherPhoneHasTheFolder() throws Exception {
    PhoneSettings settings = PhoneSettings.in(folder);
    assertThrows(IllegalArgumentException.class, () -> Phone.open("https://x.org/", settings));
    try (HttpService service = new HttpService(TICKETS, 1)) {
      Phone closed;
      try (Phone phone = open(service)) {
        assertThrows(IOException.class, () -> open(service));
        closed = phone;
      }
      assertThrows(IllegalStateException.class, () -> closed.scan("ticket-1"));
    }
  }

  @Test
  void killedApps_loseNothing() throws Exception {
    try (HttpService service = new HttpService(TICKETS, 3)) {
      Random random = new Random(3);
      List<String[]> said = new ArrayList<>();
      for (int life = 0; life < 8; life++) {
        service.network(life % 2 == 0 ? Network.HOSTILE : Network.GOOD);
        Path output = folder.resolve("output" + life);
        Process app = app(service, life * 100, "", output);
        lines(app, output, 1 + random.nextInt(12));
        TimeUnit.MILLISECONDS.sleep(random.nextInt(50));
        app.destroyForcibly().waitFor();
        lines(app, output, 0).forEach(line -> said.add(line.split(" ")));
      }
      service.network(Network.GOOD);
      try (Phone phone = open(service)) {
        until(phone, state -> state.queued() == 0);
      }

      long in = said.stream().filter(line -> line.length > 2 && line[1].equals("IN")).count();
      assertTrue(in > 10, () -> in + " came in");
      for (String[] line : said) {
        if (line.length > 2 && line[1].equals("IN")) {
          assertTrue(service.counts(line[2]), () -> String.join(" ", line));
          assertEquals(1, service.entries("ticket-" + line[0]), () -> String.join(" ", line));
        } else if (line.length > 2) {
          assertEquals(0, service.entries("ticket-" + line[0]), () -> String.join(" ", line));
        }
      }
    }
  }

  /** A file that may not grow is a disk that is full. */
  @Test
  void scan_goesOnAsking_whileNothingCanBeKept() throws Exception {
    try (HttpService service = new HttpService(TICKETS, 1)) {
      try (Phone phone = open(service)) {
        awaitCopy(phone);
        phone.scan("ticket-999");
      }
      List<String> kinds = new ArrayList<>();
      Process app = app(service, 0, "ulimit -f 1; ", Path.of("/dev/stdout"));
      try (BufferedReader lines =
          new BufferedReader(new InputStreamReader(app.getInputStream(), StandardCharsets.UTF_8))) {
        for (int i = 0; i < 16; i++) {
          service.network(i < 8 ? Network.GOOD : Network.PORTAL);
          String[] line = lines.readLine().split(" ");
          kinds.add(line[1] + " " + line[line.length - 1]);
        }
      } finally {
        app.destroyForcibly().waitFor();
      }

      assertTrue(kinds.contains("IN false"), kinds::toString);
      assertTrue(kinds.contains("NOT_KEPT false"), kinds::toString);
      assertEquals("NOT_KEPT false", kinds.get(15), kinds::toString);
    }
  }

  /** Returns what an app has said, once it has said so much. */
  private static List<String> lines(Process app, Path output, int least) throws Exception {
    List<String> lines = Files.readAllLines(output);
    while (lines.size() < least) {
      TimeUnit.MILLISECONDS.sleep(5);
      boolean runs = app.isAlive();
      lines = Files.readAllLines(output);
      assertTrue(runs || lines.size() >= least, "the app has ended");
    }
    return lines;
  }

  private Process app(HttpService service, int first, String before, Path output)
      throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    boolean piped = output.startsWith("/dev");
    return new ProcessBuilder(
            "bash",
            "-c",
            before + "exec \"$@\"",
            "app",
            java,
            "-XX:TieredStopAtLevel=1",
            "-XX:-UsePerfData",
            "-cp",
            System.getProperty("java.class.path"),
            ScanningApp.class.getName(),
            service.link(),
            folder.toString(),
            String.valueOf(first),
            "100")
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .redirectOutput(
            piped ? ProcessBuilder.Redirect.PIPE : ProcessBuilder.Redirect.to(output.toFile()))
        .start();
  }

  @Test
  void queue_showsWhatTheServiceDoesNotHave() throws Exception {
    try (HttpService service = new HttpService(TICKETS, 1);
        Phone phone = open(service)) {
      awaitCopy(phone);
      service.network(Network.PORTAL);
      DoorVerdict verdict = phone.scan("ticket-5");

      List<KeptScan> queue = phone.queue();
      assertEquals(List.of(verdict.scan()), queue.stream().map(KeptScan::scan).toList());
      assertEquals(KeptScan.Stage.TOLD, queue.get(0).stage());
    }
  }
}
