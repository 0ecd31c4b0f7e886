package io.doorlist.table.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.TableException;
import io.doorlist.table.ThrottledException;
import io.doorlist.table.Write;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file system of 40 MB that becomes full. Only root can mount one. */
class FullDiskTest {
  private static final int MEGABYTE = 1 << 20;

  @TempDir private Path mount;
  private final List<String> said = new ArrayList<>();
  private Path data;

  @BeforeEach
  void mount() throws Exception {
    assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "size=40m", "tmpfs", mount.toString()),
        "skipped: only root can mount a small file system");
    data = mount.resolve("data");
  }

  @AfterEach
  void unmount() throws Exception {
    run("umount", mount.toString());
  }

  private SqliteEngine open(long reserveBytes) {
    return SqliteEngine.open(
        data,
        change -> true,
        new SqliteSettings(
            Duration.ofSeconds(60),
            reserveBytes,
            1 << 20,
            "FULL",
            InstantSource.system(),
            said::add));
  }

  @Test
  void writes_areRefusedInTime_andTakenAgainWhenThereIsRoom() throws IOException {
    try (SqliteEngine engine = open(DataFolder.RESERVE_BYTES)) {
      assertTrue(CheckInLoad.checkIn(engine, "a").written());
      Path filler = fill(26);

      assertThrows(ThrottledException.class, () -> CheckInLoad.checkIn(engine, "b"));
      assertThrows(ThrottledException.class, () -> put(engine, 1));
      assertTrue(CheckInLoad.isThere(engine, "a"));

      Files.delete(filler);
      assertTrue(CheckInLoad.checkIn(engine, "b").written());
    }
    assertEquals(
        List.of(
            "the disk of " + data + " is nearly full: writes are refused until there is room",
            "the disk of " + data + " has room again: writes are taken"),
        said.stream().map(line -> line.replaceFirst(" \\([0-9]+ MB left\\)", "")).toList());
  }

  @Test
  void host_doesNotStart_whenTheDiskIsNearlyFull() throws IOException {
    fill(30);

    assertEquals(
        "the disk of the data directory " + data + " is nearly full: make room and start again",
        assertThrows(FolderException.class, () -> open(DataFolder.RESERVE_BYTES)).getMessage());
  }

  /** Others may fill a disk faster than it is looked at. */
  @Test
  void everythingAcknowledged_isStored_andAllGoesOn_afterAFullDisk() throws IOException {
    List<Integer> acknowledged = new ArrayList<>();
    int tried = 0;
    try (SqliteEngine engine = open(0)) {
      Path filler = fill(20);
      int refused = 0;
      while (refused < 20) {
        try {
          put(engine, tried);
          acknowledged.add(tried);
        } catch (TableException e) {
          refused++;
        }
        tried++;
      }
      assertTrue(acknowledged.size() > 100, "acknowledged " + acknowledged.size());
      assertTrue(there(engine, tried).containsAll(acknowledged), "reads go on");

      Files.delete(filler);
      for (int i = 0; i < 100; i++) {
        put(engine, tried);
        acknowledged.add(tried++);
      }
      assertEquals(acknowledged, there(engine, tried));
    }

    try (SqliteEngine engine = open(0)) {
      assertEquals(acknowledged, there(engine, tried));
      int after = 0;
      for (ChangeFeed.Numbered each : engine.changes().now(0, Integer.MAX_VALUE)) {
        assertEquals(acknowledged.get(after++), (int) each.change().now().number("number"));
      }
      assertEquals(acknowledged.size(), after, "each change is told once, in order");
    }
    assertEquals(List.of(), said.stream().filter(line -> !line.contains("full")).toList());
  }

  private static List<Integer> there(SqliteEngine engine, int tried) {
    List<Integer> there = new ArrayList<>();
    for (int number = 0; number < tried; number++) {
      if (engine.get(key(number)).isPresent()) {
        there.add(number);
      }
    }
    return there;
  }

  private static Key key(int number) {
    return new Key("item " + number, "x");
  }

  private static void put(SqliteEngine engine, int number) {
    Item item = new Item(key(number)).put("text", "x".repeat(8_000)).put("number", number);
    engine.write(Write.put(item));
  }

  private Path fill(int megabytes) throws IOException {
    Path filler = mount.resolve("filler");
    try (OutputStream out = Files.newOutputStream(filler)) {
      for (int i = 0; i < megabytes; i++) {
        out.write(new byte[MEGABYTE]);
      }
    }
    return filler;
  }

  private static boolean run(String... command) throws Exception {
    return new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor()
        == 0;
  }
}
