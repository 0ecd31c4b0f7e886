package io.doorlist.local.dynamodb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.local.dynamodb.engine.Engine;
import io.doorlist.local.failure.LocalHostException;
import io.doorlist.local.template.Template;
import java.io.IOException;
import java.net.URI;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** What is checked before a folder's database is opened. */
class DataFolderTest {
  @TempDir private Path directory;

  @Test
  void folder_isRefused_whenThisProcessHasIt() {
    try (LocalDynamo first = LocalDynamo.onDisk(0, directory)) {
      assertTrue(first.port() > 0);

      assertTrue(refusal().startsWith("another host has the data directory " + directory));
    }
    LocalDynamo.onDisk(0, directory).close();
  }

  @Test
  void data_isForItsOwnerOnly_alsoWhatWasMadeOtherwise() throws IOException {
    Path data = directory.resolve("data");
    LocalDynamo.onDisk(0, data).close();
    Set<PosixFilePermission> everybody = PosixFilePermissions.fromString("rwxr-xr-x");
    Files.setPosixFilePermissions(data, everybody);
    Files.setPosixFilePermissions(data.resolve(Engine.FILE), everybody);
    Path other = Files.createFile(data.resolve("notes.txt"));
    Files.setPosixFilePermissions(other, everybody);

    try (LocalDynamo dynamo = LocalDynamo.onDisk(0, data)) {
      Path template = Path.of(System.getProperty("doorlist.root"), "template.yaml");
      assertTrue(dynamo.createTable(Template.read(template), "doorlist"));

      assertEquals("rwx------", permissions(data));
      try (DirectoryStream<Path> files = Files.newDirectoryStream(data)) {
        for (Path file : files) {
          assertEquals(
              file.equals(other) ? "rwxr-xr-x" : "rw-------", permissions(file), file::toString);
        }
      }
    }
  }

  /** Issue 54: such as of a disk that is not plugged in. */
  @Test
  void linkThatLeadsNowhere_isNamed() throws IOException {
    Path disk = directory.resolve("disk");
    Path link = Files.createSymbolicLink(directory.resolve("link"), disk);

    for (Path data : List.of(link, link.resolve("evening"))) {
      LocalHostException refused =
          assertThrows(LocalHostException.class, () -> LocalDynamo.onDisk(0, data));
      assertTrue(refused.getMessage().contains(link + " leads to"), refused.getMessage());
      assertFalse(Files.exists(disk));
    }

    Files.createDirectory(disk);
    LocalDynamo.onDisk(0, link).close();
    LocalDynamo.onDisk(0, link.resolve("evening")).close();
    Path database = Files.createDirectory(directory.resolve("data")).resolve(Engine.FILE);
    Files.createSymbolicLink(database, directory.resolve("gone").resolve(Engine.FILE));
    LocalHostException refused =
        assertThrows(LocalHostException.class, () -> LocalDynamo.onDisk(0, database.getParent()));
    assertTrue(refused.getMessage().contains(database + " leads to"), refused.getMessage());
  }

  private static String permissions(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  @Test
  void folder_isRefused_whileAnotherProcessHasIt_howeverThatEnds() throws Exception {
    try (TableProcess other = TableProcess.start(directory)) {
      assertEquals("127.0.0.1", URI.create(other.line()).getHost(), other.line());

      assertTrue(
          refusal()
              .matches(
                  "another host has the data directory .* \\(process [0-9]+\\): end it, or use"
                      + " another folder"));
      other.kill();
    }

    LocalDynamo.onDisk(0, directory).close();
  }

  /**
   * Issue 32: people copy the folder of a running host as a backup. Such a copy starts with what it
   * has, or is refused in clear words; it never starts as something else.
   */
  @Test
  void copyOfARunningFolder_startsOrIsRefusedInClearWords() throws Exception {
    Path running = directory.resolve("running");
    AtomicBoolean stop = new AtomicBoolean();
    try (LocalDynamo dynamo = LocalDynamo.onDisk(0, running);
        DynamoDbClient client = TestClient.client(dynamo, Region.EU_WEST_1);
        ExecutorService writer = Executors.newSingleThreadExecutor()) {
      dynamo.createTable(
          Template.read(Path.of(System.getProperty("doorlist.root"), "template.yaml")), "doorlist");
      TestClient.put(client, "before");
      writer.submit(
          () -> {
            for (int i = 0; !stop.get(); i++) {
              TestClient.put(client, "item " + i);
            }
          });
      for (int copy = 0; copy < 3; copy++) {
        assertSoundOrRefused(copied(running, directory.resolve("copy " + copy)));
      }
      stop.set(true);
    }
  }

  private static Path copied(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (Stream<Path> files = Files.list(from)) {
      for (Path each : files.toList()) {
        Files.copy(each, to.resolve(each.getFileName()));
      }
    }
    return to;
  }

  private static void assertSoundOrRefused(Path copy) {
    try (LocalDynamo dynamo = LocalDynamo.onDisk(0, copy);
        DynamoDbClient client = TestClient.client(dynamo, Region.EU_WEST_1)) {
      assertTrue(TestClient.has(client, "before"));
    } catch (LocalHostException e) {
      assertTrue(e.getMessage().contains("restore a copy of it"), e.getMessage());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "no database at all", "SQLite format 3\0 and then nothing"})
  void file_isLeftAlone_whenItIsNoDatabase(String content) throws IOException {
    Files.writeString(file(), content);
    Map<String, String> before = content();

    assertEquals(
        "the database "
            + file()
            + " is damaged, or something else: restore a copy of it, or move it away to start"
            + " again; nothing was changed",
        refusal());
    assertEquals(before, content());
  }

  @Test
  void file_isLeftAlone_whenItIsAFolder() throws IOException {
    Files.createDirectories(file());

    assertEquals(
        "cannot read and write the database " + file() + ": check its permissions", refusal());
  }

  @Test
  void folder_isRefused_whenItIsAFile() throws IOException {
    Path plain = Files.writeString(directory.resolve("plain"), "");

    LocalHostException failure =
        assertThrows(LocalHostException.class, () -> LocalDynamo.onDisk(0, plain));

    assertEquals("cannot make the data directory " + plain, failure.getMessage());
  }

  private Path file() {
    return directory.resolve("shared-local-instance.db");
  }

  private String refusal() {
    return assertThrows(LocalHostException.class, () -> LocalDynamo.onDisk(0, directory))
        .getMessage();
  }

  /** Returns the folder's contents without the lock. */
  private Map<String, String> content() throws IOException {
    HashMap<String, String> content = new HashMap<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path each : files.filter(name -> !name.endsWith("doorlist.lock")).toList()) {
        content.put(
            each.getFileName().toString(), HexFormat.of().formatHex(Files.readAllBytes(each)));
      }
    }
    return content;
  }
}
