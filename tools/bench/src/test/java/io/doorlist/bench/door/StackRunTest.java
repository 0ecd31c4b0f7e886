package io.doorlist.bench.door;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import io.doorlist.bench.report.BenchCommand;
import io.doorlist.bench.report.BenchReport;
import io.doorlist.cli.Doorlist;
import io.doorlist.cli.connection.RunningHost;
import io.doorlist.json.Json;
import io.doorlist.local.LocalHost;
import io.doorlist.local.table.HostTable;
import io.doorlist.table.sqlite.SqliteEngine;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** People who come to a service that runs elsewhere, as docs/operations.md has it a week before. */
class StackRunTest {
  private static final String ACCOUNT =
      "{\"kind\":\"account\",\"slug\":\"acme\",\"name\":\"Acme\"}";
  private static final String EVERYBODY = "20/s: everybody is in or was in already";

  /** A short load without a warm-up, at which more people come than on average. */
  private static final List<String> SHORT =
      List.of("--rates", "20", "--warm-up", "0", "--seconds", "2");

  @TempDir Path folder;

  private SqliteEngine table;
  private LocalHost host;
  private RunningHost.Note note;
  private String event;

  @BeforeEach
  void serve() throws Exception {
    // Notes of hosts that others run here are elsewhere.
    System.setProperty("XDG_CACHE_HOME", folder.toString());
    Path data = folder.resolve("data");
    table = SqliteEngine.temporary(data, change -> false, System.err::println);
    host =
        LocalHost.start(
            new LocalHost.Options(
                BenchCommand.ROOT.resolve("template.yaml"),
                0,
                new HostTable.Here(table),
                Map.of()));
    note = RunningHost.leave(data, true, host.url(), table, System.err::println);
    event = host.url() + "/acme/load";
    doorlist(ACCOUNT, "import", "-");
  }

  @AfterEach
  void end() {
    note.close();
    host.close();
    table.close();
    System.clearProperty("XDG_CACHE_HOME");
  }

  /** Tickets for as many people as come on average were too few for every other run. */
  @Test
  void everybodyComes_andIsLetInOnce() throws Exception {
    Path file = tickets();
    doorlist(Files.readString(file), "import", "-");
    String token = token("--mode", "test");

    BenchReport report = bench("--token", token).measure();

    assertTrue(!report.missed().contains(EVERYBODY), () -> report.missed().toString());
    assertEquals(0, report.figure("20/s", "already"));
    Map<?, ?> list = list(token);
    long tickets = Files.readString(file).lines().filter(each -> each.contains("order")).count();
    long in = ((Number) list.get("checked_in_count")).longValue();
    assertTrue(in >= 2 * report.figure("20/s", "in/s"), list::toString);
    assertTrue(in < tickets, () -> "nobody was left to come, so some stayed away: " + list);

    BenchReport again = bench("--token", token).measure();

    assertEquals(2 * report.figure("20/s", "in/s"), again.figure("20/s", "already"));
    assertTrue(!again.missed().contains(EVERYBODY), () -> again.missed().toString());
  }

  @Test
  void tokenOfRealTickets_isRefused() throws Exception {
    doorlist(Files.readString(tickets()), "import", "-");
    DoorBench bench = bench("--token", token());

    String said = assertThrows(IllegalArgumentException.class, bench::measure).getMessage();

    assertTrue(said.contains("test mode"), said);
    assertEquals(0, ((Number) list(token()).get("checked_in_count")).intValue());
  }

  @Test
  void withoutAToken_itSaysWhatIsMissing() {
    DoorBench bench = bench();

    String said = assertThrows(CommandLine.ParameterException.class, bench::measure).getMessage();

    assertTrue(said.contains("--token"), said);
  }

  /** Over one connection of HTTP/2, Java's client fails what is more than a hundred at once. */
  @Test
  void everyone_hasAConnection() throws Exception {
    Set<String> headers = Collections.synchronizedSet(new TreeSet<>());
    AtomicInteger asked = new AtomicInteger();
    HttpServer other =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    other.createContext(
        "/",
        exchange -> {
          headers.addAll(exchange.getRequestHeaders().keySet());
          String path = exchange.getRequestURI().getPath();
          byte[] body = new byte[0];
          int status = 201;
          if (path.endsWith("/checkin_lists")) {
            status = 200;
            body = "{\"checkin_lists\":[{\"id\":1}]}".getBytes(UTF_8);
          } else if (path.endsWith("/tickets")) {
            status = 200;
            body = page(asked.incrementAndGet()).getBytes(UTF_8);
          }
          exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    other.start();
    event = "http://127.0.0.1:" + other.getAddress().getPort() + "/acme/load";
    try {
      // How long they wait is this machine's.
      List<String> missed = bench("--token", "any").measure().missed();
      assertTrue(!missed.contains(EVERYBODY), missed::toString);
    } finally {
      other.stop(0);
    }

    assertTrue(!headers.contains("Upgrade"), headers::toString);
  }

  /** Returns a page of tickets, as the service has them. */
  private static String page(int number) {
    return IntStream.range(0, 250)
        .mapToObj(each -> "{\"qr_code_identifier\":\"t-" + number + "-" + each + "\"}")
        .collect(
            Collectors.joining(",", "{\"meta\":{\"lookup_mode\":\"test\"},\"tickets\":[", "]}"));
  }

  private Path tickets() throws Exception {
    Path file = folder.resolve("load.ndjson");
    bench("--import", file.toString()).measure();
    return file;
  }

  private DoorBench bench(String... more) {
    DoorBench bench = new DoorBench();
    new CommandLine(bench)
        .parseArgs(
            Stream.of(List.of("--url", event), SHORT, List.of(more))
                .flatMap(List::stream)
                .toArray(String[]::new));
    return bench;
  }

  private String token(String... options) throws Exception {
    String[] create = {"token", "create", "--json", "--account", "acme", "--event", "load"};
    String made =
        doorlist("", Stream.of(create, options).flatMap(Stream::of).toArray(String[]::new));
    return Json.readObject(made.lines().findFirst().orElseThrow()).get("token").toString();
  }

  private Map<?, ?> list(String token) throws Exception {
    HttpRequest lists =
        HttpRequest.newBuilder(URI.create(event + "/checkin_lists"))
            .header("Authorization", "Bearer " + token)
            .build();
    try (HttpClient http = HttpClient.newHttpClient()) {
      String said = http.send(lists, BodyHandlers.ofString()).body();
      return Json.members(Json.elements(Json.readObject(said).get("checkin_lists")).getFirst());
    }
  }

  /** Runs a command on the host's table, and returns what it prints. */
  private String doorlist(String in, String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    String[] here = {"--up", host.url().toString()};
    int status =
        Doorlist.run(
            new ByteArrayInputStream(in.getBytes(UTF_8)),
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8),
            Stream.of(arguments, here).flatMap(Stream::of).toArray(String[]::new));
    assertEquals(0, status, () -> String.join(" ", arguments) + err.toString(UTF_8));
    return out.toString(UTF_8);
  }
}
