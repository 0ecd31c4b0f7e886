package io.doorlist.table.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.table.Bytes;
import io.doorlist.table.Condition;
import io.doorlist.table.Item;
import io.doorlist.table.ItemChange;
import io.doorlist.table.Key;
import io.doorlist.table.Opaque;
import io.doorlist.table.Update;
import io.doorlist.table.Write;
import io.doorlist.table.conformance.DynamoComparison.Ours;
import io.doorlist.table.memory.MemoryEngine;
import io.doorlist.table.socket.SocketEngine;
import io.doorlist.table.socket.SocketServer;
import io.doorlist.table.sqlite.ChangeFeed;
import io.doorlist.table.sqlite.SqliteEngine;
import io.doorlist.testing.Call;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Our engines do what DynamoDB Local does, but for {@link Known} differences. */
class ConformanceTest {
  /** Its change ends a part of the feed of a file, and it is gone before anything is compared. */
  private static final Key LAST = new Key("last", "change");

  @TempDir private Path folder;
  private long after;

  @Test
  void randomCalls_areAnsweredAsByDynamoDbLocal() throws IOException {
    List<ItemChange> changes = new ArrayList<>();
    List<ItemChange> behindSocket = new ArrayList<>();
    Path socket = folder.resolve("s");
    try (MemoryEngine memory = new MemoryEngine(InstantSource.system(), changes::add);
        SqliteEngine file =
            SqliteEngine.temporary(folder.resolve("data"), change -> true, System.err::println);
        MemoryEngine served = new MemoryEngine(InstantSource.system(), behindSocket::add)) {
      SocketServer server = SocketServer.open(socket, served, System.err::println);
      SocketEngine far = SocketEngine.connect(socket);
      new DynamoComparison(
              List.of(
                  new Ours("memory", memory, () -> taken(changes)),
                  new Ours("file", file, () -> changes(file)),
                  new Ours("socket", far, () -> taken(behindSocket))))
          .run();
      far.close();
      server.close();
    }
  }

  private static List<ItemChange> taken(List<ItemChange> changes) {
    List<ItemChange> taken = List.copyOf(changes);
    changes.clear();
    return taken;
  }

  private List<ItemChange> changes(SqliteEngine file) {
    file.write(Update.of(LAST).add("n", 1));
    List<ItemChange> told = new ArrayList<>();
    try {
      while (told.isEmpty() || !isLast(told.getLast())) {
        List<ChangeFeed.Numbered> next = file.changes().next(after, 100);
        next.forEach(each -> told.add(each.change()));
        after = next.getLast().number();
        file.changes().done(after);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    file.write(Write.delete(LAST));
    told.removeIf(change -> change.key().equals(LAST));
    return told;
  }

  private static boolean isLast(ItemChange change) {
    return change.key().equals(LAST) && !change.now().isEmpty();
  }

  /**
   * Whether a list lacks an element is also asked of what is no list. Found by 150,000 random
   * calls: bytes contain bytes, as a text contains a text.
   */
  @Test
  void conditionThatAListLacksAnElement_isDynamoDbs_forEveryType() {
    List<Object> values =
        List.of(
            "abc",
            5L,
            true,
            new byte[] {1, 2, 3},
            List.of("b", 5L, new byte[] {2}),
            Map.of("b", "b"),
            Opaque.NULL,
            Opaque.ofDigits("1.5"),
            Opaque.set("SS", Stream.of("b", "c")),
            Opaque.set("NS", Stream.of("5", "1.5")),
            Opaque.set("BS", Stream.of(new Bytes(new byte[] {2}), new Bytes(new byte[] {2, 3}))));
    List<Object> elements = new ArrayList<>(values);
    elements.addAll(
        List.of("b", "ac", "", new byte[] {2}, new byte[] {2, 3}, new byte[] {1, 3}, new byte[0]));

    List<String> differences = new ArrayList<>();
    try (UnmodifiedDynamo dynamo = new UnmodifiedDynamo();
        MemoryEngine memory = new MemoryEngine()) {
      for (Object value : values) {
        Item item = new Item(new Key("p", "s")).put("a", value);
        memory.write(Write.put(item));
        dynamo.engine().write(Write.put(item));
        for (Object element : elements) {
          Call<?> call = new Call.Single(Write.put(item).require(Condition.lacks("a", element)));
          Answer expected = Answer.of(call, dynamo.engine());
          if (!expected.equals(Answer.of(call, memory))) {
            differences.add(Answer.text(call) + " should be " + expected);
          }
        }
      }
    }
    assertEquals("", String.join("\n", differences));
  }
}
