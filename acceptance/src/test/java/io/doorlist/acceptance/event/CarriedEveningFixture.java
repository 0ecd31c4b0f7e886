package io.doorlist.acceptance.event;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/**
 * Two tables, each with a host, and for each test an account of its own with an evening to carry.
 */
abstract class CarriedEveningFixture {
  static final int ORDERS = 46;

  /** Of the evening: of an order of 75, 71 are checked in. */
  private static final int LIVE_EVENTS = 137;

  private static final int TEST_EVENTS = 45;

  private static final Path TEMPLATE =
      Path.of(System.getProperty("doorlist.root"), "template.yaml");
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final Duration POLL = Duration.ofMillis(200);
  private static final AtomicInteger ACCOUNTS = new AtomicInteger();
  private static final List<LocalHost> HOSTS = new ArrayList<>();

  private static LocalDynamo dynamo;
  static Client here;
  static Client elsewhere;

  final String account = "acme" + ACCOUNTS.incrementAndGet();
  final String gala = "/" + account + "/gala";

  @BeforeAll
  static void start() {
    dynamo = LocalDynamo.inMemory(0);
    here = host("here");
    elsewhere = host("elsewhere");
  }

  private static Client host(String table) {
    dynamo.createTable(Template.read(TEMPLATE), table);
    LocalHost host = LocalHost.start(new LocalHost.Options(TEMPLATE, 0, dynamo, table, Map.of()));
    HOSTS.add(host);
    return new Client(Service.withoutSlash(host.url()), Overheard.listen());
  }

  @AfterAll
  static void stop() {
    HOSTS.forEach(LocalHost::close);
    dynamo.close();
  }

  /** Makes an evening of many kinds of things; returns the tokens by mode. */
  final Map<String, String> anEvening() {
    List<Map<String, Object>> lines = new ArrayList<>();
    lines.add(SharedData.account(account, "Acme"));
    lines.add(event());
    lines.add(siteDoor(2, "Second"));
    lines.add(siteDoor(1, "Main"));
    lines.add(new CheckinList(3, "Once", List.of("crew")).line(account, "gala"));
    // Not in the order of their ids: pages show orders as they came in.
    for (int id = ORDERS; id >= 1; id--) {
      lines.add(line(order(id, 2)));
    }
    lines.add(line(order(200, 75)));
    load(lines);
    String live = token("--mode=live");
    String test = token("--mode=test");
    for (int id = 1; id <= 24; id++) {
      here.expect(
          201,
          Call.post(ticket(1 + id % 2, id) + "/checkins").by(mode(id, live, test)).key("k" + id));
    }
    for (int id = 5; id <= 14; id++) {
      here.expect(201, Call.post(ticket(1, id) + "/exits").by(mode(id, live, test)));
    }
    for (int id = 5; id <= 10; id++) {
      here.expect(201, Call.post(ticket(1 + id % 2, id) + "/checkins").by(mode(id, live, test)));
    }
    Object exit =
        here.expect(201, Call.post(ticket(2, 10) + "/exits").by(live)).at("passage", "id");
    here.expect(204, Call.of("DELETE", gala + "/checkin_lists/2/checkins/" + exit).by(live));
    for (int id = 19; id <= 22; id++) {
      String list = gala + "/checkin_lists/" + (1 + id % 2) + "/checkins";
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
        201, Call.post(gala + "/checkin_lists/1/orders/o-R200/checkins").by(live).form("adult=71"));
    uploads(live);
    here.expect(409, Call.post(ticket(1, 2) + "/checkins").by(live));
    List<Map<String, Object>> changes = new ArrayList<>();
    changes.add(line(order(26, 2).withVoid(0).withVoid(1)));
    changes.add(line(order(28, 2)));
    Json.objects(changes.getLast().get("tickets")).getLast().put("qr_code_identifier", "new");
    changes.add(line(order(34, 1)));
    for (Map<String, Object> change : changes) {
      change.put("updated_at", "2026-08-03T10:15:30Z");
    }
    load(changes);
    await(live, test);
    return Map.of("live", live, "test", test, "other", token("--mode=live"));
  }

  /** Uploads what a phone decided by itself: late ones, double admissions, an unknown code. */
  private void uploads(String token) {
    for (String code : List.of("t-R2-1", "t-R4-1", "t-R30-1", "t-R32-1", "nobody", "t-R26-2")) {
      for (String part : List.of("checkins", "exits")) {
        Instant scanned = Instant.now().minusSeconds(part.equals("exits") ? 900 : 1800);
        here.patiently(
            Call.post(gala + "/checkin_lists/1/tickets/" + code + "/" + part)
                .query("online=false&scanned_at=" + scanned)
                .by(token)
                .key(code + part));
      }
    }
  }

  static String mode(int id, String live, String test) {
    return id % 2 == 0 ? live : test;
  }

  final String ticket(int list, int order) {
    return gala + "/checkin_lists/" + list + "/tickets/t-R" + order + "-1";
  }

  final Map<String, Object> event() {
    return Json.parse(
        """
        {"kind":"event","account":"%s","id":7,"slug":"gala","title":"Gala",
         "time_zone":"Europe/Berlin","areas":[{"slug":"site","name":"Site","capacity":100}],
         "ticket_types":[{"id":1,"slug":"adult","name":"Adult","note":"check ID"},
                         {"id":2,"slug":"crew","name":"Crew"}]}
        """
            .formatted(account));
  }

  final Map<String, Object> siteDoor(long id, String name) {
    Map<String, Object> line = new CheckinList(id, name, null).line(account, "gala");
    line.put("area", "site");
    line.put("reentry", "after_exit");
    return line;
  }

  /** Makes an order; those with odd ids are test orders. */
  static Order order(long id, int tickets) {
    Order order = Order.group(id, tickets, id % 10 == 0 && id < 100 ? "crew" : "adult");
    return id % 2 == 1 ? order.asTest() : order;
  }

  final Map<String, Object> line(Order order) {
    return order.line(account, "gala");
  }

  final void load(List<Map<String, Object>> lines) {
    String file = lines.stream().map(Json::write).collect(Collectors.joining("\n"));
    Cli.Result result = run("here", file, "import", "-");
    assertEquals(0, result.status(), result.err());
  }

  final String token(String mode) {
    Cli.Result result = run("here", "", "token", "create", "--account=" + account, mode, "--json");
    return (String) Json.parse(result.out()).get("token");
  }

  /** Waits until the webhook events of the evening are recorded, and all else that follows. */
  private void await(String live, String test) {
    Instant end = Instant.now().plus(PATIENCE);
    String before = "";
    String now = "";
    while (now.isEmpty() || !lines(before).equals(lines(now))) {
      if (Instant.now().isAfter(end)) {
        throw new AssertionError("webhook events are not recorded");
      }
      LockSupport.parkNanos(POLL.toNanos());
      // An export costs much more than a page.
      if (events(live) == LIVE_EVENTS && events(test) == TEST_EVENTS) {
        before = now;
        now = exportOf("here");
      }
    }
  }

  private long events(String token) {
    Answer page = here.expect(200, Call.get("/" + account + "/webhooks/events").by(token));
    return ((Number) page.at("meta", "pagination", "count")).longValue();
  }

  /** Exports again while the recorder still adds webhook events. */
  final String exportOf(String table) {
    Instant end = Instant.now().plus(PATIENCE);
    while (Instant.now().isBefore(end)) {
      Cli.Result result = run(table, "", "export", "--checkins", "--account", account);
      if (result.status() == 0) {
        return result.out();
      }
      LockSupport.parkNanos(POLL.toNanos());
    }
    throw new AssertionError("something changes all the time");
  }

  /** Returns the lines sorted: a table gives its items in an order of its own. */
  static List<String> lines(String export) {
    return export.lines().sorted().toList();
  }

  final Cli.Result run(String table, String in, String... arguments) {
    String endpoint = dynamo.endpoint().toString();
    return Cli.run(in, List.of("--endpoint", endpoint, "--table", table), arguments);
  }
}
