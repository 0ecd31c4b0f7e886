package io.doorlist.acceptance.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.service.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code export --checkins} from one table, and {@code import} into another. */
class CarriedEveningTest extends CarriedEveningFixture {
  /** What an answer says of the moment, of the request, or of the table it was read from. */
  private static final Pattern OF_THE_MOMENT =
      Pattern.compile("\"(at|version|request_id|seconds_since|salt)\":(\"[^\"]*\"|[0-9]+)");

  /** A door copy's columns have digests of codes with the salt of its table. */
  private static final Pattern SALTED = Pattern.compile("\"columns\":\"([^\"]*)\"");

  @Test
  void evening_importedElsewhere_answersEveryReadTheSame(@TempDir Path folder) throws IOException {
    Map<String, String> tokens = anEvening();
    String export = exportOf("here");
    String firstHalf = export.lines().limit(200).collect(Collectors.joining("\n"));

    Cli.Result cut = run("elsewhere", firstHalf, "import", "-");
    assertEquals(1, cut.status(), cut.err());
    assertTrue(cut.err().contains("is not whole"), cut.err());
    elsewhere.refused(401, "unauthorized", Call.get(gala + "/orders").by(tokens.get("other")));
    Path file = Files.writeString(folder.resolve("evening"), export);
    Cli.Result imported = run("elsewhere", "", "import", file.toString());
    assertEquals(0, imported.status(), imported.err());
    assertTrue(imported.out().matches("[0-9]+ created, 0 changed, 0 unchanged, 0 refused\\n"));

    assertEquals(lines(export), lines(exportOf("elsewhere")));
    int reads = 0;
    for (String mode : List.of("live", "test")) {
      for (String path : reads(mode, tokens.get(mode))) {
        assertSame(Call.get(path).by(tokens.get(mode)));
        reads++;
      }
    }
    assertTrue(reads > 150, "reads: " + reads);
    assertEquals(report("here"), report("elsewhere"));
    String before = exportOf("elsewhere");
    Cli.Result again = run("elsewhere", export, "import", "-");
    assertEquals(0, again.status(), again.err());
    assertTrue(again.out().startsWith("0 created, 0 changed, "), again.out());
    assertEquals(lines(before), lines(exportOf("elsewhere")));

    // The door goes on there, and the old phones' retries still get their first answers.
    Call retry = Call.post(ticket(1, 1) + "/checkins").by(tokens.get("live")).key("k1");
    assertSame(retry);
    elsewhere.expect(201, Call.post(ticket(2, 40) + "/checkins").by(tokens.get("live")));
    String rest = gala + "/checkin_lists/1/orders/o-R200/checkins";
    elsewhere.expect(201, Call.post(rest).by(tokens.get("live")).form("adult=4"));
    Cli.Result after = run("elsewhere", export, "import", "-");
    assertEquals(0, after.status(), after.err());
    assertEquals(
        409,
        elsewhere.send(Call.post(ticket(2, 40) + "/checkins").by(tokens.get("live"))).status());
  }

  private String report(String table) {
    Cli.Result report = run(table, "", "report", "--account", account, "--event", "gala");
    assertEquals(0, report.status(), report.err());
    return report.out();
  }

  /** Returns every read of the account that a token may ask. */
  private List<String> reads(String mode, String token) {
    List<String> reads =
        new ArrayList<>(List.of("/", "/" + account + "/events", "/" + account + "/events/gala"));
    reads.add("/" + account + "/events/7");
    reads.add(gala + "/areas");
    reads.add(gala + "/pulse?minutes=5");
    reads.add(gala + "/pulse?evening=true");
    reads.add(gala + "/checkin_lists");
    reads.add(gala + "/tickets?q=guest");
    reads.add(gala + "/tickets?q=R28");
    for (int page = 1; page <= 2; page++) {
      reads.add(gala + "/orders?items=60&page=" + page);
      reads.add("/" + account + "/webhooks/events?items=60&page=" + page);
      reads.add("/" + account + "/webhooks/events?event_slug=gala&items=60&page=" + page);
      for (int list = 1; list <= 3; list++) {
        String path = gala + "/checkin_lists/" + list;
        for (String part : List.of("checkins", "orders", "tickets")) {
          reads.add(path + "/" + part + "?items=60&page=" + page);
        }
        reads.add(path + "/log?items=250");
        reads.add(path + "/log?open=true");
        reads.add(path);
        reads.add(path + "/door");
      }
    }
    for (int id = mode.equals("live") ? 2 : 1; id <= ORDERS; id += 6) {
      reads.add(gala + "/orders/" + id);
      reads.add(gala + "/tickets/R" + id + "-1/history");
      for (int list = 1; list <= 3; list++) {
        reads.add(ticket(list, id));
      }
    }
    reads.add(gala + "/tickets/R26-2/history");
    reads.add(gala + "/tickets/R200-75/history");
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
    String text = OF_THE_MOMENT.matcher(answer.text()).replaceAll("$1");
    return SALTED.matcher(text).replaceAll(columns -> "columns" + columns.group(1).length());
  }
}
