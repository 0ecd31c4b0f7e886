package io.doorlist.table.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.table.Condition;
import io.doorlist.table.Item;
import io.doorlist.table.ItemChange;
import io.doorlist.table.Key;
import io.doorlist.table.NoAnswerException;
import io.doorlist.table.RefusedException;
import io.doorlist.table.Transaction;
import io.doorlist.table.Update;
import io.doorlist.table.Write;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Many writes share one commit. To let them collect, the filter of changes holds the writer up. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class WriterTest {
  @TempDir private Path folder;
  private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
  private final List<String> said = new ArrayList<>();
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private SqliteEngine engine;

  @BeforeEach
  void open() {
    engine = open(this::holds, Duration.ofSeconds(30));
  }

  private SqliteEngine open(Predicate<ItemChange> wanted, Duration patience) {
    return SqliteEngine.open(
        folder, wanted, new SqliteSettings(patience, 0, 1 << 20, "FULL", now::get, said::add));
  }

  @AfterEach
  void close() {
    goOn.countDown();
    engine.close();
    threads.shutdownNow();
  }

  /** Holds the writer up in a request for the key "hold", and fails in one for "fail". */
  private boolean holds(ItemChange change) {
    if (change.key().pk().equals("hold")) {
      begun.countDown();
      try {
        goOn.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
    if (change.key().pk().equals("fail")) {
      throw new IllegalStateException("for a test");
    }
    return true;
  }

  private static Key key(String pk) {
    return new Key(pk, "x");
  }

  private static Update add(String pk) {
    return Update.of(key(pk)).add("n", 1);
  }

  private Future<?> later(Write write) {
    return threads.submit(() -> engine.write(write));
  }

  /** Holds the writer up, and returns when it is. */
  private Future<?> hold() throws InterruptedException {
    Future<?> held = later(add("hold"));
    begun.await();
    return held;
  }

  /** Waits until so many requests wait for the writer. */
  private void awaitWaiting(int many) {
    while (engine.waiting() < many) {
      Thread.onSpinWait();
    }
  }

  private long number(String pk) {
    return engine.get(key(pk)).map(item -> item.number("n")).orElse(0L);
  }

  @Test
  void requests_thatWait_areOneCommit_andNothingIsSeenBefore() throws Exception {
    Future<?> held = hold();
    List<Future<?>> waiting = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      waiting.add(later(add("counter")));
    }
    awaitWaiting(50);
    assertEquals(0, engine.commits());
    assertFalse(held.isDone());
    assertEquals(0, number("hold"), "it is not on the disk");

    goOn.countDown();
    held.get();
    for (Future<?> each : waiting) {
      each.get();
    }

    assertEquals(50, number("counter"));
    assertEquals(2, engine.commits());
  }

  @Test
  void request_thatIsRefused_endsNoOtherOfItsCommit() throws Exception {
    hold();
    Future<?> before = later(add("before"));
    Future<?> tooLong = later(Update.of(key("long")).append("list", "x".repeat(300_000)));
    Future<?> failing = later(add("fail"));
    Future<?> after = later(add("after"));
    awaitWaiting(4);

    goOn.countDown();
    before.get();
    after.get();
    tooLong.get();
    assertInstanceOf(
        IllegalStateException.class,
        assertThrows(ExecutionException.class, failing::get).getCause());
    assertThrows(
        RefusedException.class,
        () -> engine.write(Update.of(key("long")).append("list", "x".repeat(300_000))));

    assertEquals(1, number("before"));
    assertEquals(1, number("after"));
    assertEquals(0, number("fail"));
    assertEquals(1, engine.get(key("long")).orElseThrow().texts("list").size());
    assertEquals(List.of(), said);
  }

  @Test
  void request_seesTheWritesBeforeIt_inItsCommit() throws Exception {
    hold();
    Write once = Write.put(new Item(key("once"))).ifAbsent();
    List<Future<Boolean>> all = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      all.add(threads.submit(() -> engine.write(once).isPresent()));
    }
    awaitWaiting(10);
    goOn.countDown();

    int won = 0;
    for (Future<Boolean> each : all) {
      won += each.get() ? 1 : 0;
    }
    assertEquals(1, won);
  }

  @Test
  void token_isOneTransaction_alsoWithinACommit_forTenMinutes() throws Exception {
    hold();
    List<Future<Transaction>> all = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      all.add(threads.submit(() -> engine.transact(List.of(add("counter")), "token")));
    }
    awaitWaiting(5);
    goOn.countDown();
    for (Future<Transaction> each : all) {
      assertTrue(each.get().written());
    }
    assertEquals(1, number("counter"));

    now.set(Instant.EPOCH.plus(Duration.ofMinutes(10)).minusMillis(1));
    assertTrue(engine.transact(List.of(add("counter")), "token").written());
    assertEquals(1, number("counter"));
    RefusedException other =
        assertThrows(RefusedException.class, () -> engine.transact(List.of(add("other")), "token"));
    assertEquals(RefusedException.OTHER_CONTENT, other.code());

    now.set(Instant.EPOCH.plus(Duration.ofMinutes(10)));
    assertTrue(engine.transact(List.of(add("counter")), "token").written());
    assertEquals(2, number("counter"));
  }

  @Test
  void token_namesNothing_whenItsTransactionWasRejected() {
    Condition there = Condition.present();
    assertFalse(engine.transact(List.of(add("counter").require(there)), "token").written());
    engine.write(Write.put(new Item(key("counter"))));

    assertTrue(engine.transact(List.of(add("counter").require(there)), "token").written());
    assertEquals(1, number("counter"));
  }

  @Test
  void request_thatWasGivenUpBeforeItBegan_doesNotHappen() throws Exception {
    engine.close();
    engine = open(this::holds, Duration.ofMillis(200));
    Future<?> held = hold();

    assertThrows(NoAnswerException.class, () -> engine.write(add("late")));
    assertInstanceOf(
        NoAnswerException.class, assertThrows(ExecutionException.class, held::get).getCause());
    goOn.countDown();

    engine.write(add("next"));
    assertEquals(0, number("late"));
    assertEquals(1, number("hold"), "it had begun");
  }

  @Test
  void caller_whoIsInterrupted_staysSo_andLosesNothing() throws Exception {
    hold();
    AtomicReference<Boolean> interrupted = new AtomicReference<>();
    Thread caller =
        Thread.ofPlatform()
            .start(
                () -> {
                  assertThrows(NoAnswerException.class, () -> engine.write(add("given up")));
                  interrupted.set(Thread.currentThread().isInterrupted());
                });
    awaitWaiting(1);
    caller.interrupt();
    caller.join();
    assertEquals(true, interrupted.get());
    assertEquals(0, engine.waiting());
    goOn.countDown();

    engine.write(add("next"));
    assertEquals(0, number("given up"));
    assertEquals(1, number("next"));
  }

  @Test
  void write_thatChangesNothing_isNoChange() {
    Item item = new Item(key("a")).put("n", 1);
    assertEquals(item, engine.write(Write.put(item)).orElseThrow());
    long before = engine.changes().now(0, 100).getLast().number();

    assertEquals(item, engine.write(Write.put(item)).orElseThrow());
    assertTrue(engine.write(Write.delete(key("nothing"))).isPresent());

    assertEquals(List.of(), engine.changes().now(before, 100));
  }

  @Test
  void waiting_isWritten_whenTheTableIsClosed_andNothingAfterwards() throws Exception {
    Future<?> held = hold();
    Future<?> waiting = later(add("waiting"));
    awaitWaiting(1);
    goOn.countDown();
    engine.close();

    held.get();
    waiting.get();
    assertThrows(NoAnswerException.class, () -> engine.write(add("late")));
    assertThrows(NoAnswerException.class, () -> engine.get(key("late")));
    engine = open(change -> true, Duration.ofSeconds(30));
    assertEquals(1, number("waiting"));
    assertEquals(0, number("late"));
  }

  /** Otherwise a commit of this host could come after those of the next. */
  @Test
  void folder_staysTaken_whenTheDiskHangsAtTheEnd() throws Exception {
    engine.close();
    engine = open(this::holds, Duration.ofMillis(200));
    hold();

    engine.close();

    assertEquals(
        List.of(
            "the disk of "
                + folder
                + " does not answer: the folder is free when this process has ended"),
        said);
    FolderException refused =
        assertThrows(
            FolderException.class, () -> open(this::holds, Duration.ofMillis(200)).close());
    assertTrue(refused.getMessage().startsWith("another host has the data directory"));
  }

  /** Checkpoints run while others read and write; what is read is never older than before. */
  @Test
  void reads_areMonotonic_whileTheLogIsCopied() throws Exception {
    engine.close();
    engine =
        SqliteEngine.open(
            folder,
            change -> false,
            new SqliteSettings(Duration.ofSeconds(30), 0, 1 << 16, "FULL", now::get, said::add));
    CountDownLatch done = new CountDownLatch(1);
    Future<?> reading =
        threads.submit(
            () -> {
              long last = 0;
              while (done.getCount() > 0) {
                long next = number("counter");
                assertTrue(next >= last, "went back");
                last = next;
              }
            });
    for (int i = 1; i <= 300; i++) {
      engine.write(add("counter"));
      assertEquals(i, number("counter"), "its own write");
    }
    done.countDown();
    reading.get();
    assertEquals(List.of(), said);
  }
}
