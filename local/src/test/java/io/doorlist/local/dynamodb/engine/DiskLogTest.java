package io.doorlist.local.dynamodb.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.almworks.sqlite4java.SQLiteConnection;
import com.almworks.sqlite4java.SQLiteException;
import com.almworks.sqlite4java.SQLiteJob;
import io.doorlist.local.dynamodb.TestDisk;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is synced before an answer. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DiskLogTest {
  private final Set<Thread> before = Thread.getAllStackTraces().keySet();
  private final TestDisk disk = new TestDisk();
  private final PrintStream err = System.err;

  @TempDir private Path folder;
  private Path file;
  private DirectQueue queue;
  private DiskLog log;

  @BeforeEach
  void open() throws Exception {
    file = folder.resolve("test.db");
    DatabaseFile.keepLog(file);
    queue = new DirectQueue(file.toFile());
    queue.open();
    run("CREATE TABLE t(x)");
    run("INSERT INTO t VALUES (0)");
    log = DiskLog.open(file, queue, disk);
  }

  @AfterEach
  void close() throws Exception {
    System.setErr(err);
    log.close();
    queue.stop(true).join();
  }

  private int syncs() {
    return disk.begun.availablePermits();
  }

  @Test
  void commits_areSyncedOnce_beforeTheyAreAnswered() throws Exception {
    assertEquals(1, syncs(), "what was there before");
    log.await();
    assertEquals(1, syncs());
    run("INSERT INTO t VALUES (1)");
    run("INSERT INTO t VALUES (2)");
    log.await();
    assertEquals(2, syncs());
    assertEquals(Files.size(folder.resolve("test.db-wal")), disk.synced());
    log.await();
    assertEquals(2, syncs());
  }

  @Test
  void oneSync_isForAllWhoWait() throws Exception {
    whileSyncing(() -> {}).get();

    assertEquals(2, syncs());
  }

  /** What came while a sync ran is not on the disk yet. */
  @Test
  void commit_duringASync_waitsForTheNext() throws Exception {
    whileSyncing(() -> run("INSERT INTO t VALUES (3)")).get();

    assertEquals(3, syncs());
  }

  /** Nobody knows what is on the disk then, even if the next sync does not fail. */
  @Test
  void failure_isAnsweredToAll_alsoToThoseWhoWaitedForTheirTurn() throws Exception {
    silence();
    disk.broken = true;

    FutureTask<Void> other = whileSyncing(() -> {});

    assertThrows(ExecutionException.class, other::get);
    disk.broken = false;
    int tries = syncs();
    assertThrows(IOException.class, log::await);
    assertEquals(tries, syncs());
    assertThrows(IOException.class, queue::check);
  }

  /** It is copied after 5,000 rows, at last while nobody writes. */
  @Test
  void log_isCopiedIntoTheFile_againAndAgain() throws Exception {
    for (int rows : List.of(4_999, 5_000)) {
      long size = Files.size(file);
      queue.alone(
          () -> {
            insert(rows);
            awaitState(Thread.State.BLOCKED);
            return null;
          });
      awaitState(Thread.State.TIMED_WAITING);
      assertTrue(Files.size(file) > size);
    }
  }

  @Test
  void queue_fails_ifTheLogCannotBeCopied() throws Exception {
    silence();
    log.close();
    Files.delete(file);
    log = DiskLog.open(file, queue, disk);
    awaitState(Thread.State.TERMINATED);

    assertThrows(IOException.class, queue::check);
    SQLiteConnection closed = new SQLiteConnection(file.toFile());
    assertThrows(SQLiteException.class, () -> DiskLog.checkpoint(closed));
  }

  /** Lets two wait for one commit, and does something while the first one's sync runs. */
  private FutureTask<Void> whileSyncing(SqlTask meanwhile) throws Exception {
    int earlier = disk.begun.drainPermits();
    disk.until = new CountDownLatch(1);
    run("INSERT INTO t VALUES (1)");
    FutureTask<Void> first = new FutureTask<>(this::await);
    Thread.ofPlatform().daemon().start(first);
    disk.begun.acquire();
    meanwhile.run();
    FutureTask<Void> other = new FutureTask<>(this::await);
    Thread second = Thread.ofPlatform().daemon().start(other);
    while (second.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    disk.begun.release(1 + earlier);
    disk.until.countDown();
    assertEquals(disk.broken, fails(first));
    return other;
  }

  private static boolean fails(FutureTask<Void> task) throws InterruptedException {
    try {
      task.get();
      return false;
    } catch (ExecutionException e) {
      assertEquals("for a test", e.getCause().getMessage());
      return true;
    }
  }

  private void silence() {
    System.setErr(new PrintStream(OutputStream.nullOutputStream()));
  }

  /** Returns the thread that copies the log. */
  private Optional<Thread> own() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(each -> each.getName().equals("dynamodb-local-log") && !before.contains(each))
        .findFirst();
  }

  private void awaitState(Thread.State state) {
    Thread own = own().orElse(null);
    while (own != null && own.getState() != state) {
      Thread.onSpinWait();
    }
  }

  private void insert(int rows) throws Exception {
    run(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %s)"
                .formatted(rows)
            + " INSERT INTO t SELECT i FROM n");
  }

  private interface SqlTask {
    void run() throws Exception;
  }

  private Void await() throws IOException {
    log.await();
    return null;
  }

  private void run(String statement) throws Exception {
    queue
        .execute(
            new SQLiteJob<Void>() {
              @Override
              protected Void job(SQLiteConnection connection) throws SQLiteException {
                connection.exec(statement);
                return null;
              }
            })
        .get();
  }
}
