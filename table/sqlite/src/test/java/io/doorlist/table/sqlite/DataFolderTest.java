package io.doorlist.table.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which process may have a folder, and which folders a table can be in. */
class DataFolderTest {
  @TempDir private Path directory;
  private final List<String> said = new ArrayList<>();

  private SqliteEngine open(Path folder) {
    return SqliteEngine.open(folder, change -> false, said::add);
  }

  private String refusal(Path folder) {
    return assertThrows(FolderException.class, () -> open(folder).close()).getMessage();
  }

  private TableProcess other() throws IOException {
    return TableProcess.start(directory, Files.createTempFile("told", ""));
  }

  private static String taken(Path folder, long process) {
    return "another host has the data directory %s (process %s): end it, or use another folder"
        .formatted(folder, process);
  }

  /** A process that closes a second channel to its lock loses it. */
  @Test
  void folder_isRefused_whileThisProcessHasIt_whoNeverLosesIt() throws IOException {
    long own = ProcessHandle.current().pid();
    try (SqliteEngine first = open(directory)) {
      assertNotNull(first.changes());

      assertEquals(taken(directory, own), refusal(directory));
      assertEquals(taken(directory.resolve("."), own), refusal(directory.resolve(".")));
      try (TableProcess other = other()) {
        assertEquals(taken(directory, own), other.opened());
      }
    }
    open(directory).close();
  }

  @Test
  void folder_isRefused_whileAnotherProcessHasIt_howeverThatEnds() throws Exception {
    try (TableProcess other = other()) {
      assertEquals("open", other.opened());

      assertEquals(taken(directory, other.pid()), refusal(directory));
      other.kill();
    }
    open(directory).close();
  }

  /** Versions with DynamoDB Local lock the same file, all of it. */
  @Test
  void folder_isRefused_toVersionsBefore() throws Exception {
    try (TableProcess other = other()) {
      assertEquals("open", other.opened());
      try (FileChannel channel =
              FileChannel.open(
                  directory.resolve("doorlist.lock"),
                  StandardOpenOption.READ,
                  StandardOpenOption.WRITE);
          FileLock lock = channel.tryLock()) {
        assertEquals(null, lock);
      }
    }
  }

  @Test
  void data_isForItsOwnerOnly_alsoWhatWasMadeOtherwise() throws IOException {
    assumeTrue(Files.getFileStore(directory).supportsFileAttributeView("posix"));
    Path data = directory.resolve("data");
    open(data).close();
    Set<PosixFilePermission> everybody = PosixFilePermissions.fromString("rwxr-xr-x");
    Files.setPosixFilePermissions(data, everybody);
    Files.setPosixFilePermissions(data.resolve(DatabaseFile.NAME), everybody);
    Path other = Files.createFile(data.resolve("notes.txt"));
    Files.setPosixFilePermissions(other, everybody);

    try (SqliteEngine engine = open(data)) {
      assertTrue(CheckInLoad.checkIn(engine, "a").written());

      assertEquals("rwx------", permissions(data));
      List<String> names = new ArrayList<>();
      try (DirectoryStream<Path> files = Files.newDirectoryStream(data)) {
        for (Path file : files) {
          names.add(file.getFileName().toString());
          assertEquals(
              file.equals(other) ? "rwxr-xr-x" : "rw-------", permissions(file), file::toString);
        }
      }
      assertTrue(names.contains(DatabaseFile.NAME + "-wal"), names::toString);
    }
    assertEquals(List.of(), said);
  }

  private static String permissions(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  /** Issue 54: such as of a disk that is not plugged in. */
  @Test
  void linkThatLeadsNowhere_isNamed() throws IOException {
    Path disk = directory.resolve("disk");
    Path link = Files.createSymbolicLink(directory.resolve("link"), disk);
    String words = " is a link to something missing, such as a disk that is not plugged in";
    for (Path data : List.of(link, link.resolve("evening"))) {
      assertEquals(link + words, refusal(data));
      assertFalse(Files.exists(disk));
    }

    Files.createDirectory(disk);
    open(link).close();
    open(link.resolve("evening")).close();
    Path database = Files.createDirectory(directory.resolve("data")).resolve(DatabaseFile.NAME);
    Files.createSymbolicLink(database, directory.resolve("gone").resolve(DatabaseFile.NAME));
    assertEquals(database + words, refusal(database.getParent()));
  }

  @Test
  void folder_isRefused_whenItIsAFile() throws IOException {
    Path plain = Files.writeString(directory.resolve("plain"), "");

    assertEquals("cannot make the data directory " + plain, refusal(plain));
  }

  /** For root, only a file system can be read only. */
  @Test
  void folder_isRefused_whenItCanOnlyBeRead() throws Exception {
    Path data = Files.createDirectory(directory.resolve("data"));
    assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "size=40m", "tmpfs", data.toString()),
        "skipped: only root can mount a file system");
    try {
      open(data).close();
      assertTrue(run("mount", "-o", "remount,ro", data.toString()));

      assertEquals("cannot write to the data directory " + data, refusal(data));
    } finally {
      run("umount", data.toString());
    }
  }

  private static boolean run(String... command) throws Exception {
    return new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor()
        == 0;
  }

  @ParameterizedTest
  @ValueSource(strings = {"nfs4", "cifs", "smb3", "fuse.sshfs", "9p", "NFS"})
  void folder_isRefused_onAnotherMachine(String type) {
    Path data = Path.of("evening");

    assertEquals(
        "the data directory evening is on another machine (%s): choose a folder on a disk of this one"
            .formatted(type),
        assertThrows(FolderException.class, () -> DataFolder.requireLocal(data, type))
            .getMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {"ext4", "btrfs", "xfs", "zfs", "tmpfs", "overlay", "apfs", "hfs", "NTFS"})
  void folder_isTaken_onThisMachine(String type) {
    DataFolder.requireLocal(Path.of("evening"), type);
  }

  /** Names mean nothing to the driver, whatever they look like. */
  @ParameterizedTest
  @ValueSource(strings = {"a b", "what?mode=memory", "100%25", "file:x", "Größe #1", "a;b&c='d'"})
  void folder_mayHaveAnyName(String name) {
    Path data = directory.resolve(name);
    try (SqliteEngine engine = open(data)) {
      assertTrue(CheckInLoad.checkIn(engine, "a").written());
      engine.backup(data.resolve("backup " + name));
    }

    assertTrue(Files.exists(data.resolve(DatabaseFile.NAME)));
    assertTrue(Files.exists(data.resolve("backup " + name)));
    try (SqliteEngine engine = open(data)) {
      assertTrue(CheckInLoad.isThere(engine, "a"));
    }
  }
}
