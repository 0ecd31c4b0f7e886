package io.doorlist.local.dynamodb.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.almworks.sqlite4java.SQLiteConnection;
import com.almworks.sqlite4java.SQLiteException;
import com.almworks.sqlite4java.SQLiteJob;
import io.doorlist.local.dynamodb.RecordingLog;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is synced before an answer. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DiskLogTest {
  private final Set<Thread> before = Thread.getAllStackTraces().keySet();

  @TempDir private Path folder;
  private Path file;
  private DirectQueue queue;
  private Channel channel;
  private DiskLog log;

  /** Counts the syncs of a log, and may let them wait or fail. */
  private static final class Channel extends RecordingLog {
    private int syncs;
    private Runnable next = () -> {};
    private boolean broken;
    private boolean closes = true;

    Channel(FileChannel log) {
      super(log, true);
    }

    @Override
    public void force(boolean metaData) throws IOException {
      syncs++;
      Runnable now = next;
      next = () -> {};
      now.run();
      if (broken) {
        broken = false;
        throw new IOException("for a test");
      }
      super.force(metaData);
    }

    @Override
    protected void implCloseChannel() throws IOException {
      super.implCloseChannel();
      if (!closes) {
        throw new IOException("for a test");
      }
    }
  }

  @BeforeEach
  void open() throws Exception {
    file = folder.resolve("test.db");
    DatabaseFile.keepLog(file);
    queue = new DirectQueue(file.toFile());
    queue.open();
    run("CREATE TABLE t(x)");
    run("INSERT INTO t VALUES (0)");
    log =
        DiskLog.open(
            file,
            queue,
            opened -> {
              channel = new Channel(opened);
              return channel;
            });
  }

  @AfterEach
  void close() throws Exception {
    log.close();
    queue.stop(true).join();
  }

  @Test
  void commits_areSyncedOnce_beforeTheyAreAnswered() throws Exception {
    assertEquals(1, channel.syncs, "what was there before");
    log.await();
    assertEquals(1, channel.syncs);
    run("INSERT INTO t VALUES (1)");
    run("INSERT INTO t VALUES (2)");
    log.await();
    assertEquals(2, channel.syncs);
    assertEquals(Files.size(folder.resolve("test.db-wal")), channel.synced());
    log.await();
    assertEquals(2, channel.syncs);
  }

  @Test
  void oneSync_isForAllWhoWait() throws Exception {
    FutureTask<Void> other = whileSyncing(() -> {});

    other.get();

    assertEquals(2, channel.syncs);
  }

  /** What came while a sync ran is not on the disk yet. */
  @Test
  void commit_duringASync_waitsForTheNext() throws Exception {
    whileSyncing(() -> run("INSERT INTO t VALUES (3)")).get();

    assertEquals(3, channel.syncs);
  }

  /** Nobody knows what is on the disk then, even if the next sync does not fail. */
  @Test
  void failure_isAnsweredToAll() throws Exception {
    channel.broken = true;
    run("INSERT INTO t VALUES (1)");

    quietly(
        () -> assertEquals("for a test", assertThrows(IOException.class, log::await).getMessage()));
    assertThrows(IOException.class, log::await);
    assertEquals(2, channel.syncs);
    assertThrows(IOException.class, queue::check);
  }

  @Test
  void failure_isAnsweredToThoseWhoWaitedForTheirTurn() throws Exception {
    channel.broken = true;
    quietly(
        () -> {
          FutureTask<Void> other = whileSyncing(() -> {});
          assertThrows(ExecutionException.class, other::get);
        });
  }

  /** It is copied after 5,000 rows, at last while nobody writes. */
  @Test
  void log_isCopiedIntoTheFile_againAndAgain() throws Exception {
    for (int rows : List.of(4_999, 5_000)) {
      long before = Files.size(file);
      queue.alone(
          () -> {
            insert(rows);
            awaitState(Thread.State.BLOCKED);
            return null;
          });
      awaitState(Thread.State.TIMED_WAITING);
      assertTrue(Files.size(file) > before);
    }
  }

  @Test
  void queue_fails_ifTheLogCannotBeCopied() throws Exception {
    log.close();
    Files.delete(file);
    quietly(
        () -> {
          log = DiskLog.open(file, queue, UnaryOperator.identity());
          awaitState(Thread.State.TERMINATED);
        });

    assertThrows(IOException.class, queue::check);
    SQLiteConnection closed = new SQLiteConnection(file.toFile());
    assertThrows(SQLiteException.class, () -> DiskLog.checkpoint(closed));
  }

  @Test
  void queue_fails_ifTheLogCannotBeClosed() throws Exception {
    channel.closes = false;
    quietly(() -> log.close());

    assertThrows(IOException.class, queue::check);
  }

  @Test
  void nothingIsLeft_whenItIsClosed() throws Exception {
    Thread own = own().orElseThrow();
    boolean interrupted =
        queue.alone(
            () -> {
              insert(5_000);
              awaitState(Thread.State.BLOCKED);
              Thread.currentThread().interrupt();
              log.close();
              return Thread.interrupted();
            });
    assertTrue(interrupted, "it is left to the caller");
    log.close();

    assertEquals(Thread.State.TERMINATED, own.getState());
    assertFalse(channel.isOpen());
    queue.stop(true).join();
    assertFalse(Files.exists(folder.resolve("test.db-wal")), "no connection is open");
  }

  /** Lets two wait for one commit, and does something while the first one's sync runs. */
  private FutureTask<Void> whileSyncing(SqlTask meanwhile) throws Exception {
    CountDownLatch syncing = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    channel.next =
        () -> {
          syncing.countDown();
          try {
            go.await(20, TimeUnit.SECONDS);
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        };
    run("INSERT INTO t VALUES (1)");
    FutureTask<Void> first = new FutureTask<>(this::await);
    Thread.ofPlatform().daemon().start(first);
    assertTrue(syncing.await(20, TimeUnit.SECONDS));
    meanwhile.run();
    FutureTask<Void> other = new FutureTask<>(this::await);
    Thread second = Thread.ofPlatform().daemon().start(other);
    while (second.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    go.countDown();
    try {
      first.get();
    } catch (Exception e) {
      assertTrue(e.getCause() instanceof IOException);
    }
    return other;
  }

  private static void quietly(SqlTask task) throws Exception {
    PrintStream before = System.err;
    System.setErr(new PrintStream(new ByteArrayOutputStream()));
    try {
      task.run();
    } finally {
      System.setErr(before);
    }
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
