package io.doorlist.table.sqlite;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;

/**
 * A disk under a {@link TableProcess} that records what reaches it, or fails, or hangs. It is a
 * library that is compiled here and loaded before all others. It sees the calls of SQLite and Java,
 * but not what a real disk does with them.
 */
final class TestDisk {
  static final int WORKS = 0;
  static final int FAILS = 1;
  static final int HANGS = 2;

  private static final int CONTROL_BYTES = 4096;
  private static final int SYNC = 0;
  private static final int WRITES_LEFT = 4;
  private static final int ERROR = 8;
  private static final int FAILS_ON = 12;
  private static final int WRITES = 16;
  private static final int SYNCS = 20;

  private final Path library;
  private final Path control;
  private final Path log;
  private final MappedByteBuffer memory;

  private TestDisk(Path library, Path control, Path log, MappedByteBuffer memory) {
    this.library = library;
    this.control = control;
    this.log = log;
    this.memory = memory;
  }

  /** Makes one, with its files in a folder; skips the test where no compiler for C is. */
  static TestDisk make(Path work) throws Exception {
    Path library = work.resolve("disk.so");
    Path source = Path.of(System.getProperty("doorlist.root"), "table/sqlite/src/test/c/disk.c");
    assumeTrue(
        System.getProperty("os.name").equals("Linux"),
        "skipped: a library is preloaded so on Linux only");
    assumeTrue(
        compiled(source, library),
        "skipped: a disk that fails is compiled by gcc, which is not here");
    Path control = work.resolve("control");
    Files.write(control, new byte[CONTROL_BYTES]);
    try (FileChannel channel =
        FileChannel.open(control, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      MappedByteBuffer memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, CONTROL_BYTES);
      memory.order(ByteOrder.nativeOrder());
      memory.putInt(WRITES_LEFT, -1);
      return new TestDisk(library, control, work.resolve("recorded"), memory);
    }
  }

  private static boolean compiled(Path source, Path library) throws InterruptedException {
    try {
      return new ProcessBuilder(
                  "gcc",
                  "-shared",
                  "-fPIC",
                  "-O1",
                  "-o",
                  library.toString(),
                  source.toString(),
                  "-ldl",
                  "-lpthread")
              .inheritIO()
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    }
  }

  /** Returns the environment of a process that keeps a folder on this disk. */
  Map<String, String> environment(Path folder, Path told, boolean records) {
    Map<String, String> environment = new HashMap<>();
    environment.put("LD_PRELOAD", library.toString());
    environment.put("DISK_FOLDER", folder.toString());
    environment.put("DISK_NAME", DatabaseFile.NAME);
    environment.put("DISK_TOLD", told.toString());
    environment.put("DISK_CONTROL", control.toString());
    if (records) {
      environment.put("DISK_LOG", log.toString());
    }
    return environment;
  }

  Path log() {
    return log;
  }

  /** Says what syncs do from now on. */
  void sync(int what) {
    memory.putInt(SYNC, what);
  }

  /** Lets writes fail with an error of Linux, once or always, after so many that work. */
  void failAfter(int writes, int error, boolean always) {
    memory.putInt(ERROR, error);
    memory.putInt(FAILS_ON, always ? 1 : 0);
    memory.putInt(WRITES_LEFT, writes);
  }

  void heal() {
    memory.putInt(SYNC, WORKS);
    memory.putInt(FAILS_ON, 0);
    memory.putInt(WRITES_LEFT, -1);
  }

  /** Returns whether a write has failed that was to fail once. */
  boolean hasFailed() {
    return memory.getInt(WRITES_LEFT) < 0;
  }

  int writes() {
    return memory.getInt(WRITES);
  }

  int syncs() {
    return memory.getInt(SYNCS);
  }
}
