package io.doorlist.acceptance.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.client.Client;
import io.doorlist.acceptance.client.Json;
import io.doorlist.acceptance.service.Cli;
import io.doorlist.acceptance.service.Order;
import io.doorlist.acceptance.service.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code export --checkins} from one table, and {@code import} into another. */
class CarriedEveningTest extends CarriedEveningFixture {
  /** What an answer says of the moment, of the request, or of the table it was read from. */
  private static final Pattern OF_THE_MOMENT =
      Pattern.compile("\"(at|version|request_id|seconds_since)\":(\"[^\"]*\"|[0-9]+)");

  private static final Duration BETWEEN_SCANS = Duration.ofMillis(20);

  @Test
  void evening_importedElsewhere_answersEveryReadTheSame() {
    Map<String, String> tokens = anEvening();
    String export = exportOf("here");
    String firstHalf = export.lines().limit(200).collect(Collectors.joining("\n"));

    Cli.Result cut = run("elsewhere", firstHalf, "import", "-");
    assertEquals(1, cut.status(), cut.err());
    assertTrue(cut.err().contains("is not whole"), cut.err());
    elsewhere.refused(401, "unauthorized", Call.get(gala + "/orders").by(tokens.get("other")));
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
    elsewhere.expect(201, Call.post(ticket(2, 40) + "/checkins").by(tokens.get("live")));
    Cli.Result after = run("elsewhere", export, "import", "-");
    assertEquals(0, after.status(), after.err());
    assertEquals(
        409,
        elsewhere.send(Call.post(ticket(2, 40) + "/checkins").by(tokens.get("live"))).status());
  }

  /** An evening that went on in both tables is merged, whichever way. */
  @Test
  @Tag("long")
  void evening_thatWentOnInBothTables_isMerged() {
    Map<String, String> tokens = anEvening();
    String live = tokens.get("live");
    run("elsewhere", exportOf("here"), "import", "-");
    here.expect(201, Call.post(ticket(2, 40) + "/checkins").by(live).key("both-1"));
    here.expect(201, Call.post(ticket(2, 42) + "/checkins").by(live).key("both-2"));
    elsewhere.expect(201, Call.post(ticket(2, 42) + "/checkins").by(live).key("both-3"));
    elsewhere.expect(201, Call.post(ticket(2, 44) + "/checkins").by(live).key("both-4"));
    String ofHere = exportOf("here");
    Cli.Result merged = run("elsewhere", ofHere, "import", "-");

    assertEquals(0, merged.status(), merged.err());
    assertTrue(merged.err().contains("merged: 2 scans, of which 1 double admission"), merged.err());
    assertTrue(merged.err().contains("not merged: events, lists and orders"), merged.err());
    assertTrue(merged.out().startsWith("0 created, 0 changed, "), merged.out());
    Cli.Result back = run("here", exportOf("elsewhere"), "import", "-");
    assertEquals(0, back.status(), back.err());
    for (String path : List.of("/checkin_lists/2", "/areas")) {
      Call call = Call.get(gala + path).by(live);
      assertEquals(
          comparable(here.patiently(call)).replaceAll("\"updated_at\":\"[^\"]*\"", ""),
          comparable(elsewhere.patiently(call)).replaceAll("\"updated_at\":\"[^\"]*\"", ""));
    }
    Answer retry =
        elsewhere.expect(201, Call.post(ticket(2, 40) + "/checkins").by(live).key("both-1"));
    assertEquals("R40-1", retry.at("ticket", "reference"));
    Cli.Result again = run("elsewhere", ofHere, "import", "-");
    assertTrue(again.err().contains("merged: 0 scans"), again.err());
  }

  /**
   * Issue 33: a backup while people are scanned. What an import takes is whole; the rest follows.
   */
  @Test
  void evening_exportedWhilePeopleAreScanned_losesNobody_andHasNobodyTwice() throws Exception {
    load(List.of(SharedData.account(account, "Acme"), event(), siteDoor(2, "Second")));
    List<Map<String, Object>> orders = new ArrayList<>();
    for (int id = 2; id <= ORDERS; id += 2) {
      orders.add(line(Order.of(id, "adult")));
    }
    load(orders);
    String token = token("--mode=live");
    run("elsewhere", exportOf("here"), "import", "-");
    AtomicBoolean ended = new AtomicBoolean();
    Set<Integer> in = ConcurrentHashMap.newKeySet();
    Thread door =
        Thread.ofVirtual()
            .start(
                () -> {
                  // Refusals change the table too, when everybody is in.
                  for (int id = 2; !ended.get(); id = id >= ORDERS ? 2 : id + 2) {
                    Call scan = Call.post(ticket(2, id) + "/checkins").by(token);
                    if (in.contains(id)) {
                      here.send(scan);
                    } else if (here.patiently(scan.key("during-" + id)).status() == 201) {
                      in.add(id);
                    }
                    LockSupport.parkNanos(BETWEEN_SCANS.toNanos());
                  }
                });
    int refused = 0;
    try {
      for (int backup = 0; backup < 2 || refused == 0 && backup < 10; backup++) {
        Cli.Result during = run("here", "", "export", "--checkins", "--account", account);
        Cli.Result imported = run("elsewhere", during.out(), "import", "-");
        assertEquals(during.status(), imported.status(), during.err() + imported.err());
        refused += imported.err().contains("is not whole") ? 1 : 0;
      }
    } finally {
      ended.set(true);
      door.join();
    }
    assertTrue(refused > 0, "nobody was scanned meanwhile");

    String rest = exportOf("here");
    Cli.Result merged = run("elsewhere", rest, "import", "-");

    assertEquals(0, merged.status(), merged.err());
    assertEquals(arrivals(here, token), arrivals(elsewhere, token));
    assertEquals(in.size(), arrivals(elsewhere, token).size());
    Answer doubles =
        elsewhere.expect(200, Call.get(gala + "/checkin_lists/2/double_admissions").by(token));
    assertEquals(List.of(), doubles.rows("double_admissions"));
    Cli.Result again = run("elsewhere", rest, "import", "-");
    assertTrue(again.err().contains("merged: 0 scans"), again.err());
  }

  /** Returns the references of who is in, sorted. */
  private List<String> arrivals(Client client, String token) {
    Call page = Call.get(gala + "/checkin_lists/2/checkins?items=250").by(token);
    return client.expect(200, page).rows("checkins").stream()
        .map(each -> (String) Json.object(each.get("ticket")).get("reference"))
        .sorted()
        .toList();
  }

  @Test
  void exportOfWhatHappened_isRefused_whereTheAccountIsAnother() {
    load(List.of(SharedData.account(account, "Acme"), event()));
    String export = exportOf("here");
    run("elsewhere", Json.write(SharedData.account(account, "Acme")), "import", "-");

    Cli.Result refused = run("elsewhere", export, "import", "-");

    assertEquals(1, refused.status());
    assertTrue(refused.err().contains("has event 'gala', which is not here"), refused.err());
    assertEquals(
        2,
        run("here", "", "export", "--checkins", "--account=" + account, "--event=gala").status());
    Cli.Result changed = run("elsewhere", export.replace(account, "acne"), "import", "-");
    assertEquals(1, changed.status());
    assertTrue(changed.err().contains("is not whole"), changed.err());
  }

  /** A backup that is not whole does not keep the next one out. */
  @Test
  void fileThatIsNotWhole_isRefused_beforeAnythingIsWritten(@TempDir Path folder)
      throws IOException {
    load(List.of(SharedData.account(account, "Acme"), event()));
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

  /** Returns every read of the account that a token may ask. */
  private List<String> reads(String mode, String token) {
    List<String> reads =
        new ArrayList<>(List.of("/", "/" + account + "/events", "/" + account + "/events/gala"));
    reads.add("/" + account + "/events/7");
    reads.add(gala + "/areas");
    reads.add(gala + "/pulse?minutes=5");
    reads.add(gala + "/checkin_lists");
    reads.add(gala + "/tickets?q=guest");
    reads.add(gala + "/tickets?q=R28");
    for (int page = 1; page <= 2; page++) {
      reads.add(gala + "/orders?items=60&page=" + page);
      reads.add("/" + account + "/webhooks/events?items=60&page=" + page);
      reads.add("/" + account + "/webhooks/events?event_slug=gala&items=60&page=" + page);
      for (int list = 1; list <= 3; list++) {
        String path = gala + "/checkin_lists/" + list;
        for (String part :
            List.of("checkins", "passages", "undone", "double_admissions", "orders", "tickets")) {
          reads.add(path + "/" + part + "?items=60&page=" + page);
        }
        reads.add(path);
        reads.add(path + "/door");
      }
    }
    for (int id = mode.equals("live") ? 2 : 1; id <= ORDERS; id += 6) {
      reads.add(gala + "/orders/" + id);
      for (int list = 1; list <= 3; list++) {
        reads.add(ticket(list, id));
      }
    }
    reads.add(gala + "/checkin_lists/1/tickets/t-R28-2");
    reads.add(gala + "/checkin_lists/1/tickets/new");
    Answer events = here.expect(200, Call.get("/" + account + "/webhooks/events").by(token));
    List<Map<String, Object>> rows = events.rows("webhook_events");
    for (int i = 0; i < rows.size(); i += 3) {
      reads.add("/" + account + "/webhooks/events/" + rows.get(i).get("id"));
    }
    return reads;
  }

  private void assertSame(Call call) {
    Answer one = here.patiently(call);
    Answer other = elsewhere.patiently(call);
    if (!comparable(one).equals(comparable(other))) {
      // A minute may have begun between the two, which moves what is counted by minutes.
      one = here.patiently(call);
      other = elsewhere.patiently(call);
    }
    assertEquals(one.status(), other.status(), call::toString);
    assertEquals(comparable(one), comparable(other), call::toString);
  }

  private static String comparable(Answer answer) {
    return OF_THE_MOMENT.matcher(answer.text()).replaceAll("$1");
  }
}
