package io.doorlist.local.dynamodb.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.almworks.sqlite4java.SQLiteConnection;
import com.almworks.sqlite4java.SQLiteException;
import com.almworks.sqlite4java.SQLiteStatement;
import io.doorlist.local.failure.LocalHostException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatabaseFileTest {
  private static final String FULL =
      "INSERT INTO t SELECT randomblob(1000) FROM (WITH RECURSIVE n(i) AS"
          + " (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200) SELECT i FROM n)";

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void name() throws SQLiteException {
    DatabaseFile.keepLog(folder.resolve("load"));
    file = folder.resolve("test.db");
  }

  @Test
  void newDatabase_keepsALog_inPagesOf4Kb() throws Exception {
    DatabaseFile.check(file);
    DatabaseFile.keepLog(file);
    assertEquals(0, descriptors());
    assertEquals("4096 wal", ask("PRAGMA page_size") + " " + ask("PRAGMA journal_mode"));
    run("CREATE TABLE t(x)", FULL);
    byte[] before = Files.readAllBytes(file);

    DatabaseFile.check(file);

    assertEquals(Set.of("load", "test.db"), names(), "even a reader leaves a log behind");
    assertTrue(Arrays.equals(before, Files.readAllBytes(file)));
    assertEquals("delete", ask("PRAGMA journal_mode = DELETE"), "no connection is open");
  }

  @Test
  void damage_isSaid_whereverItIs_andAPartThatIsMissing() throws Exception {
    run("CREATE TABLE t(x)", FULL);
    byte[] whole = Files.readAllBytes(file);
    for (int at : new int[] {100, whole.length / 2}) {
      byte[] damaged = whole.clone();
      Arrays.fill(damaged, at, at + 4096, (byte) 0x5a);
      Files.write(file, damaged);
      assertRefused();
      assertTrue(Arrays.equals(damaged, Files.readAllBytes(file)));
    }
    Files.write(file, Arrays.copyOf(whole, whole.length - 1));
    assertRefused();
    Files.write(file, Arrays.copyOf(whole, 99));
    assertRefused();
  }

  /** While a log is copied into the file, the file may lack what its first page counts. */
  @Test
  void log_isPartOfTheDatabase() throws Exception {
    DatabaseFile.keepLog(file);
    Path copy = folder.resolve("copy.db");
    Path log = folder.resolve("copy.db-wal");
    try (Open open = new Open(file)) {
      open.run("PRAGMA wal_autocheckpoint = 0", "CREATE TABLE t(x)", FULL);
      Files.copy(folder.resolve("test.db-wal"), log);
      open.run("PRAGMA wal_checkpoint");
      Files.write(copy, Arrays.copyOf(Files.readAllBytes(file), 4096));
    }
    byte[] logged = Files.readAllBytes(log);
    file = copy;

    DatabaseFile.check(copy);

    assertTrue(Arrays.equals(logged, Files.readAllBytes(log)));
    assertEquals("200", ask("SELECT count(*) FROM t"));
  }

  /** SQLite deletes the log next to an empty file. */
  @Test
  void emptyFile_isRefused_whateverItsLogHas() throws Exception {
    Files.createFile(file);
    Path log = Files.writeString(folder.resolve("test.db-wal"), "what happened");

    assertRefused();
    assertEquals("what happened", Files.readString(log));

    Files.move(log, folder.resolve("test.db-journal"));
    DatabaseFile.check(file);
  }

  /** An unmodified DynamoDB Local of another version may have kept a journal. */
  @Test
  void journal_isRolledBack() throws Exception {
    run("CREATE TABLE t(x)", FULL);
    Path copy = folder.resolve("copy.db");
    try (Open open = new Open(file)) {
      open.run("PRAGMA cache_size = 1", "BEGIN", "DELETE FROM t WHERE rowid > 10", FULL);
      Files.copy(file, copy);
      Files.copy(folder.resolve("test.db-journal"), folder.resolve("copy.db-journal"));
    }
    file = copy;

    DatabaseFile.check(copy);

    assertEquals(Set.of("load", "test.db", "copy.db"), names());
    assertEquals("200", ask("SELECT count(*) FROM t"));
  }

  /** Returns how often this process has the file open, as far as Linux shows it. */
  private int descriptors() throws IOException {
    int count = 0;
    File[] all = new File("/proc/self/fd").listFiles();
    for (File each : all == null ? new File[0] : all) {
      count += each.getCanonicalPath().equals(file.toFile().getCanonicalPath()) ? 1 : 0;
    }
    return count;
  }

  private void assertRefused() {
    assertThrows(LocalHostException.class, () -> DatabaseFile.check(file));
  }

  /** A connection, as another process has one. */
  private record Open(SQLiteConnection connection) implements AutoCloseable {
    Open(Path file) throws SQLiteException {
      this(new SQLiteConnection(file.toFile()).open(true));
    }

    void run(String... statements) throws SQLiteException {
      for (String each : statements) {
        connection.exec(each);
      }
    }

    @Override
    public void close() {
      connection.dispose();
    }
  }

  private void run(String... statements) throws SQLiteException {
    try (Open open = new Open(file)) {
      open.run(statements);
    }
  }

  private String ask(String question) throws SQLiteException {
    try (Open open = new Open(file)) {
      SQLiteStatement statement = open.connection().prepare(question);
      statement.step();
      return statement.columnString(0);
    }
  }

  private Set<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(each -> each.getFileName().toString()).collect(Collectors.toSet());
    }
  }
}
