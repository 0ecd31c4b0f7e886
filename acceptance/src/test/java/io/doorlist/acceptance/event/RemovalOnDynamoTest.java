package io.doorlist.acceptance.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.acceptance.client.Json;
import io.doorlist.acceptance.service.Cli;
import io.doorlist.acceptance.service.Secrets;
import io.doorlist.cli.forgetting.EventRemovals;
import io.doorlist.store.table.PatientTable;
import io.doorlist.table.Engine;
import io.doorlist.table.Item;
import io.doorlist.table.Pace;
import io.doorlist.table.Retry;
import io.doorlist.table.Table;
import io.doorlist.table.Time;
import io.doorlist.table.conformance.DynamoServer;
import io.doorlist.testing.DyingEngine;
import io.doorlist.testing.WholeTable;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * An event is taken away from a table of DynamoDB, which gives a scan in parts of 1 MB, and whose
 * transactions take 100 items (issue 71).
 */
class RemovalOnDynamoTest {
  private static final String TABLE = "doorlist";
  private static final int ORDERS = 140;

  /** So long that the event has more than a part of a scan. */
  private static final int ANSWER_BYTES = 4_000;

  private static String place(String slug, int id) {
    return """
    {"kind":"event","account":"acme","id":%2$d,"slug":"%1$s","title":"The %1$s",\
    "ticket_types":[{"id":1,"slug":"adult","name":"Adult"}]}
    {"kind":"checkin_list","account":"acme","event":"%1$s","id":1,"name":"Door"}
    """
        .formatted(slug, id);
  }

  private static String order(String slug, int id, String answer) {
    return """
    {"kind":"order","account":"acme","event":"%1$s","id":%2$d,"reference":"R%2$d",\
    "state":"confirmed","payment_state":"paid","currency":"EUR","amount":0,\
    "created_at":"2026-03-01T10:00:00Z","updated_at":"2026-03-01T10:00:00Z","tickets":[\
    {"id":%2$d,"reference":"R%2$d-1","state":"valid","name":"Canary %2$d","ticket_type":"adult",\
    "email":"canary%2$d@example.org","qr_code_identifier":"%1$s-%2$d","responses":{"a":"%3$s"},\
    "created_at":"2026-03-01T10:00:00Z","updated_at":"2026-03-01T10:00:00Z"}]}
    """
        .formatted(slug, id, answer);
  }

  private static String guests() {
    Random random = new Random(71);
    StringBuilder lines = new StringBuilder(place("gala", 7));
    for (int id = 1; id <= ORDERS; id++) {
      byte[] answer = new byte[ANSWER_BYTES];
      random.nextBytes(answer);
      lines.append(order("gala", id, HexFormat.of().formatHex(answer)));
    }
    return lines.toString();
  }

  /** Returns the items that name an event, by their keys. */
  private static Map<String, String> naming(String event, Engine engine) {
    Map<String, String> items = new TreeMap<>();
    for (Item item : WholeTable.all(engine)) {
      String key = item.key().pk() + " / " + item.key().sk();
      String attributes = new TreeMap<>(item.attributes()).toString();
      if ((key + attributes).contains(event)) {
        items.put(key, attributes);
      }
    }
    return items;
  }

  /** Returns a table on which nobody waits, and which a kill takes away before a write. */
  private static Table dying(Engine engine, int writes) {
    Time time = new Time(Clock.systemUTC(), new Random(1), pause -> {});
    Retry retry = new Retry(time, Pace.FREE);
    return new Table(new DyingEngine(engine, writes), TABLE, retry, PatientTable.PATIENCE);
  }

  @Test
  void killBetweenAnyParts_leavesNoEvent_andTheCommandEndsIt() {
    try (DynamoServer dynamo = DynamoServer.inMemory();
        Engine engine = dynamo.table(TABLE, false)) {
      List<String> target = List.of("--endpoint", dynamo.endpoint().toString(), "--table", TABLE);
      Cli cli = new Cli(target, new Secrets());
      String account = "{\"kind\":\"account\",\"slug\":\"acme\",\"name\":\"Acme\"}\n";
      cli.must(account + place("picnic", 8) + order("picnic", 1, "x"), "import", "-");
      Map<String, String> before = naming("picnic", engine);
      cli.must(guests(), "import", "-");
      String token =
          cli.must("", "token", "create", "--json", "--account=acme", "--event=gala").out();
      assertTrue(token.contains("token"), token);

      List<Integer> left = new ArrayList<>();
      boolean killed = true;
      for (int kills = 0; killed && kills < 5; kills++) {
        // The first write takes the event out of sight; each run then deletes a part.
        EventRemovals removals = new EventRemovals(dying(engine, 1), "acme", null);
        killed = DyingEngine.kills(() -> removals.remove("gala", "The gala", any -> {}));
        left.add(naming("gala", engine).size());
        String export = cli.run("export", "--checkins", "--account=acme").err();
        assertTrue(export.contains("is being taken away"), export);
      }

      assertTrue(killed, "there is more to delete than kills: " + left);
      assertTrue(left.getLast() < left.getFirst(), left.toString());
      String ended =
          cli.must("", "remove", "--account=acme", "--event=gala", "--title=The gala", "--json")
              .out();
      assertEquals("The gala", Json.parse(ended).get("title"), ended);
      assertEquals(Map.of(), naming("gala", engine));
      assertEquals(before, naming("picnic", engine));
    }
  }
}
