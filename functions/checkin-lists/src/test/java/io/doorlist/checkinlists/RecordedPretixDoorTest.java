package io.doorlist.checkinlists;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.JsonObject;
import io.doorlist.domain.event.Account;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.ListRules;
import io.doorlist.domain.event.TicketType;
import io.doorlist.door.Reentry;
import io.doorlist.door.Verdict;
import io.doorlist.door.rules.EventDates;
import io.doorlist.http.Settings;
import io.doorlist.ingest.ImportStore;
import io.doorlist.json.Json;
import io.doorlist.testing.Effort;
import io.doorlist.testing.Gateway;
import io.doorlist.testing.Gateway.Answer;
import io.doorlist.testing.Gateway.Input;
import io.doorlist.testing.Imports;
import io.doorlist.testing.MovableClock;
import io.doorlist.testing.OrderBuilder;
import io.doorlist.testing.Terms;
import io.doorlist.testing.TestTable;
import io.doorlist.testing.TicketBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * What a live pretix decided about pairs of rule and history, asked at a door: the list and its
 * rule are in the table, the history is uploaded, and both the server and a copy are asked (issue
 * 35). A line has the columns that {@code tools/pretix/rules.py} writes.
 */
class RecordedPretixDoorTest {
  private static final Path PAIRS =
      Gateway.ROOT.resolve("door/src/test/resources/io/doorlist/door/rules/pretix.tsv");
  private static final int SAMPLE = 50;

  private final MovableClock clock = new MovableClock();
  private final TestTable table = new TestTable();
  private final ImportStore importer = Imports.into(table.stores(clock));
  private final Map<String, String> events = new LinkedHashMap<>();

  /** A line, with a number of its own. */
  private record Pair(long id, String[] columns) {
    String zone() {
      return columns[1];
    }

    Instant now() {
      return Instant.ofEpochSecond(Long.parseLong(columns[2]));
    }

    /** Returns the slug of the ticket's type. */
    String type() {
      return "p" + columns[3] + (columns[4].isEmpty() ? "" : "-" + columns[4]);
    }

    Long number(int column) {
      return columns[column].isEmpty() ? null : Long.valueOf(columns[column]);
    }

    List<String> passages() {
      return columns[9].isEmpty() ? List.of() : List.of(columns[9].split(" "));
    }

    String code() {
      return "t" + id;
    }
  }

  @Test
  void serverAndCopy_sayWhatPretixSaid() throws IOException {
    List<Pair> pairs = new ArrayList<>();
    for (String line : Files.readAllLines(PAIRS)) {
      pairs.add(new Pair(pairs.size() + 1L, line.split("\t", -1)));
    }
    List<Pair> asked = pairs.subList(0, Effort.of(SAMPLE, pairs.size()));
    importEvents(asked);
    List<String> differences = new ArrayList<>();
    for (Pair pair : asked) {
      CheckinListsFunction before = function();
      upload(pair, before);
      // A function knows a definition for some seconds, which do not pass here.
      CheckinListsFunction after = function();
      String pretix = pair.columns()[0];
      String server = server(pair, after);
      String copy = copy(pair, after);
      if (!server.equals(pretix) || !copy.equals(pretix)) {
        differences.add(server + ", " + copy + ": " + String.join("\t", pair.columns()));
      }
    }

    assertEquals(List.of(), differences);
    assertTrue(asked.size() >= SAMPLE);
  }

  private CheckinListsFunction function() {
    return new CheckinListsFunction(
        table.stores(clock),
        clock,
        Settings.of(Map.of("QR_BASE_URL", "https://doorlist.example/t")),
        Workers.FEW);
  }

  /** An event has one clock. */
  private void importEvents(List<Pair> pairs) {
    importer.putAccount(new Account("acme", "Acme"));
    Map<String, Set<Pair>> byZone = new LinkedHashMap<>();
    pairs.forEach(
        pair -> byZone.computeIfAbsent(pair.zone(), any -> new LinkedHashSet<>()).add(pair));
    byZone.forEach(
        (zone, all) -> {
          long id = events.size() + 1L;
          events.put(zone, "event-" + id);
          Map<String, TicketType> types = new LinkedHashMap<>();
          for (Pair pair : all) {
            types.putIfAbsent(
                pair.type(),
                new TicketType(
                    types.size() + 1L,
                    pair.type(),
                    pair.type(),
                    null,
                    false,
                    pair.number(3),
                    pair.number(4)));
          }
          importer.putEvent(
              new Event(
                  "acme",
                  id,
                  events.get(zone),
                  zone,
                  List.copyOf(types.values()),
                  ZoneId.of(zone),
                  List.of()));
        });
  }

  /** The rule comes last: what it refuses is no entry. */
  private void upload(Pair pair, CheckinListsFunction function) throws IOException {
    moveClock(pair.now());
    list(pair, null);
    Imports.put(
        importer,
        "acme",
        events.get(pair.zone()),
        OrderBuilder.order(pair.id())
            .tickets(
                List.of(TicketBuilder.ticket(pair.id(), pair.type()).code(pair.code()).build()))
            .build());
    for (String passage : pair.passages()) {
      Instant at = Instant.ofEpochSecond(Long.parseLong(passage.substring(1)));
      moveClock(at);
      Map<String, Object> scan =
          Map.of(
              "ticket_qr_token",
              pair.code(),
              "scanned_at",
              at.toString(),
              "online",
              false,
              "type",
              passage.charAt(0) == '+' ? "entry" : "exit",
              "idempotency_key",
              pair.id() + passage);
      Answer answer =
          call(
              pair,
              function,
              Input.recorded("create-checkins")
                  .with(Json.writeValue(Map.of("scans", List.of(scan))), "body"));
      Map<?, ?> result = (Map<?, ?>) ((List<?>) answer.at("results")).getFirst();
      assertEquals(201L, result.get("status"), answer::body);
    }
    EventDates dates = new EventDates(pair.number(6), pair.number(7), pair.number(8));
    moveClock(pair.now());
    list(
        pair,
        new ListRules(new JsonObject(pair.columns()[10]), Map.of(ListRules.THE_EVENT, dates)));
  }

  private void list(Pair pair, ListRules rules) {
    importer.putCheckinList(
        "acme",
        events.get(pair.zone()),
        Imports.list(pair.id(), "Door", Terms.passages(null, Reentry.ALWAYS, rules)));
  }

  private void moveClock(Instant time) {
    clock.pass(Duration.between(clock.instant(), time));
  }

  private String server(Pair pair, CheckinListsFunction function) throws IOException {
    Input input =
        Input.recorded("get-admission").with(pair.code(), "pathParameters", "ticket_qr_token");
    Answer answer =
        call(
            pair,
            function,
            pair.number(5) == null ? input : input.identity("gate", pair.columns()[5]));
    return answer.at("verdict").equals("admissible")
        ? "in"
        : "rules".equals(answer.at("reason")) ? "out" : answer.body();
  }

  private String copy(Pair pair, CheckinListsFunction function) throws IOException {
    Answer answer = call(pair, function, Input.recorded("get-door-copy"));
    Verdict verdict =
        CopyReader.door(answer, pair.number(5))
            .decide(pair.code(), List.of(), pair.now().getEpochSecond());
    return switch (verdict) {
      case Verdict.Admissible yes -> "in";
      case Verdict.AgainstRules no -> "out";
      default -> verdict.toString();
    };
  }

  private Answer call(Pair pair, CheckinListsFunction function, Input input) throws IOException {
    Answer answer =
        Gateway.call(
            function,
            input
                .with(events.get(pair.zone()), "pathParameters", "event_slug")
                .with(Long.toString(pair.id()), "pathParameters", "checkin_list_id"));
    assertEquals(200, answer.status(), answer::body);
    return answer;
  }
}
