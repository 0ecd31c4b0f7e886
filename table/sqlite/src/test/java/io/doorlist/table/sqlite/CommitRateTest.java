package io.doorlist.table.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Measures transactions like those of check-ins; what it found is in docs/performance.md. */
@Tag("long")
class CommitRateTest {
  private static final Duration WARM = Duration.ofSeconds(8);
  private static final Duration MEASURED = Duration.ofSeconds(10);

  @TempDir private Path folder;

  @Test
  void commitsOfSeveralWriters_areAllStored() throws Exception {
    long expected = 0;
    try (SqliteEngine engine =
        SqliteEngine.open(folder, CheckInLoad::isLogged, System.out::println)) {
      Thread reader = Thread.ofPlatform().daemon().start(() -> read(engine.changes()));
      run(engine, "warm", 8, WARM);
      for (int writers : new int[] {1, 8, 32}) {
        run(engine, "measured " + writers, writers, MEASURED);
      }
      expected = CheckInLoad.count(engine);
      reader.interrupt();
      reader.join();
    }
    try (SqliteEngine engine = SqliteEngine.open(folder, change -> false, System.out::println)) {
      assertEquals(expected, CheckInLoad.count(engine));
    }
  }

  private static void read(ChangeFeed changes) {
    try {
      long after = 0;
      while (true) {
        List<ChangeFeed.Numbered> next = changes.next(after, 100);
        after = next.getLast().number();
        changes.done(after);
      }
    } catch (InterruptedException | RuntimeException e) {
      // The test ends.
    }
  }

  private static void run(SqliteEngine engine, String name, int writers, Duration time)
      throws Exception {
    long end = System.nanoTime() + time.toNanos();
    List<long[]> all = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(writers)) {
      List<Future<long[]>> running = new ArrayList<>();
      for (int i = 0; i < writers; i++) {
        String own = name + ", " + i + ", ";
        running.add(threads.submit(() -> write(engine, own, end)));
      }
      for (Future<long[]> each : running) {
        all.add(each.get());
      }
    }
    long[] nanos = all.stream().flatMapToLong(Arrays::stream).sorted().toArray();
    System.out.printf(
        Locale.ROOT,
        "%s: %d writers, %d a second, p50 %.2f ms, p99 %.2f ms, max %.1f ms%n",
        name,
        writers,
        nanos.length / time.toSeconds(),
        nanos[nanos.length / 2] / 1e6,
        nanos[nanos.length * 99 / 100] / 1e6,
        nanos[nanos.length - 1] / 1e6);
  }

  private static long[] write(SqliteEngine engine, String own, long end) {
    long[] nanos = new long[1 << 19];
    int count = 0;
    for (long begin = System.nanoTime(); begin < end; begin = System.nanoTime()) {
      CheckInLoad.checkIn(engine, own + count);
      nanos[count++] = System.nanoTime() - begin;
    }
    return Arrays.copyOf(nanos, count);
  }
}
