package io.doorlist.table.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a host deleted before it was killed. Rests of it depend on how SQLite divides its pages. But
 * a file that was written anew has no page without use, and that can be seen each time.
 */
class DeletedRestsTest {
  private static final int TICKETS = 60;

  @TempDir private Path work;
  private Path folder;
  private Path file;

  @BeforeEach
  void name() {
    folder = work.resolve("data");
    file = folder.resolve(DatabaseFile.NAME);
  }

  private TableProcess start() throws Exception {
    TableProcess process = TableProcess.start(folder, work.resolve("told"));
    assertEquals("open", process.opened());
    return process;
  }

  private String unusedPages() throws Exception {
    try (Session session = Session.openReadOnly(file)) {
      return session.ask("PRAGMA freelist_count");
    }
  }

  @Test
  void whatAKilledHostDeleted_isGone_onceALaterOneHasEnded() throws Exception {
    try (TableProcess process = start()) {
      for (int i = 0; i < TICKETS; i++) {
        assertEquals("written", process.ask("check-in canary " + i));
      }
      for (int i = 0; i < TICKETS; i++) {
        assertEquals("forgotten", process.ask("forget canary " + i));
      }
      assertEquals("written", process.ask("check-in somebody else"));
      process.kill();
    }
    // The second is killed before it writes, so it only leaves an empty log.
    try (TableProcess process = start()) {
      process.kill();
    }
    assertNotEquals("0", unusedPages());

    try (TableProcess process = start()) {
      assertEquals("true", process.ask("has somebody else"));
      process.end();
    }

    assertEquals("0", unusedPages());
    assertFalse(Files.readString(file, StandardCharsets.ISO_8859_1).contains("canary"));
  }
}
