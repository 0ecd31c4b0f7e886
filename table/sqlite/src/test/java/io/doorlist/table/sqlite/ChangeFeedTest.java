package io.doorlist.table.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.table.Item;
import io.doorlist.table.ItemChange;
import io.doorlist.table.Key;
import io.doorlist.table.Update;
import io.doorlist.table.Write;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Which changes are reported, to whom, and for how long. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ChangeFeedTest {
  private static final Instant NOW = Instant.parse("2026-11-28T18:00:00Z");
  private static final Key KEY = new Key("a", "1");

  @TempDir private Path folder;

  private SqliteEngine open(Predicate<ItemChange> wanted) {
    return SqliteEngine.open(
        folder,
        wanted,
        new SqliteSettings(Duration.ofSeconds(30), 0, 1 << 20, "FULL", () -> NOW, line -> {}));
  }

  private static List<ItemChange> changes(List<ChangeFeed.Numbered> all) {
    return all.stream().map(ChangeFeed.Numbered::change).toList();
  }

  @Test
  void change_hasTheItemBeforeAndAfter_andItsTime() throws InterruptedException {
    Item first = new Item(KEY).put("n", 1).put("text", "Ada");
    Item second = new Item(KEY).put("n", 2).put("text", "Ada");
    Item none = new Item();
    try (SqliteEngine engine = open(change -> true)) {
      engine.write(Write.put(first));
      engine.write(Update.of(KEY).add("n", 1));
      engine.write(Write.delete(KEY));

      List<ChangeFeed.Numbered> all = engine.changes().next(0, 100);

      assertEquals(
          List.of(
              new ItemChange(KEY, none, first),
              new ItemChange(KEY, first, second),
              new ItemChange(KEY, second, none)),
          changes(all));
      all.forEach(each -> assertEquals(NOW, each.at()));
    }
  }

  @Test
  void changes_nobodyWants_areNotStored() throws Exception {
    try (SqliteEngine engine = open(CheckInLoad::isLogged)) {
      CheckInLoad.checkIn(engine, "a");
      CheckInLoad.checkIn(engine, "b");
      CheckInLoad.checkIn(engine, "b");

      assertEquals(
          List.of(CheckInLoad.log("a"), CheckInLoad.log("b")),
          engine.changes().next(0, 100).stream().map(each -> each.change().key()).toList());
    }
    try (Session session = Session.open(folder.resolve(DatabaseFile.NAME))) {
      assertEquals("2", session.ask("SELECT count(*) FROM changes"));
    }
  }

  @Test
  void change_comesAgainAfterAStart_untilItIsDone() throws InterruptedException {
    try (SqliteEngine engine = open(change -> true)) {
      for (int i = 0; i < 5; i++) {
        engine.write(Write.put(new Item(new Key("a", "" + i))));
      }
      List<ChangeFeed.Numbered> first = engine.changes().next(0, 2);
      assertEquals(2, first.size());
      engine.changes().done(first.getLast().number());
      List<ChangeFeed.Numbered> second = engine.changes().next(first.getLast().number(), 2);
      assertEquals("2", second.getFirst().change().key().sk());
    }
    try (SqliteEngine engine = open(change -> true)) {
      engine.write(Write.put(new Item(new Key("a", "5"))));

      List<ChangeFeed.Numbered> left = engine.changes().next(0, 100);

      assertEquals(
          List.of("2", "3", "4", "5"),
          left.stream().map(each -> each.change().key().sk()).toList());
      engine.changes().done(left.getLast().number());
      assertEquals(List.of(), engine.changes().now(0, 100));
    }
    try (SqliteEngine engine = open(change -> true)) {
      engine.write(Write.put(new Item(new Key("a", "6"))));
      assertEquals("6", engine.changes().next(0, 100).getFirst().change().key().sk());
    }
  }

  /** The reader sleeps until a change is on the disk, and sees each once, in order. */
  @Test
  void reader_seesEveryChangeOnce_whileMoreCome() throws Exception {
    int many = 400;
    try (SqliteEngine engine = open(change -> true);
        ExecutorService threads = Executors.newFixedThreadPool(5)) {
      Future<List<Long>> reading =
          threads.submit(
              () -> {
                List<Long> numbers = new ArrayList<>();
                long after = 0;
                while (numbers.size() < many) {
                  for (ChangeFeed.Numbered each : engine.changes().next(after, 7)) {
                    assertTrue(each.number() > after);
                    after = each.number();
                    assertTrue(engine.get(each.change().key()).isPresent(), "it is there");
                    numbers.add(each.change().now().number("n"));
                  }
                  engine.changes().done(after);
                }
                return numbers;
              });
      assertFalse(reading.isDone());
      List<Future<?>> writing = new ArrayList<>();
      for (int writer = 0; writer < 4; writer++) {
        int own = writer * many / 4;
        writing.add(
            threads.submit(
                () -> {
                  for (int n = own; n < own + many / 4; n++) {
                    engine.write(Write.put(new Item(new Key("w" + n, "x")).put("n", n)));
                  }
                }));
      }
      for (Future<?> each : writing) {
        each.get();
      }
      List<Long> numbers = reading.get();
      assertEquals(many, numbers.stream().distinct().count());
    }
  }
}
