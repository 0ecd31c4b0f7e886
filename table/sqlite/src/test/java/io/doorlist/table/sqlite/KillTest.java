package io.doorlist.table.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hosts are killed while many write. One after the other has the same folder. */
class KillTest {
  private static final int KILLS = Boolean.getBoolean("doorlist.long") ? 60 : 3;

  @TempDir private Path work;

  @Test
  void everythingAcknowledged_isThere_whereverAHostIsKilled() throws Exception {
    Path folder = work.resolve("data");
    Path told = work.resolve("told");
    SplittableRandom random = new SplittableRandom(1);
    long before = 0;
    for (int kill = 0; kill < KILLS; kill++) {
      try (TableProcess process = TableProcess.start(folder, told)) {
        assertEquals("open", process.opened());
        process.ask("load 8");
        long enough = before + 1 + random.nextInt(800);
        while (Long.parseLong(process.ask("count")) < enough) {
          Thread.onSpinWait();
        }
        process.kill();
      }
      before = TableProcess.Told.read(told).acknowledged().size();
    }
    assertTrue(Files.size(folder.resolve(DatabaseFile.NAME)) > 0);
    assertEquals(Set.of(), Aftermath.lost(folder, TableProcess.Told.read(told)));
  }
}
