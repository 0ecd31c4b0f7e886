package io.doorlist.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.local.table.HostTable;
import io.doorlist.local.table.WantedChanges;
import io.doorlist.local.template.Template;
import io.doorlist.table.Engine;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Write;
import io.doorlist.table.conformance.DynamoServer;
import io.doorlist.table.sqlite.Queues;
import io.doorlist.table.sqlite.SqliteEngine;
import io.doorlist.testing.WholeTable;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A change of the table goes through a function on its stream and a queue to another function. */
class TriggersTest {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final String TABLE = "things";

  @TempDir private Path directory;
  private final List<String> told = new ArrayList<>();

  private SqliteEngine open(Path template) {
    return SqliteEngine.temporary(
        directory.resolve("data"), WantedChanges.of(Template.read(template)), told::add);
  }

  @Test
  void change_runsTheFunctionsOfStreamAndQueue() throws Exception {
    Path template = TestHost.write(directory, "/triggers.yaml");
    try (SqliteEngine table = open(template)) {
      assertForwards(template, new HostTable.Here(table), table);
    }
    assertEquals(List.of(), told);
  }

  @Test
  void change_runsThem_whereTheTableIsElsewhere() throws Exception {
    Path template = TestHost.write(directory, "/triggers.yaml");
    try (DynamoServer dynamo = DynamoServer.inMemory();
        Engine table = dynamo.table(TABLE, true)) {
      assertForwards(template, new HostTable.Elsewhere(dynamo.endpoint(), TABLE), table);
    }
  }

  private static void assertForwards(Path template, HostTable where, Engine table) {
    try (LocalHost host = LocalHost.start(new LocalHost.Options(template, 0, where, Map.of()))) {
      assertTrue(host.url().getPort() > 0);
      put(table, "forward");
      put(table, "ignored");

      List<String> items = await(table, all -> all.contains("seen-forward"));

      assertEquals(List.of("forward", "ignored", "seen-forward"), items);
    }
  }

  /** What was not done when a host ended is done by the next; it has neither failed nor is lost. */
  @Test
  void changesAndMessages_outliveTheirHost() throws Exception {
    Path template = TestHost.write(directory, "/triggers.yaml");
    try (SqliteEngine table = open(template)) {
      put(table, "forward");
      table.queues().send("Queue", List.of(new Queues.Sent("message", Duration.ZERO)));
    }
    try (SqliteEngine table = open(template);
        LocalHost host =
            LocalHost.start(
                new LocalHost.Options(template, 0, new HostTable.Here(table), Map.of()))) {
      assertTrue(host.url().getPort() > 0);
      List<String> items =
          await(table, all -> all.containsAll(List.of("seen-forward", "seen-message")));

      assertEquals(List.of("forward", "seen-forward", "seen-message"), items);
    }
  }

  /** A function that ends with the host has not failed. */
  @Test
  @Timeout(60)
  void host_saysNothing_whenItIsClosedWhileAFunctionRuns() throws Exception {
    Path template = TestHost.write(directory, "/triggers.yaml");
    try (SqliteEngine table = open(template)) {
      try (Said said = new Said()) {
        try (LocalHost host =
            LocalHost.start(
                new LocalHost.Options(template, 0, new HostTable.Here(table), Map.of()))) {
          assertTrue(host.url().getPort() > 0);
          put(table, "stay");
          assertTrue(await(table, all -> all.contains("seen-stay")).contains("seen-stay"));
          table.queues().send("Queue", List.of(new Queues.Sent("stay", Duration.ZERO)));
          await(table, all -> all.contains("seen-stay-message"));
        }
        assertEquals("", said.text());
      }
    }
    try (SqliteEngine table = open(template)) {
      assertEquals(1, table.changes().next(0, 10).size(), "the change comes again");
      assertEquals(0, table.queues().take("Queue", 1).getFirst().failures());
    }
  }

  private static void put(Engine table, String key) {
    assertTrue(table.write(Write.put(new Item(new Key(key, ".")))).isPresent());
  }

  /** Reads the keys of the table until they are as expected. */
  private static List<String> await(Engine table, Predicate<List<String>> condition) {
    Instant end = Instant.now().plus(PATIENCE);
    while (true) {
      List<String> keys =
          WholeTable.all(table).stream().map(item -> item.key().pk()).sorted().toList();
      if (condition.test(keys) || Instant.now().isAfter(end)) {
        return keys;
      }
      LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
    }
  }
}
