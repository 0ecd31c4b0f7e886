package io.doorlist.table.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A host that stands still, because its laptop is closed, keeps its folder all the time. */
class StoppedHostTest {
  @TempDir private Path work;

  @Test
  void host_goesOn_andNobodyElseHadItsFolder() throws Exception {
    assumeTrue(signal("-0", ProcessHandle.current().pid()), "skipped: there are no signals here");
    Path folder = work.resolve("data");
    Path told = work.resolve("told");
    try (TableProcess process = TableProcess.start(folder, told)) {
      process.ask("load 8");
      for (int stop = 0; stop < 5; stop++) {
        long enough = Long.parseLong(process.ask("count")) + 50;
        while (Long.parseLong(process.ask("count")) < enough) {
          Thread.onSpinWait();
        }
        assertTrue(signal("-STOP", process.pid()));
        try (TableProcess other = TableProcess.start(folder, work.resolve("nothing"))) {
          assertEquals(
              "another host has the data directory %s (process %s): end it, or use another folder"
                  .formatted(folder, process.pid()),
              other.opened());
        }
        assertTrue(signal("-CONT", process.pid()));
      }
      process.kill();
    }
    assertEquals(Set.of(), Aftermath.lost(folder, TableProcess.Told.read(told)));
  }

  private static boolean signal(String name, long pid) throws InterruptedException {
    try {
      return new ProcessBuilder("kill", name, Long.toString(pid)).start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
