package io.doorlist.table.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The power is cut at any moment after the first start. Meanwhile many write, the log is copied
 * into the file, and webhooks are recorded and sent. Of what was written but not synced, all, some
 * or none of the sectors are on the disk.
 *
 * <p>The test shows what SQLite and we ask of a disk, and when. It does not show that a disk does
 * this, or what a file system without a journal does to names.
 */
class PowerCutTest {
  private static final boolean LONG = Boolean.getBoolean("doorlist.long");
  private static final int EVENINGS = LONG ? 10 : 1;
  private static final int CUTS = 60;

  /** Some of the cuts are while the table is made. */
  private static final int EARLY = 300;

  private static final int WRITERS = 8;
  private static final int ENOUGH = 400;

  @TempDir private Path directory;

  @Test
  void everythingAcknowledged_isThere_afterAPowerCut() throws Exception {
    for (int evening = 0; evening < EVENINGS; evening++) {
      assertEquals(Map.of(), lost("FULL", evening, CUTS), "evening " + evening);
    }
  }

  /** A commit that does not wait for the disk is lost, so the test above can fail. */
  @Test
  void losses_areFound_whenCommitsDoNotWait() throws Exception {
    assertTrue(!lost("NORMAL", 0, 20).isEmpty());
  }

  /** Returns what is lost, by the moment of its cut. */
  private Map<Integer, Set<String>> lost(String synchronous, int evening, int cuts)
      throws Exception {
    Path work = Files.createDirectory(directory.resolve("evening-" + evening));
    Recording recording = recorded(work, synchronous);
    SplittableRandom random = new SplittableRandom(evening);
    Map<Integer, Set<String>> lost = new TreeMap<>();
    for (int cut = 0; cut < cuts; cut++) {
      int last = cut % 5 == 0 ? Math.min(EARLY, recording.size()) : recording.size();
      int moment = random.nextInt(last + 1);
      Path folder = Files.createDirectory(work.resolve("cut " + cut));
      recording.cut(moment, random.split(), folder);
      Set<String> gone = lostOf(folder, recording.told(moment), moment);
      if (!gone.isEmpty()) {
        lost.put(moment, gone);
      }
      delete(folder);
    }
    return lost;
  }

  private static Set<String> lostOf(Path folder, TableProcess.Told told, int moment) {
    try {
      return Aftermath.lost(folder, told);
    } catch (FolderException e) {
      throw new AssertionError("the cut at " + moment + " left what cannot be opened", e);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path each : files.toList()) {
        Files.delete(each);
      }
    }
    Files.delete(folder);
  }

  private static Recording recorded(Path work, String synchronous) throws Exception {
    TestDisk disk = TestDisk.make(work);
    Path folder = Files.createDirectory(work.resolve("data"));
    Path told = work.resolve("told");
    try (TableProcess process =
        TableProcess.start(
            folder,
            told,
            TableProcess.Options.USUAL.synchronous(synchronous),
            disk.environment(folder, told, true))) {
      assertEquals("open", process.opened());
      process.ask("load " + WRITERS);
      while (Long.parseLong(process.ask("count")) < ENOUGH) {
        Thread.onSpinWait();
      }
      process.kill();
    }
    Recording recording = Recording.read(disk.log());
    Files.delete(disk.log());
    assertTrue(recording.count('A') > 50, "little was told");
    return recording;
  }
}
