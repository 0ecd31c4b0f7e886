package io.doorlist.local.dynamodb.engine;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.almworks.sqlite4java.SQLiteConnection;
import com.almworks.sqlite4java.SQLiteException;
import com.almworks.sqlite4java.SQLiteJob;
import com.almworks.sqlite4java.SQLiteStatement;
import io.doorlist.local.Said;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectQueueTest {
  @TempDir private Path folder;

  /** Issue 32: a host that once had no file descriptors left stayed dead until it was restarted. */
  @Test
  void queue_goesOn_whenAStatementCouldNotOpenItsFile() throws Exception {
    DirectQueue queue = opened();

    queue.execute(failing(14));
    queue.execute(failing(14 | 1 << 8));

    assertDoesNotThrow(queue::check);
    assertInstanceOf(SQLiteException.class, queue.lastFailure());
    assertEquals("1", ask(queue, "SELECT 1"));
    assertNull(queue.lastFailure());
    queue.stop(true).join();
    assertFalse(Files.exists(log()), "it is closed");
    assertTrue(queue.execute(asking("SELECT 1")).isCancelled());
  }

  @Test
  void queue_ends_whenTheDiskFails() throws Exception {
    DirectQueue queue = opened();
    ask(queue, "CREATE TABLE t(x)");
    try (Said said = new Said()) {
      Thread other = Thread.ofPlatform().start(() -> queue.fail(new IOException("for a test")));
      other.join();
      queue.fail(new IOException("again"));

      assertEquals(
          "the database failed (for a test): nothing is read or written any more; end this, check"
              + " the disk and start again",
          said.text());
    }
    assertEquals(
        "for a test", assertThrows(IOException.class, queue::check).getCause().getMessage());
    assertFalse(Files.exists(log()), "it is closed");
    assertThrows(Exception.class, () -> ask(queue, "SELECT 1"));
    queue.stop(true).join();
  }

  @Test
  void queue_ends_whenAStatementSaysThatTheDiskFails() throws Exception {
    DirectQueue queue = opened();
    try (Said said = new Said()) {
      queue.execute(failing(10 | 1 << 8));
      assertTrue(said.text().contains("the database failed"), said.text());
    }

    assertThrows(IOException.class, queue::check);
    queue.stop(true).join();
  }

  /** The log is synced once for all commits, and copied into the file after so many rows. */
  @Test
  void commitsAndRows_areCounted_onceTheyAreWritten() throws Exception {
    DirectQueue queue = opened();
    ask(queue, "CREATE TABLE t(x)");
    long commits = queue.commits();
    long rows = queue.rows();

    ask(queue, "INSERT INTO t VALUES (1), (2), (3)");
    assertEquals("3", ask(queue, "SELECT count(*) FROM t"));
    assertEquals(1, queue.commits() - commits);
    assertEquals(3, queue.rows() - rows);
    ask(queue, "BEGIN");
    ask(queue, "INSERT INTO t VALUES (4)");
    ask(queue, "INSERT INTO t VALUES (5)");
    assertEquals(1, queue.commits() - commits);
    ask(queue, "COMMIT");
    assertEquals(2, queue.commits() - commits);
    assertEquals(5, queue.rows() - rows);

    assertEquals("1", ask(queue, "PRAGMA synchronous"));
    assertEquals("0", ask(queue, "PRAGMA wal_autocheckpoint"));
    assertEquals("-65536", ask(queue, "PRAGMA cache_size"));
    assertEquals("alone", queue.alone(() -> "alone"));
    queue.stop(true).join();
  }

  private Path log() {
    return folder.resolve("test.db-wal");
  }

  private DirectQueue opened() throws Exception {
    Path file = folder.resolve("test.db");
    DatabaseFile.keepLog(file);
    DirectQueue queue = new DirectQueue(file.toFile());
    queue.open();
    return queue;
  }

  private static String ask(DirectQueue queue, String question) throws Exception {
    return queue.execute(asking(question)).get();
  }

  private static SQLiteJob<String> failing(int code) {
    return new SQLiteJob<>() {
      @Override
      protected String job(SQLiteConnection connection) throws SQLiteException {
        throw new SQLiteException(code, "for a test");
      }
    };
  }

  private static SQLiteJob<String> asking(String question) {
    return new SQLiteJob<>() {
      @Override
      protected String job(SQLiteConnection connection) throws SQLiteException {
        SQLiteStatement statement = connection.prepare(question);
        try {
          return statement.step() ? statement.columnString(0) : null;
        } finally {
          statement.dispose();
        }
      }
    };
  }
}
