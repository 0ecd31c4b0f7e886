package io.doorlist.table.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A disk whose syncs and writes fail, or hang. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DiskFaultTest {
  private static final int NO_SPACE = 28;
  private static final int INPUT_OUTPUT = 5;
  private static final Duration IMPATIENT = Duration.ofMillis(300);

  @TempDir private Path work;
  private Path folder;
  private Path told;
  private TestDisk disk;

  @BeforeEach
  void make() throws Exception {
    folder = work.resolve("data");
    told = work.resolve("told");
    disk = TestDisk.make(work);
  }

  private TableProcess start(TableProcess.Options options) throws IOException {
    TableProcess process =
        TableProcess.start(folder, told, options, disk.environment(folder, told, false));
    assertEquals("open", process.opened());
    return process;
  }

  private TableProcess start() throws IOException {
    return start(TableProcess.Options.USUAL);
  }

  /** A second sync would say that all is well, and nobody knows whether it is. */
  @Test
  void writes_areRefusedUntilARestart_afterASyncThatFailed() throws Exception {
    try (TableProcess process = start()) {
      assertEquals("written", process.ask("check-in a"));

      disk.sync(TestDisk.FAILS);
      assertSaysThatItFailed(process.ask("check-in b"));
      assertEquals("FaultException: the database failed", process.line());

      disk.heal();
      int syncs = disk.syncs();
      assertEquals(
          "FaultException: the database has failed, and nothing is written",
          process.ask("check-in c"));
      assertEquals(syncs, disk.syncs());
      assertEquals("true", process.ask("has a"));
      assertEquals("false", process.ask("has b"), "nobody sees what may not be on the disk");
      process.end();
    }
    assertThere(Set.of("a"), Set.of("c"));
  }

  private static void assertSaysThatItFailed(String line) {
    assertTrue(line.startsWith("said: the database in "), line);
    assertTrue(line.endsWith("end this, check the disk and start again"), line);
  }

  @Test
  void callers_stopWaiting_whileASyncHangs_andAllGoesOnWhenItEnds() throws Exception {
    try (TableProcess process = start(TableProcess.Options.USUAL.patience(IMPATIENT))) {
      assertEquals("written", process.ask("check-in a"));

      disk.sync(TestDisk.HANGS);
      assertEquals("NoAnswerException: the table does not answer", process.ask("check-in b"));
      assertEquals("NoAnswerException: the table does not answer", process.ask("check-in c"));
      assertEquals("true", process.ask("has a"), "reads go on");
      assertEquals("false", process.ask("has b"), "it is not on the disk yet");

      disk.sync(TestDisk.WORKS);
      assertEquals("written", process.ask("check-in d"));
      assertEquals("true", process.ask("has b"), "it had begun");
      assertEquals("false", process.ask("has c"), "it had not, and was given up");
      assertEquals("written", process.ask("check-in b"), "the same token is the same transaction");
      assertEquals("3", process.ask("count"));
      process.end();
    }
    assertThere(Set.of("a", "b", "d"), Set.of("c"));
  }

  /**
   * Each write of a commit fails once for want of room. The same transaction is written when it is
   * sent again: its token was forgotten with the commit.
   */
  @Test
  void commit_isRefusedWhole_andTakenAgain_whicheverWriteFindsNoRoom() throws Exception {
    Set<String> written = new TreeSet<>();
    int refused = 0;
    try (TableProcess process = start()) {
      assertEquals("written", process.ask("check-in first"));
      written.add("first");
      boolean whole = false;
      for (int left = 0; !whole; left++) {
        disk.failAfter(left, NO_SPACE, false);
        String name = "item " + left;
        String answer = process.ask("check-in " + name);
        whole = !disk.hasFailed();
        disk.heal();
        if (!answer.equals("written")) {
          assertEquals("ThrottledException: the disk is nearly full", answer);
          assertEquals("false", process.ask("has " + name));
          assertEquals("written", process.ask("check-in " + name));
          refused++;
        }
        written.add(name);
        assertEquals(Integer.toString(written.size()), process.ask("count"));
      }
      assertTrue(refused > 5, "a commit has several writes, not " + refused);
      process.kill();
    }
    assertThere(written, Set.of());
  }

  /** What a disk refuses for another reason may be there, or be half there. */
  @Test
  void writes_areRefusedUntilARestart_afterAWriteThatFailed() throws Exception {
    Set<String> written = new TreeSet<>();
    for (int left = 0; left < 6; left++) {
      try (TableProcess process = start()) {
        assertEquals("written", process.ask("check-in before " + left));
        written.add("before " + left);
        disk.failAfter(left, INPUT_OUTPUT, true);
        assertSaysThatItFailed(process.ask("check-in during " + left));
        assertEquals("FaultException: the database failed", process.line());
        disk.heal();
        assertTrue(process.ask("check-in after " + left).startsWith("FaultException"));
        process.end();
      }
      assertFalse(written.isEmpty());
    }
    assertThere(written, Set.of("after 0", "after 5"));
  }

  /** The disk is full while many write, and the log is copied again and again. */
  @Test
  void everythingAcknowledged_isThere_whenTheDiskIsFullForAWhileUnderLoad() throws Exception {
    try (TableProcess process = start()) {
      process.ask("load 8");
      for (int round = 1; round <= 5; round++) {
        long enough = Long.parseLong(process.ask("count")) + 60;
        while (Long.parseLong(process.ask("count")) < enough) {
          Thread.onSpinWait();
        }
        disk.failAfter(0, NO_SPACE, true);
        String name = "full " + round;
        assertEquals(
            "ThrottledException: the disk is nearly full", process.ask("check-in " + name));
        disk.heal();
        assertEquals("written", process.ask("check-in " + name));
        process.ask("load 8");
      }
      process.kill();
    }
    assertEquals(Set.of(), Aftermath.lost(folder, TableProcess.Told.read(told)));
  }

  /** A host that cannot be opened on a bad disk says so, and the next one can be. */
  @Test
  void folder_isRefusedInWords_whenItsDiskFailsAtTheStart() throws Exception {
    disk.sync(TestDisk.FAILS);
    try (TableProcess process =
        TableProcess.start(
            folder, told, TableProcess.Options.USUAL, disk.environment(folder, told, false))) {
      assertEquals(
          "cannot read and write the database %s: check its permissions and its disk"
              .formatted(folder.resolve(DatabaseFile.NAME)),
          process.opened());
      assertNull(process.line());
    }
    disk.heal();
    try (TableProcess process = start()) {
      assertEquals("written", process.ask("check-in a"));
      process.end();
    }
    assertThere(Set.of("a"), Set.of());
  }

  private void assertThere(Set<String> there, Set<String> missing) {
    assertEquals(Set.of(), Aftermath.lost(folder, new TableProcess.Told(there, Set.of())));
    try (SqliteEngine engine =
        SqliteEngine.open(folder, CheckInLoad::isLogged, TableProcess.Options.USUAL.settings())) {
      missing.forEach(each -> assertFalse(CheckInLoad.isThere(engine, each), each));
    }
  }
}
