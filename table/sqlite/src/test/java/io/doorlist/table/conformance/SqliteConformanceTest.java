package io.doorlist.table.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.table.Engine;
import io.doorlist.table.Item;
import io.doorlist.table.ItemChange;
import io.doorlist.table.Key;
import io.doorlist.table.Range;
import io.doorlist.table.RefusedException;
import io.doorlist.table.Sizes;
import io.doorlist.table.Update;
import io.doorlist.table.Write;
import io.doorlist.table.memory.MemoryEngine;
import io.doorlist.table.sqlite.ChangeFeed;
import io.doorlist.table.sqlite.SqliteEngine;
import io.doorlist.table.sqlite.UnsyncedTable;
import io.doorlist.testing.Call;
import io.doorlist.testing.WholeTable;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A table in a file does what one in memory does, which {@link ConformanceTest} compares with
 * DynamoDB Local: the same calls, the same answers, parts and changes, also after restarts.
 */
class SqliteConformanceTest {
  private static final int CALLS =
      Integer.getInteger(
          "conformance.calls", Boolean.getBoolean("doorlist.long") ? 2_000_000 : 10_000);
  private static final long SEED = Long.getLong("conformance.seed", 3);

  /** After how many calls the feeds are compared, and after how many the table is opened again. */
  private static final int FEED = 1_000;

  private static final int OPEN = CALLS / 4;

  /** Its change ends a part of the feeds. */
  private static final Key LAST = new Key("last", "change");

  @TempDir private Path folder;
  private final List<ItemChange> changes = new ArrayList<>();
  private MemoryEngine memory = new MemoryEngine(InstantSource.system(), changes::add);
  private SqliteEngine file;
  private long after;

  private void open() {
    file = UnsyncedTable.open(folder, change -> true);
  }

  @Test
  void randomCalls_areAnsweredAsInMemory() throws InterruptedException {
    RandomCalls calls = new RandomCalls(SEED);
    open();
    for (int i = 1; i <= CALLS; i++) {
      Call<?> call = calls.next();
      String what = "call " + i + " " + Answer.text(call);
      assertEquals(Answer.of(call, memory), Answer.of(call, file), what);
      assertEquals(part(call, memory), part(call, file), what);
      if (i % FEED == 0) {
        compareFeeds("after call " + i);
      }
      if (i % OPEN == 0) {
        file.close();
        open();
        after = 0;
        // A restart ends what tokens name.
        memory = memory.copy(InstantSource.system(), changes::add);
        assertEquals(WholeTable.all(memory), WholeTable.all(file), "after a restart");
      }
    }
    file.close();
  }

  /** Returns a part of a range or of the table as it is, with where it ends. */
  private static Object part(Call<?> call, Engine engine) {
    boolean hasParts = call instanceof Call.Query || call instanceof Call.Scan;
    try {
      return hasParts ? call.on(engine) : "none";
    } catch (RefusedException e) {
      return e.code();
    }
  }

  /** The largest that the limits allow, and parts that are full. */
  @Test
  void largeItems_areKeptAndReadInTheSameParts() {
    open();
    List<Call<?>> calls = new ArrayList<>();
    List<Write> most = new ArrayList<>();
    for (int i = 0; i < Engine.MAX_KEYS; i++) {
      most.add(Write.put(item("most " + i, 40_000)));
    }
    calls.add(new Call.Transact(most, "most"));
    for (int bytes = (400 << 10) - 100; bytes <= (400 << 10) + 100; bytes += 25) {
      calls.add(new Call.Single(Write.put(item("large " + bytes, bytes))));
      calls.add(new Call.Get(new Key("p", "large " + bytes)));
    }
    Range all = Range.whole("p");
    calls.add(new Call.Query(all, null));
    calls.add(new Call.Query(all.first(7), new Key("p", "most 5")));
    calls.add(new Call.Query(all, new Key("p", "zzz")));
    calls.add(new Call.Scan(null, Integer.MAX_VALUE, null));
    calls.add(new Call.Scan(null, 3, new Key("p", "most 5")));
    for (int i = 0; i < 8; i++) {
      Item quarter = new Item(new Key("full", "" + i));
      String rest = "x".repeat((256 << 10) - Sizes.of(quarter) - 1);
      calls.add(new Call.Single(Write.put(quarter.put("x", rest))));
    }
    calls.add(new Call.Query(Range.between("full", "0", "9"), null));
    for (Call<?> call : calls) {
      assertEquals(Answer.of(call, memory), Answer.of(call, file));
      assertEquals(part(call, memory), part(call, file));
    }
    file.close();
  }

  private static Item item(String sk, int bytes) {
    return new Item(new Key("p", sk)).put("x", "x".repeat(bytes - 20));
  }

  /** Changes an item that no call does. */
  private void write(Key key) {
    Update update = Update.of(key).add("n", 1);
    assertEquals(memory.write(update), file.write(update));
  }

  private void compareFeeds(String when) throws InterruptedException {
    List<ItemChange> told = new ArrayList<>();
    write(LAST);
    while (told.isEmpty() || !told.getLast().key().equals(LAST)) {
      List<ChangeFeed.Numbered> next = file.changes().next(after, 100);
      next.forEach(each -> told.add(each.change()));
      after = next.getLast().number();
      file.changes().done(after);
    }
    assertEquals(changes, told, when);
    changes.clear();
  }
}
