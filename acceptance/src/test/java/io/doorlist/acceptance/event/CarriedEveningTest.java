package io.doorlist.acceptance.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.client.Client;
import io.doorlist.acceptance.client.Json;
import io.doorlist.acceptance.client.Overheard;
import io.doorlist.acceptance.service.Service;
import io.doorlist.admin.Doorlist;
import io.doorlist.local.LocalHost;
import io.doorlist.local.dynamodb.LocalDynamo;
import io.doorlist.local.template.Template;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** {@code export --checkins} from one table, and {@code import} into another. */
class CarriedEveningTest {
  private static final Path TEMPLATE =
      Path.of(System.getProperty("doorlist.root"), "template.yaml");
  private static final String GALA = "/acme/gala";
  private static final int ORDERS = 90;
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final Duration POLL = Duration.ofMillis(50);

  /** What an answer says of the moment, of the request, or of the table it was read from. */
  private static final Pattern OF_THE_MOMENT =
      Pattern.compile("\"(at|version|request_id|seconds_since)\":(\"[^\"]*\"|[0-9]+)");

  private final LocalDynamo dynamo = LocalDynamo.inMemory(0);
  private final List<LocalHost> hosts = new ArrayList<>();
  private final Client here = host("here");
  private final Client elsewhere = host("elsewhere");

  private final HttpClient http = HttpClient.newHttpClient();

  private record Result(int status, String out, String err) {}

  private Client host(String table) {
    dynamo.createTable(Template.read(TEMPLATE), table);
    LocalHost host =
        LocalHost.start(new LocalHost.Options(TEMPLATE, 0, dynamo.endpoint(), table, Map.of()));
    hosts.add(host);
    return new Client(Service.withoutSlash(host.url()), Overheard.listen());
  }

  @AfterEach
  void stop() {
    http.close();
    hosts.forEach(LocalHost::close);
    dynamo.close();
  }

  @Test
  void evening_importedElsewhere_answersEveryReadTheSame() {
    Map<String, String> tokens = anEvening();
    String export = run("here", "", "export", "--checkins", "--account", "acme").out();
    String firstHalf = export.lines().limit(200).collect(Collectors.joining("\n"));

    Result cut = run("elsewhere", firstHalf, "import", "-");
    assertEquals(1, cut.status(), cut.err());
    assertTrue(cut.err().contains("is not whole"), cut.err());
    elsewhere.refused(401, "unauthorized", Call.get(GALA + "/orders").by(tokens.get("other")));
    Result imported = run("elsewhere", export, "import", "-");
    assertEquals(0, imported.status(), imported.err());
    // All but the few that open the account: those wait for the end.
    assertTrue(
        imported.out().matches("[0-9]+ created, 0 changed, 19[0-9] unchanged, 0 refused\\n"));

    assertEquals(lines(export), lines(exportOf("elsewhere")));
    int reads = 0;
    for (String mode : List.of("live", "test")) {
      for (String path : reads(mode, tokens.get(mode))) {
        assertSame(Call.get(path).by(tokens.get(mode)));
        reads++;
      }
    }
    assertTrue(reads > 150, "reads: " + reads);
    String before = exportOf("elsewhere");
    Result again = run("elsewhere", export, "import", "-");
    assertEquals(0, again.status(), again.err());
    assertTrue(again.out().startsWith("0 created, 0 changed, "), again.out());
    assertEquals(lines(before), lines(exportOf("elsewhere")));

    // The door goes on there, and the old phones' retries still get their first answers.
    Call retry = Call.post(ticket(1, 1) + "/checkins").by(tokens.get("live")).key("k1");
    assertSame(retry);
    elsewhere.expect(201, Call.post(ticket(2, 80) + "/checkins").by(tokens.get("live")));
    Result after = run("elsewhere", export, "import", "-");
    assertEquals(0, after.status(), after.err());
    assertEquals(
        409,
        send(elsewhere, Call.post(ticket(2, 80) + "/checkins").by(tokens.get("live")))
            .statusCode());
  }

  /** An evening that went on in both tables is merged, whichever way. */
  @Test
  void evening_thatWentOnInBothTables_isMerged() {
    Map<String, String> tokens = anEvening();
    String live = tokens.get("live");
    run("elsewhere", exportOf("here"), "import", "-");
    here.expect(201, Call.post(ticket(2, 80) + "/checkins").by(live).key("both-1"));
    here.expect(201, Call.post(ticket(2, 82) + "/checkins").by(live).key("both-2"));
    elsewhere.expect(201, Call.post(ticket(2, 82) + "/checkins").by(live).key("both-3"));
    elsewhere.expect(201, Call.post(ticket(2, 84) + "/checkins").by(live).key("both-4"));
    String ofHere = wholeExportOf("here");
    Result merged = run("elsewhere", ofHere, "import", "-");

    assertEquals(0, merged.status(), merged.err());
    assertTrue(merged.err().contains("merged: 2 scans, of which 1 double admission"), merged.err());
    assertTrue(merged.err().contains("not merged: events, lists and orders"), merged.err());
    assertTrue(merged.out().startsWith("0 created, 0 changed, "), merged.out());
    Result back = run("here", wholeExportOf("elsewhere"), "import", "-");
    assertEquals(0, back.status(), back.err());
    for (String path : List.of("/checkin_lists/2", "/areas")) {
      Call call = Call.get(GALA + path).by(live);
      assertEquals(
          comparable(send(here, call)).replaceAll("\"updated_at\":\"[^\"]*\"", ""),
          comparable(send(elsewhere, call)).replaceAll("\"updated_at\":\"[^\"]*\"", ""));
    }
    Answer retry =
        elsewhere.expect(201, Call.post(ticket(2, 80) + "/checkins").by(live).key("both-1"));
    assertEquals("R80-0", retry.at("ticket", "reference"));
    Result again = run("elsewhere", ofHere, "import", "-");
    assertTrue(again.err().contains("merged: 0 scans"), again.err());
  }

  @Test
  void exportOfWhatHappened_isRefused_whereTheAccountIsAnother() {
    load(List.of("{\"kind\":\"account\",\"slug\":\"acme\",\"name\":\"Acme\"}", gala()));
    String export = exportOf("here");
    run("elsewhere", "{\"kind\":\"account\",\"slug\":\"acme\",\"name\":\"Acme\"}", "import", "-");

    Result refused = run("elsewhere", export, "import", "-");

    assertEquals(1, refused.status());
    assertTrue(refused.err().contains("has event 'gala', which is not here"), refused.err());
    assertEquals(
        2, run("here", "", "export", "--checkins", "--account=acme", "--event=gala").status());
    Result changed = run("elsewhere", export.replace("acme", "acne"), "import", "-");
    assertEquals(1, changed.status());
    assertTrue(changed.err().contains("is not whole"), changed.err());
  }

  /** Makes an evening of many kinds of things; returns the tokens by mode. */
  private Map<String, String> anEvening() {
    List<String> lines = new ArrayList<>();
    lines.add("{\"kind\":\"account\",\"slug\":\"acme\",\"name\":\"Acme\"}");
    lines.add(gala());
    lines.add(list(2, "Second", "\"area\":\"site\",\"reentry\":\"after_exit\""));
    lines.add(list(1, "Main", "\"area\":\"site\",\"reentry\":\"after_exit\""));
    lines.add(list(3, "Once", "\"ticket_types\":[\"crew\"]"));
    // Not in the order of their ids: pages show orders as they came in.
    for (int id = ORDERS; id >= 1; id--) {
      lines.add(order(id, 2, "valid"));
    }
    lines.add(order(200, 70, "valid"));
    load(lines);
    String live = token("--mode=live");
    String test = token("--mode=test");
    for (int id = 1; id <= 40; id++) {
      here.expect(
          201,
          Call.post(ticket(1 + id % 2, id) + "/checkins").by(mode(id, live, test)).key("k" + id));
    }
    for (int id = 5; id <= 20; id++) {
      here.expect(201, Call.post(ticket(1, id) + "/exits").by(mode(id, live, test)));
    }
    for (int id = 5; id <= 12; id++) {
      here.expect(201, Call.post(ticket(1 + id % 2, id) + "/checkins").by(mode(id, live, test)));
    }
    Object exit =
        here.expect(201, Call.post(ticket(2, 12) + "/exits").by(live)).at("passage", "id");
    here.expect(204, Call.of("DELETE", GALA + "/checkin_lists/2/passages/" + exit).by(live));
    for (int id = 31; id <= 36; id++) {
      String list = GALA + "/checkin_lists/" + (1 + id % 2) + "/checkins";
      Answer page = here.expect(200, Call.get(list).by(mode(id, live, test)));
      String reference = "R" + id + "-0";
      Object checkin =
          page.rows("checkins").stream()
              .filter(each -> ((Map<?, ?>) each.get("ticket")).get("reference").equals(reference))
              .findFirst()
              .orElseThrow()
              .get("id");
      here.expect(204, Call.of("DELETE", list + "/" + checkin).by(mode(id, live, test)));
    }
    here.expect(
        201, Call.post(GALA + "/checkin_lists/1/orders/o200/checkins").by(live).form("adult=66"));
    uploads(live);
    assertEquals(409, send(here, Call.post(ticket(1, 2) + "/checkins").by(live)).statusCode());
    List<String> changes = new ArrayList<>();
    changes.add(order(50, 2, "void").replace("2026-03-01", "2026-03-02"));
    changes.add(order(52, 2, "valid").replace("2026-03-01", "2026-03-02").replace("t52-1", "new"));
    changes.add(order(54, 1, "valid").replace("2026-03-01", "2026-03-02"));
    load(changes);
    long expected = ORDERS / 2 + 1 + 3;
    await(live, expected + 20 + 3 + 1);
    return Map.of("live", live, "test", test, "other", token("--mode=live"));
  }

  /** Uploads what a phone decided by itself: late ones, double admissions, an unknown code. */
  private void uploads(String token) {
    for (String code : List.of("t2-0", "t4-0", "t60-0", "t62-0", "nobody", "t50-1")) {
      for (String part : List.of("checkins", "exits")) {
        Instant scanned = Instant.now().minusSeconds(part.equals("exits") ? 900 : 1800);
        send(
            here,
            Call.post(GALA + "/checkin_lists/1/tickets/" + code + "/" + part)
                .query("online=false&scanned_at=" + scanned)
                .by(token)
                .key(code + part));
      }
    }
  }

  /** Returns every read of the account that a token may ask. */
  private List<String> reads(String mode, String token) {
    List<String> reads = new ArrayList<>(List.of("/", "/acme/events", "/acme/events/gala"));
    reads.add("/acme/events/7");
    reads.add(GALA + "/areas");
    reads.add(GALA + "/pulse?minutes=5");
    reads.add(GALA + "/checkin_lists");
    reads.add(GALA + "/tickets?q=person");
    reads.add(GALA + "/tickets?q=R52");
    for (int page = 1; page <= 3; page++) {
      reads.add(GALA + "/orders?items=20&page=" + page);
      reads.add("/acme/webhooks/events?items=20&page=" + page);
      reads.add("/acme/webhooks/events?event_slug=gala&items=20&page=" + page);
      for (int list = 1; list <= 3; list++) {
        String path = GALA + "/checkin_lists/" + list;
        for (String part :
            List.of("checkins", "passages", "undone", "double_admissions", "orders", "tickets")) {
          reads.add(path + "/" + part + "?items=20&page=" + page);
        }
        reads.add(path);
        reads.add(path + "/door");
      }
    }
    for (int id = mode.equals("live") ? 2 : 1; id <= ORDERS; id += 6) {
      reads.add(GALA + "/orders/" + id);
      for (int list = 1; list <= 3; list++) {
        reads.add(ticket(list, id));
      }
    }
    reads.add(GALA + "/checkin_lists/1/tickets/t52-1");
    reads.add(GALA + "/checkin_lists/1/tickets/new");
    Answer events = here.expect(200, Call.get("/acme/webhooks/events").by(token));
    events
        .rows("webhook_events")
        .forEach(event -> reads.add("/acme/webhooks/events/" + event.get("id")));
    return reads;
  }

  private void assertSame(Call call) {
    HttpResponse<String> one = send(here, call);
    HttpResponse<String> other = send(elsewhere, call);
    assertEquals(one.statusCode(), other.statusCode(), call::toString);
    assertEquals(comparable(one), comparable(other), call::toString);
  }

  private static String comparable(HttpResponse<String> answer) {
    return OF_THE_MOMENT.matcher(answer.body()).replaceAll("$1");
  }

  private HttpResponse<String> send(Client client, Call call) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(client.base() + call.path()))
            .method(
                call.method(),
                call.body().length == 0
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofByteArray(call.body()));
    call.headers().forEach(request::header);
    try {
      return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String mode(int id, String live, String test) {
    return id % 2 == 0 ? live : test;
  }

  private static String ticket(int list, int order) {
    return GALA + "/checkin_lists/" + list + "/tickets/t" + order + "-0";
  }

  private static String gala() {
    return """
        {"kind":"event","account":"acme","id":7,"slug":"gala","title":"Gala",\
        "time_zone":"Europe/Berlin","areas":[{"slug":"site","name":"Site","capacity":100}],\
        "ticket_types":[{"id":1,"slug":"adult","name":"Adult","note":"check ID"},\
        {"id":2,"slug":"crew","name":"Crew"}]}""";
  }

  private static String list(int id, String name, String more) {
    return "{\"kind\":\"checkin_list\",\"account\":\"acme\",\"event\":\"gala\",\"id\":"
        + id
        + ",\"name\":\""
        + name
        + "\","
        + more
        + "}";
  }

  /** Makes an order; those with odd ids are test orders. */
  private static String order(int id, int tickets, String state) {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < tickets; i++) {
      all.add(
          """
          {"id":%d,"reference":"R%d-%d","state":"%s","name":"Person %d","email":"p%d@example.org",\
          "phone_number":null,"ticket_type":"%s","responses":{},"qr_code_identifier":"t%d-%d",\
          "created_at":"2026-03-01T10:00:00Z","updated_at":"2026-03-01T10:00:00Z"}"""
              .formatted(
                  id * 1000 + i,
                  id,
                  i,
                  state,
                  id,
                  id,
                  id % 10 == 0 && id < 100 ? "crew" : "adult",
                  id,
                  i));
    }
    return """
    {"kind":"order","account":"acme","event":"gala","id":%d,"reference":"R%d","test_mode":%s,\
    "state":"confirmed","payment_state":"paid","customer":{"first_name":"A","last_name":"B",\
    "email":"a@example.org","phone_number":null,"company_name":null,"tax_id":null,"address":null},\
    "currency":"EUR","amount":5000,"amount_refunded":0,"invoice":null,"responses":{},\
    "created_at":"2026-03-01T10:00:00Z","updated_at":"2026-03-01T10:00:00Z",\
    "qr_code_identifier":"o%d","tickets":[%s]}"""
        .formatted(id, id, id % 2 == 1, id, String.join(",", all));
  }

  private void load(List<String> lines) {
    Result result = run("here", String.join("\n", lines), "import", "-");
    assertEquals(0, result.status(), result.err());
  }

  private String token(String mode) {
    Result result = run("here", "", "token", "create", "--account=acme", mode, "--json");
    return (String) Json.parse(result.out()).get("token");
  }

  /** Exports again while the recorder still adds webhook events. */
  private String wholeExportOf(String table) {
    Instant end = Instant.now().plus(PATIENCE);
    while (Instant.now().isBefore(end)) {
      Result result = run(table, "", "export", "--checkins", "--account", "acme");
      if (result.status() == 0) {
        return result.out();
      }
      LockSupport.parkNanos(POLL.toNanos());
    }
    throw new AssertionError("something changes all the time");
  }

  /** Waits until so many webhook events of a token's mode are recorded, and no more come. */
  private void await(String token, long atLeast) {
    Instant end = Instant.now().plus(PATIENCE);
    String before = "";
    String now = exportOf("here");
    while (!lines(before).equals(lines(now)) || events(token) < atLeast) {
      if (Instant.now().isAfter(end)) {
        throw new AssertionError("webhook events are not recorded");
      }
      LockSupport.parkNanos(POLL.toNanos());
      before = now;
      now = run("here", "", "export", "--checkins", "--account", "acme").out();
    }
  }

  private long events(String token) {
    Answer page = here.expect(200, Call.get("/acme/webhooks/events").by(token));
    return ((Number) page.at("meta", "pagination", "count")).longValue();
  }

  private String exportOf(String table) {
    return run(table, "", "export", "--checkins", "--account", "acme").out();
  }

  /** Returns the lines sorted: a table gives its items in an order of its own. */
  private static List<String> lines(String export) {
    return export.lines().sorted().toList();
  }

  private Result run(String table, String in, String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--endpoint", dynamo.endpoint().toString(), "--table", table));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status =
        Doorlist.run(
            new ByteArrayInputStream(in.getBytes(StandardCharsets.UTF_8)),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            all.toArray(String[]::new));
    return new Result(
        status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }
}
