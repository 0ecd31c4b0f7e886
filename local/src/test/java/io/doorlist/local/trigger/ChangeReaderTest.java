package io.doorlist.local.trigger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.local.function.Invocation;
import io.doorlist.local.json.JsonTree;
import io.doorlist.local.template.FilterPattern;
import io.doorlist.local.template.Trigger;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Write;
import io.doorlist.table.sqlite.SqliteEngine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Changes as a function gets them from the table of its host. */
class ChangeReaderTest {
  private static final Key GUEST = new Key("guest", "1");

  @TempDir private Path directory;
  private final BlockingQueue<Map<?, ?>> records = new LinkedBlockingQueue<>();

  private SqliteEngine open() {
    return SqliteEngine.temporary(directory, change -> true, line -> {});
  }

  private Thread read(SqliteEngine table) {
    FilterPattern all = FilterPattern.read("{\"eventSource\":[\"aws:dynamodb\"]}");
    Trigger.Stream stream = new Trigger.Stream("F.T", "F", "arn:stream", 10, List.of(all), 0);
    ChangeReader reader =
        new ChangeReader(
            table.changes(), List.of(new StreamBatches(stream, this::called, () -> true)));
    return Thread.ofVirtual().start(() -> run(reader));
  }

  private Invocation called(byte[] input) {
    try {
      ((List<?>) ((Map<?, ?>) JsonTree.read(input)).get("Records"))
          .forEach(record -> records.add((Map<?, ?>) record));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Invocation.Returned(new byte[0]);
  }

  private static void run(ChangeReader reader) {
    try {
      reader.run();
    } catch (InterruptedException e) {
      // It has ended.
    }
  }

  private static void put(SqliteEngine table, String name) {
    assertTrue(table.write(Write.put(new Item(GUEST).put("name", name))).isPresent());
  }

  @Test
  void change_isPassedOnAsAStreamDoes() throws Exception {
    try (SqliteEngine table = open()) {
      Thread reading = read(table);
      put(table, "Ada");
      assertRecord("INSERT", null, "Ada", records.take());
      put(table, "Bob");
      assertRecord("MODIFY", "Ada", "Bob", records.take());
      table.write(Write.delete(GUEST));
      assertRecord("REMOVE", "Bob", null, records.take());
      reading.interrupt();
      reading.join();
    }
  }

  private static void assertRecord(String event, String before, String now, Map<?, ?> record) {
    assertEquals(event, record.get("eventName"));
    assertEquals("arn:stream", record.get("eventSourceARN"));
    Map<?, ?> change = (Map<?, ?>) record.get("dynamodb");
    assertEquals(Map.of("pk", Map.of("S", "guest"), "sk", Map.of("S", "1")), change.get("Keys"));
    assertEquals(before, name(change.get("OldImage")));
    assertEquals(now, name(change.get("NewImage")));
  }

  private static Object name(Object image) {
    return image instanceof Map<?, ?> item ? ((Map<?, ?>) item.get("name")).get("S") : null;
  }

  /** The reader takes the second change after it has forgotten the first. */
  @Test
  void change_isForgotten_onceItIsDone() throws Exception {
    try (SqliteEngine table = open()) {
      Thread reading = read(table);
      put(table, "first");
      records.take();
      put(table, "second");
      records.take();
      reading.interrupt();
      reading.join();
    }
    try (SqliteEngine table = open()) {
      put(table, "last");
      Item oldest = table.changes().next(0, 10).getFirst().change().now();
      assertTrue(List.of("second", "last").contains(oldest.text("name")), oldest::toString);
    }
  }
}
