package io.doorlist.table.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.table.Update;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Copies of a table that is in use. */
class BackupTest {
  @TempDir private Path directory;

  private static SqliteEngine open(Path folder) {
    return SqliteEngine.open(folder, CheckInLoad::isLogged, TableProcess.Options.USUAL.settings());
  }

  private SqliteEngine restored(Path backup) throws Exception {
    Path folder =
        Files.createDirectories(directory.resolve("restored from " + backup.getFileName()));
    Files.copy(backup, folder.resolve(DatabaseFile.NAME));
    return open(folder);
  }

  @Test
  void backup_hasItemsChangesAndMessages() throws Exception {
    Path backup = directory.resolve("backup");
    try (SqliteEngine engine = open(directory.resolve("data"))) {
      CheckInLoad.checkIn(engine, "a");
      engine.queues().send("sender", List.of(new Queues.Sent("b", Duration.ZERO)));
      engine.backup(backup);
      CheckInLoad.checkIn(engine, "later");
    }
    if (Files.getFileStore(backup).supportsFileAttributeView("posix")) {
      assertEquals(
          "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(backup)));
    }

    try (SqliteEngine engine = restored(backup)) {
      assertTrue(CheckInLoad.isThere(engine, "a"));
      assertFalse(CheckInLoad.isThere(engine, "later"));
      assertEquals(CheckInLoad.log("a"), engine.changes().next(0, 10).getFirst().change().key());
      assertEquals("b", engine.queues().take("sender", 10).getFirst().body());
      assertTrue(CheckInLoad.checkIn(engine, "b").written());
    }
  }

  /** A command does so while a host has the folder. */
  @Test
  void backup_ofAnotherProcesssTable_leavesItAsItIs() throws Exception {
    Path folder = directory.resolve("data");
    Path backup = directory.resolve("backup");
    try (TableProcess other =
        TableProcess.start(folder, Files.createFile(directory.resolve("told")))) {
      assertEquals("open", other.opened());
      SqliteEngine.backup(folder, backup);

      assertThrows(FolderException.class, () -> open(folder).close());
      assertEquals(
          "there is no table in " + directory.resolve("nowhere"),
          assertThrows(
                  FolderException.class,
                  () -> SqliteEngine.backup(directory.resolve("nowhere"), backup))
              .getMessage());
    }
    try (SqliteEngine engine = restored(backup)) {
      assertTrue(CheckInLoad.checkIn(engine, "a").written());
    }
    open(folder).close();
  }

  /** It is a state that the table was in, and those who write do not wait for it. */
  @Test
  void backup_isOneMoment_whileOthersWrite() throws Exception {
    AtomicBoolean enough = new AtomicBoolean();
    try (SqliteEngine engine = open(directory.resolve("data"));
        ExecutorService threads = Executors.newFixedThreadPool(4)) {
      for (int i = 0; i < 200; i++) {
        CheckInLoad.checkIn(engine, "before " + i);
      }
      Future<Integer> writing =
          threads.submit(
              () -> {
                int count = 0;
                while (!enough.get()) {
                  CheckInLoad.checkIn(engine, "during " + count++);
                }
                return count;
              });
      for (int i = 0; i < 5; i++) {
        engine.backup(directory.resolve("backup " + i));
      }
      enough.set(true);
      assertTrue(writing.get() > 0);
    }
    for (int i = 0; i < 5; i++) {
      try (SqliteEngine engine = restored(directory.resolve("backup " + i))) {
        long count = CheckInLoad.count(engine);
        assertEquals(count, engine.changes().now(0, Integer.MAX_VALUE).size());
        for (int guest = 0; guest < count - 200; guest++) {
          assertTrue(CheckInLoad.isThere(engine, "during " + guest));
        }
      }
    }
  }

  @Test
  void backup_isRefused_whereAFileIs_andLeavesNothingHalf() throws Exception {
    Path there = Files.writeString(directory.resolve("there"), "mine");
    try (SqliteEngine engine = open(directory.resolve("data"))) {
      assertEquals(
          "the file %s exists: choose another name".formatted(there),
          assertThrows(FolderException.class, () -> engine.backup(there)).getMessage());
      Path nowhere = directory.resolve("nowhere/backup");
      assertEquals(
          "cannot write the backup " + nowhere,
          assertThrows(FolderException.class, () -> engine.backup(nowhere)).getMessage());
      assertTrue(
          engine.write(Update.of(CheckInLoad.log("a")).set("x", 1)).isPresent(), "it goes on");
    }
    assertEquals("mine", Files.readString(there));
  }
}
