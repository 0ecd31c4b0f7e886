package io.doorlist.local.dynamodb.engine;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.almworks.sqlite4java.SQLiteConnection;
import com.almworks.sqlite4java.SQLiteException;
import com.almworks.sqlite4java.SQLiteJob;
import com.almworks.sqlite4java.SQLiteStatement;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
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

    assertDoesNotThrow(queue::check);
    assertEquals("1", queue.execute(selecting()).get());
    queue.stop(true).join();
  }

  @Test
  void queue_ends_whenTheDiskFails() throws Exception {
    DirectQueue queue = opened();
    PrintStream before = System.err;
    System.setErr(new PrintStream(new ByteArrayOutputStream()));
    try {
      queue.execute(failing(10));
    } finally {
      System.setErr(before);
    }

    assertThrows(IOException.class, queue::check);
    queue.stop(true).join();
  }

  private DirectQueue opened() throws Exception {
    Path file = folder.resolve("test.db");
    DatabaseFile.keepLog(file);
    DirectQueue queue = new DirectQueue(file.toFile());
    queue.open();
    return queue;
  }

  private static SQLiteJob<String> failing(int code) {
    return new SQLiteJob<>() {
      @Override
      protected String job(SQLiteConnection connection) throws SQLiteException {
        throw new SQLiteException(code, "for a test");
      }
    };
  }

  private static SQLiteJob<String> selecting() {
    return new SQLiteJob<>() {
      @Override
      protected String job(SQLiteConnection connection) throws SQLiteException {
        SQLiteStatement statement = connection.prepare("SELECT 1");
        try {
          statement.step();
          return statement.columnString(0);
        } finally {
          statement.dispose();
        }
      }
    };
  }
}
