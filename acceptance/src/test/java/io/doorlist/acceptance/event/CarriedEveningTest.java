package io.doorlist.acceptance.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.client.Json;
import io.doorlist.acceptance.service.CheckinList;
import io.doorlist.acceptance.service.Cli;
import io.doorlist.acceptance.service.ContractTest;
import io.doorlist.acceptance.service.Order;
import io.doorlist.acceptance.service.Service;
import io.doorlist.acceptance.service.SharedData;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * {@code export --checkins} from one table, and {@code import} into another, by HTTP; which files
 * are refused is for EveningTest of the module cli.
 */
class CarriedEveningTest extends ContractTest {
  /** Of one order there are more tickets than a row of check-ins has room for. */
  private static final int LARGE = 71;

  private static final int ORDERS = 24;
  private static final String ACCOUNT = "traveller";
  private static final String GALA = "/" + ACCOUNT + "/gala";

  /** What an answer says of the moment, of the request, or of the table it was read from. */
  private static final Pattern OF_THE_MOMENT =
      Pattern.compile("\"(at|version|request_id|seconds_since|salt)\":(\"[^\"]*\"|[0-9]+)");

  /** A door copy's columns have digests of codes with the salt of its table. */
  private static final Pattern SALTED = Pattern.compile("\"columns\":\"([^\"]*)\"");

  private String live;
  private String test;

  @Test
  void evening_importedElsewhere_answersEveryReadTheSame_andGoesOn() {
    assumeTrue(service.store != null, "it needs another table");
    anEvening();
    String export = export();
    try (Service.Elsewhere elsewhere = service.elsewhere("elsewhere", service.store)) {
      goesOn(elsewhere, export);
    }
  }

  private void goesOn(Service.Elsewhere elsewhere, String export) {
    String imported = elsewhere.cli().must(export, "import", "-").out();

    assertTrue(imported.matches("[0-9]+ created, 0 changed, 0 unchanged, 0 refused\\n"), imported);
    for (String token : List.of(live, test)) {
      for (String path : reads(token)) {
        assertSame(elsewhere, Call.get(path).by(token));
      }
    }
    assertEquals(report(service.cli), report(elsewhere.cli()));
    // The door goes on there, and the old phones' retries still get their first answers.
    assertSame(elsewhere, scan(2).key("k2"));
    elsewhere.client().expect(201, scan(ORDERS));
    String rest = GALA + "/checkin_lists/1/orders/o-R200/checkins";
    elsewhere.client().expect(201, Call.post(rest).by(live).form("adult=4"));
    elsewhere.cli().must(export, "import", "-");
    elsewhere.client().expect(409, scan(ORDERS));
  }

  /** Makes an evening of many kinds of things. */
  private void anEvening() {
    List<Map<String, Object>> lines = new ArrayList<>();
    lines.add(SharedData.account(ACCOUNT, "Traveller"));
    lines.add(
        Json.parse(
            """
            {"kind":"event","account":"traveller","id":7,"slug":"gala","title":"Gala",
             "time_zone":"Europe/Berlin","areas":[{"slug":"site","name":"Site","capacity":100}],
             "ticket_types":[{"id":1,"slug":"adult","name":"Adult","note":"check ID"},
                             {"id":2,"slug":"crew","name":"Crew"}]}
            """));
    for (int id : List.of(2, 1)) {
      Map<String, Object> door = new CheckinList(id, "Door " + id, null).line(ACCOUNT, "gala");
      door.put("area", "site");
      door.put("reentry", "after_exit");
      lines.add(door);
    }
    lines.add(new CheckinList(3, "Once", List.of("crew")).line(ACCOUNT, "gala"));
    // Not in the order of their ids: pages show orders as they came in.
    for (int id = ORDERS; id >= 1; id--) {
      lines.add(line(order(id)));
    }
    lines.add(line(Order.group(200, LARGE + 4, "adult")));
    service.cli.load(lines);
    live = service.token(ACCOUNT, "--mode=live");
    test = service.token(ACCOUNT, "--mode=test");
    for (int id = 1; id <= 14; id++) {
      service.client.expect(201, scan(id).key("k" + id));
    }
    for (int id = 5; id <= 10; id++) {
      service.client.expect(201, Call.post(ticket(1, id) + "/exits").by(token(id)));
    }
    for (int id = 5; id <= 8; id++) {
      service.client.expect(201, scan(id));
    }
    Answer exit = service.client.expect(201, Call.post(ticket(2, 8) + "/exits").by(live));
    undo(2, exit.at("passage", "id"), live);
    undo(2, service.client.expect(201, scan(15)).at("id"), test);
    undo(1, service.client.expect(201, scan(16)).at("id"), live);
    String large = GALA + "/checkin_lists/1/orders/o-R200/checkins";
    service.client.expect(201, Call.post(large).by(live).form("adult=" + LARGE));
    for (String code : List.of("t-R2-1", "t-R18-1", "t-R20-1", "nobody", "t-R22-2")) {
      for (String part : List.of("checkins", "exits")) {
        Instant scanned = Instant.now().minusSeconds(part.equals("exits") ? 900 : 1800);
        service.client.patiently(
            Call.post(GALA + "/checkin_lists/1/tickets/" + code + "/" + part)
                .query("online=false&scanned_at=" + scanned)
                .by(live)
                .key(code + part));
      }
    }
    service.client.expect(409, scan(4));
    List<Map<String, Object>> changes = new ArrayList<>();
    changes.add(line(order(22).withVoid(0).withVoid(1)));
    changes.add(line(order(18)));
    Json.objects(changes.getLast().get("tickets")).getLast().put("qr_code_identifier", "new");
    changes.forEach(change -> change.put("updated_at", "2026-08-03T10:15:30Z"));
    service.cli.load(changes);
  }

  /** Makes an order; those with odd ids are test orders. */
  private static Order order(long id) {
    Order order = Order.group(id, 2, id % 10 == 0 ? "crew" : "adult");
    return id % 2 == 1 ? order.asTest() : order;
  }

  private static Map<String, Object> line(Order order) {
    return order.line(ACCOUNT, "gala");
  }

  private String token(int id) {
    return id % 2 == 0 ? live : test;
  }

  private static String ticket(int list, int order) {
    return GALA + "/checkin_lists/" + list + "/tickets/t-R" + order + "-1";
  }

  private Call scan(int id) {
    return Call.post(ticket(1 + id % 2, id) + "/checkins").by(token(id));
  }

  private void undo(int list, Object id, String token) {
    Call undo = Call.of("DELETE", GALA + "/checkin_lists/" + list + "/checkins/" + id);
    service.client.expect(204, undo.by(token));
  }

  /** Exports until twice the same is said: the recorder adds webhook events for a while. */
  private String export() {
    AtomicReference<String> before = new AtomicReference<>("");
    service.await(
        () -> {
          Cli.Result now = service.cli.run("export", "--checkins", "--account=" + ACCOUNT);
          String sorted = String.join("\n", now.out().lines().sorted().toList());
          boolean same = now.status() == 0 && sorted.equals(before.getAndSet(sorted));
          if (same) {
            before.set(now.out());
          }
          return same;
        });
    return before.get();
  }

  private static String report(Cli cli) {
    return cli.must("", "report", "--account=" + ACCOUNT, "--event=gala").out();
  }

  /** Returns every read of the account that a token may ask. */
  private List<String> reads(String token) {
    List<String> reads = new ArrayList<>();
    for (String path :
        List.of("", "/events", "/events/gala", "/events/7", "/webhooks/events?items=250")) {
      reads.add(path.isEmpty() ? "/" : "/" + ACCOUNT + path);
    }
    for (String path :
        List.of(
            "/areas",
            "/pulse?minutes=5",
            "/pulse?evening=true",
            "/checkin_lists",
            "/tickets?q=guest",
            "/orders?items=20&page=2",
            "/tickets/R22-2/history",
            "/tickets/R200-75/history")) {
      reads.add(GALA + path);
    }
    for (int list = 1; list <= 3; list++) {
      for (String path :
          List.of("", "/checkins?items=60", "/orders", "/tickets", "/log", "/log?open=true")) {
        reads.add(GALA + "/checkin_lists/" + list + path);
      }
      reads.add(GALA + "/checkin_lists/" + list + "/door");
      reads.add(GALA + "/checkin_lists/" + list + "/tickets/t-R18-2");
      reads.add(GALA + "/checkin_lists/" + list + "/tickets/new");
    }
    for (int id = token.equals(live) ? 2 : 1; id <= ORDERS; id += 4) {
      reads.add(GALA + "/orders/" + id);
      reads.add(GALA + "/tickets/R" + id + "-1/history");
      reads.add(ticket(1 + id % 3, id));
    }
    Call newest = Call.get("/" + ACCOUNT + "/webhooks/events?items=5").by(token);
    for (Map<String, Object> row : service.client.expect(200, newest).rows("webhook_events")) {
      reads.add("/" + ACCOUNT + "/webhooks/events/" + row.get("id"));
    }
    return reads;
  }

  private void assertSame(Service.Elsewhere elsewhere, Call call) {
    // A minute may begin between the two, which moves what is counted by minutes.
    for (int tries = 0; tries < 2; tries++) {
      Answer one = service.client.patiently(call);
      Answer other = elsewhere.client().patiently(call);
      if (tries > 0) {
        assertEquals(one.status(), other.status(), call::toString);
        assertEquals(comparable(one), comparable(other), call::toString);
      } else if (comparable(one).equals(comparable(other)) && one.status() == other.status()) {
        return;
      }
    }
  }

  private static String comparable(Answer answer) {
    String text = OF_THE_MOMENT.matcher(answer.text()).replaceAll("$1");
    return SALTED.matcher(text).replaceAll(columns -> "columns" + columns.group(1).length());
  }
}
