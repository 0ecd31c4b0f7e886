package io.doorlist.acceptance.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.client.Client;
import io.doorlist.acceptance.client.Json;
import io.doorlist.acceptance.client.Overheard;
import io.doorlist.acceptance.service.CheckinList;
import io.doorlist.acceptance.service.Cli;
import io.doorlist.acceptance.service.Order;
import io.doorlist.acceptance.service.Service;
import io.doorlist.acceptance.service.SharedData;
import io.doorlist.local.LocalHost;
import io.doorlist.local.dynamodb.LocalDynamo;
import io.doorlist.local.template.Template;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

  private Client host(String table) {
    dynamo.createTable(Template.read(TEMPLATE), table);
    LocalHost host =
        LocalHost.start(new LocalHost.Options(TEMPLATE, 0, dynamo.endpoint(), table, Map.of()));
    hosts.add(host);
    return new Client(Service.withoutSlash(host.url()), Overheard.listen());
  }

  @AfterEach
  void stop() {
    hosts.forEach(LocalHost::close);
    dynamo.close();
  }

  @Test
  void evening_importedElsewhere_answersEveryReadTheSame() {
    Map<String, String> tokens = anEvening();
    String export = run("here", "", "export", "--checkins", "--account", "acme").out();
    String firstHalf = export.lines().limit(200).collect(Collectors.joining("\n"));

    Cli.Result cut = run("elsewhere", firstHalf, "import", "-");
    assertEquals(1, cut.status(), cut.err());
    assertTrue(cut.err().contains("is not whole"), cut.err());
    elsewhere.refused(401, "unauthorized", Call.get(GALA + "/orders").by(tokens.get("other")));
    Cli.Result imported = run("elsewhere", export, "import", "-");
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
    Cli.Result again = run("elsewhere", export, "import", "-");
    assertEquals(0, again.status(), again.err());
    assertTrue(again.out().startsWith("0 created, 0 changed, "), again.out());
    assertEquals(lines(before), lines(exportOf("elsewhere")));

    // The door goes on there, and the old phones' retries still get their first answers.
    Call retry = Call.post(ticket(1, 1) + "/checkins").by(tokens.get("live")).key("k1");
    assertSame(retry);
    elsewhere.expect(201, Call.post(ticket(2, 80) + "/checkins").by(tokens.get("live")));
    Cli.Result after = run("elsewhere", export, "import", "-");
    assertEquals(0, after.status(), after.err());
    assertEquals(
        409,
        elsewhere.send(Call.post(ticket(2, 80) + "/checkins").by(tokens.get("live"))).status());
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
    Cli.Result merged = run("elsewhere", ofHere, "import", "-");

    assertEquals(0, merged.status(), merged.err());
    assertTrue(merged.err().contains("merged: 2 scans, of which 1 double admission"), merged.err());
    assertTrue(merged.err().contains("not merged: events, lists and orders"), merged.err());
    assertTrue(merged.out().startsWith("0 created, 0 changed, "), merged.out());
    Cli.Result back = run("here", wholeExportOf("elsewhere"), "import", "-");
    assertEquals(0, back.status(), back.err());
    for (String path : List.of("/checkin_lists/2", "/areas")) {
      Call call = Call.get(GALA + path).by(live);
      assertEquals(
          comparable(here.send(call)).replaceAll("\"updated_at\":\"[^\"]*\"", ""),
          comparable(elsewhere.send(call)).replaceAll("\"updated_at\":\"[^\"]*\"", ""));
    }
    Answer retry =
        elsewhere.expect(201, Call.post(ticket(2, 80) + "/checkins").by(live).key("both-1"));
    assertEquals("R80-1", retry.at("ticket", "reference"));
    Cli.Result again = run("elsewhere", ofHere, "import", "-");
    assertTrue(again.err().contains("merged: 0 scans"), again.err());
  }

  /**
   * Issue 33: a backup while people are scanned. What an import takes is whole; the rest follows.
   */
  @Test
  void evening_exportedWhilePeopleAreScanned_losesNobody_andHasNobodyTwice() throws Exception {
    load(List.of(SharedData.account("acme", "Acme"), gala(), siteDoor(2, "Second")));
    List<Map<String, Object>> orders = new ArrayList<>();
    for (int id = 2; id <= ORDERS; id += 2) {
      orders.add(line(Order.of(id, "adult")));
    }
    load(orders);
    String token = token("--mode=live");
    run("elsewhere", wholeExportOf("here"), "import", "-");
    AtomicBoolean ended = new AtomicBoolean();
    AtomicLong in = new AtomicLong();
    Thread door =
        Thread.ofVirtual()
            .start(
                () -> {
                  // Refusals change the table too, when everybody is in.
                  for (int id = 2; !ended.get(); id = id >= ORDERS ? 2 : id + 2) {
                    Answer answer = here.send(Call.post(ticket(2, id) + "/checkins").by(token));
                    in.addAndGet(answer.status() == 201 ? 1 : 0);
                  }
                });
    int refused = 0;
    try {
      for (int backup = 0; backup < 4; backup++) {
        Cli.Result during = run("here", "", "export", "--checkins", "--account", "acme");
        Cli.Result imported = run("elsewhere", during.out(), "import", "-");
        assertEquals(during.status(), imported.status(), during.err() + imported.err());
        refused += imported.err().contains("is not whole") ? 1 : 0;
      }
    } finally {
      ended.set(true);
      door.join();
    }
    assertTrue(refused > 0, "nobody was scanned meanwhile");

    String rest = wholeExportOf("here");
    Cli.Result merged = run("elsewhere", rest, "import", "-");

    assertEquals(0, merged.status(), merged.err());
    assertEquals(arrivals(here, token), arrivals(elsewhere, token));
    assertEquals(in.get(), arrivals(elsewhere, token).size());
    Answer doubles =
        elsewhere.expect(200, Call.get(GALA + "/checkin_lists/2/double_admissions").by(token));
    assertEquals(List.of(), doubles.rows("double_admissions"));
    Cli.Result again = run("elsewhere", rest, "import", "-");
    assertTrue(again.err().contains("merged: 0 scans"), again.err());
  }

  /** Returns the references of who is in, sorted. */
  private static List<String> arrivals(Client client, String token) {
    Call page = Call.get(GALA + "/checkin_lists/2/checkins?items=250").by(token);
    return client.expect(200, page).rows("checkins").stream()
        .map(each -> (String) Json.object(each.get("ticket")).get("reference"))
        .sorted()
        .toList();
  }

  @Test
  void exportOfWhatHappened_isRefused_whereTheAccountIsAnother() {
    load(List.of(SharedData.account("acme", "Acme"), gala()));
    String export = exportOf("here");
    run("elsewhere", Json.write(SharedData.account("acme", "Acme")), "import", "-");

    Cli.Result refused = run("elsewhere", export, "import", "-");

    assertEquals(1, refused.status());
    assertTrue(refused.err().contains("has event 'gala', which is not here"), refused.err());
    assertEquals(
        2, run("here", "", "export", "--checkins", "--account=acme", "--event=gala").status());
    Cli.Result changed = run("elsewhere", export.replace("acme", "acne"), "import", "-");
    assertEquals(1, changed.status());
    assertTrue(changed.err().contains("is not whole"), changed.err());
  }

  /** A backup that is not whole does not keep the next one out. */
  @Test
  void fileThatIsNotWhole_isRefused_beforeAnythingIsWritten(@TempDir Path folder)
      throws IOException {
    load(List.of(SharedData.account("acme", "Acme"), gala()));
    String export = exportOf("here");
    Path cut = folder.resolve("cut.ndjson");
    Files.writeString(cut, export.substring(0, export.length() / 2));

    Cli.Result refused = run("elsewhere", "", "import", cut.toString());

    assertEquals(1, refused.status());
    assertTrue(refused.err().contains("cut.ndjson is not whole"), refused.err());
    load(List.of(line(order(2, 1))));
    Cli.Result later = run("elsewhere", exportOf("here"), "import", "-");
    assertEquals(0, later.status(), later.err());
  }

  /** Makes an evening of many kinds of things; returns the tokens by mode. */
  private Map<String, String> anEvening() {
    List<Map<String, Object>> lines = new ArrayList<>();
    lines.add(SharedData.account("acme", "Acme"));
    lines.add(gala());
    lines.add(siteDoor(2, "Second"));
    lines.add(siteDoor(1, "Main"));
    lines.add(new CheckinList(3, "Once", List.of("crew")).line("acme", "gala"));
    // Not in the order of their ids: pages show orders as they came in.
    for (int id = ORDERS; id >= 1; id--) {
      lines.add(line(order(id, 2)));
    }
    lines.add(line(order(200, 70)));
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
      String reference = "R" + id + "-1";
      Object checkin =
          page.rows("checkins").stream()
              .filter(each -> ((Map<?, ?>) each.get("ticket")).get("reference").equals(reference))
              .findFirst()
              .orElseThrow()
              .get("id");
      here.expect(204, Call.of("DELETE", list + "/" + checkin).by(mode(id, live, test)));
    }
    here.expect(
        201, Call.post(GALA + "/checkin_lists/1/orders/o-R200/checkins").by(live).form("adult=66"));
    uploads(live);
    here.expect(409, Call.post(ticket(1, 2) + "/checkins").by(live));
    List<Map<String, Object>> changes = new ArrayList<>();
    changes.add(line(order(50, 2).withVoid(0).withVoid(1)));
    changes.add(line(order(52, 2)));
    Json.objects(changes.getLast().get("tickets")).getLast().put("qr_code_identifier", "new");
    changes.add(line(order(54, 1)));
    for (Map<String, Object> change : changes) {
      change.put("updated_at", "2026-08-03T10:15:30Z");
    }
    load(changes);
    long expected = ORDERS / 2 + 1 + 3;
    await(live, expected + 20 + 3 + 1);
    return Map.of("live", live, "test", test, "other", token("--mode=live"));
  }

  /** Uploads what a phone decided by itself: late ones, double admissions, an unknown code. */
  private void uploads(String token) {
    for (String code : List.of("t-R2-1", "t-R4-1", "t-R60-1", "t-R62-1", "nobody", "t-R50-2")) {
      for (String part : List.of("checkins", "exits")) {
        Instant scanned = Instant.now().minusSeconds(part.equals("exits") ? 900 : 1800);
        here.send(
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
    reads.add(GALA + "/tickets?q=guest");
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
    reads.add(GALA + "/checkin_lists/1/tickets/t-R52-2");
    reads.add(GALA + "/checkin_lists/1/tickets/new");
    Answer events = here.expect(200, Call.get("/acme/webhooks/events").by(token));
    events
        .rows("webhook_events")
        .forEach(event -> reads.add("/acme/webhooks/events/" + event.get("id")));
    return reads;
  }

  private void assertSame(Call call) {
    Answer one = here.send(call);
    Answer other = elsewhere.send(call);
    assertEquals(one.status(), other.status(), call::toString);
    assertEquals(comparable(one), comparable(other), call::toString);
  }

  private static String comparable(Answer answer) {
    return OF_THE_MOMENT.matcher(answer.text()).replaceAll("$1");
  }

  private static String mode(int id, String live, String test) {
    return id % 2 == 0 ? live : test;
  }

  private static String ticket(int list, int order) {
    return GALA + "/checkin_lists/" + list + "/tickets/t-R" + order + "-1";
  }

  private static Map<String, Object> gala() {
    return Json.parse(
        """
        {"kind":"event","account":"acme","id":7,"slug":"gala","title":"Gala",
         "time_zone":"Europe/Berlin","areas":[{"slug":"site","name":"Site","capacity":100}],
         "ticket_types":[{"id":1,"slug":"adult","name":"Adult","note":"check ID"},
                         {"id":2,"slug":"crew","name":"Crew"}]}
        """);
  }

  private static Map<String, Object> siteDoor(long id, String name) {
    Map<String, Object> line = new CheckinList(id, name, null).line("acme", "gala");
    line.put("area", "site");
    line.put("reentry", "after_exit");
    return line;
  }

  /** Makes an order; those with odd ids are test orders. */
  private static Order order(long id, int tickets) {
    Order order = Order.group(id, tickets, id % 10 == 0 && id < 100 ? "crew" : "adult");
    return id % 2 == 1 ? order.asTest() : order;
  }

  private static Map<String, Object> line(Order order) {
    return order.line("acme", "gala");
  }

  private void load(List<Map<String, Object>> lines) {
    String file = lines.stream().map(Json::write).collect(Collectors.joining("\n"));
    Cli.Result result = run("here", file, "import", "-");
    assertEquals(0, result.status(), result.err());
  }

  private String token(String mode) {
    Cli.Result result = run("here", "", "token", "create", "--account=acme", mode, "--json");
    return (String) Json.parse(result.out()).get("token");
  }

  /** Exports again while the recorder still adds webhook events. */
  private String wholeExportOf(String table) {
    Instant end = Instant.now().plus(PATIENCE);
    while (Instant.now().isBefore(end)) {
      Cli.Result result = run(table, "", "export", "--checkins", "--account", "acme");
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
    String now = "";
    while (now.isEmpty() || !lines(before).equals(lines(now))) {
      if (Instant.now().isAfter(end)) {
        throw new AssertionError("webhook events are not recorded");
      }
      LockSupport.parkNanos(POLL.toNanos());
      // An export costs much more than a page.
      if (events(token) >= atLeast) {
        before = now;
        now = exportOf("here");
      }
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

  private Cli.Result run(String table, String in, String... arguments) {
    String endpoint = dynamo.endpoint().toString();
    return Cli.run(in, List.of("--endpoint", endpoint, "--table", table), arguments);
  }
}
