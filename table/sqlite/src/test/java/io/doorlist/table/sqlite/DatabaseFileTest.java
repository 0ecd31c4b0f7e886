package io.doorlist.table.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.table.FaultException;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Update;
import io.doorlist.table.Write;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which files are opened, and what the messages about other files say. */
class DatabaseFileTest {
  private static final int PAGE = 8192;

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void name() {
    file = folder.resolve(DatabaseFile.NAME);
  }

  private SqliteEngine open() {
    return open(folder);
  }

  private static SqliteEngine open(Path folder) {
    return SqliteEngine.open(folder, CheckInLoad::isLogged, TableProcess.Options.USUAL.settings());
  }

  private void checkIn(int many) {
    try (SqliteEngine engine = open()) {
      for (int i = 0; i < many; i++) {
        CheckInLoad.checkIn(engine, "guest " + i);
      }
    }
  }

  /** Returns why it is refused; nothing may be changed then. */
  private String refusal() throws IOException {
    Map<String, String> before = content();
    String message =
        assertThrows(FolderException.class, () -> open().close(), () -> "opened").getMessage();
    assertEquals(before, content());
    assertTrue(message.lines().count() == 1, message);
    return message;
  }

  private void assertDamaged() throws IOException {
    assertEquals(
        "the file "
            + file
            + " is damaged, or no database of Doorlist: restore a copy of it, or move it away to"
            + " start again; nothing was changed",
        refusal());
  }

  /** Returns the folder's contents without the lock. */
  private Map<String, String> content() throws IOException {
    Map<String, String> content = new TreeMap<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path each : files.filter(name -> !name.endsWith("doorlist.lock")).toList()) {
        content.put(
            each.getFileName().toString(),
            Files.isDirectory(each) ? "" : HexFormat.of().formatHex(Files.readAllBytes(each)));
      }
    }
    return content;
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "no database at all", "SQLite format 3\0 and then nothing"})
  void file_isLeftAlone_whenItIsNoDatabase(String content) throws IOException {
    Files.writeString(file, content);

    assertDamaged();
  }

  @Test
  void file_isLeftAlone_whenItIsAnotherDatabase() throws Exception {
    try (Session session = Session.open(file)) {
      session.set("CREATE TABLE items (pk, sk, item)");
    }

    assertDamaged();
  }

  @Test
  void file_isLeftAlone_whenItIsAFolder() throws IOException {
    Files.createDirectories(file);

    assertEquals(
        "cannot read and write the database %s: check its permissions and its disk".formatted(file),
        refusal());
  }

  @Test
  void damage_isSaid_whereverItIs_andAPartThatIsMissing() throws IOException {
    checkIn(300);
    try (SqliteEngine engine = open()) {
      // In a page without rows nothing can be damaged.
      engine.queues().send("sender", List.of(new Queues.Sent("a", Duration.ZERO)));
    }
    byte[] whole = Files.readAllBytes(file);
    int pages = whole.length / PAGE;
    assertTrue(pages > 50, "pages " + pages);
    for (int page = 0; page < pages; page += page < 6 ? 1 : 7) {
      byte[] damaged = whole.clone();
      Arrays.fill(damaged, page * PAGE + 100, (page + 1) * PAGE, (byte) 0x5a);
      Files.write(file, damaged);
      assertDamaged();
    }
    for (int length : new int[] {whole.length - PAGE, whole.length - 1, PAGE, 99, 18}) {
      Files.write(file, Arrays.copyOf(whole, length));
      assertDamaged();
    }
    Files.write(file, whole);
    try (SqliteEngine engine = open()) {
      assertEquals(300, CheckInLoad.count(engine));
    }
  }

  /** SQLite takes it for another guest's name. */
  @Test
  void damage_isSaid_withinARow() throws Exception {
    List<String> said = new ArrayList<>();
    try (SqliteEngine engine = SqliteEngine.open(folder, change -> false, said::add)) {
      engine.write(Write.put(new Item(new Key("a", "b")).put("name", "Ada Lovelace")));
    }
    byte[] whole = Files.readAllBytes(file);
    int at = new String(whole, StandardCharsets.ISO_8859_1).indexOf("Lovelace");
    whole[at] = 'l';
    Files.write(file, whole);

    try (SqliteEngine engine = SqliteEngine.open(folder, change -> false, said::add)) {
      for (int i = 0; i < 2; i++) {
        assertThrows(FaultException.class, () -> engine.get(new Key("a", "b")));
        assertThrows(
            FaultException.class, () -> engine.write(Update.of(new Key("a", "b")).set("x", 1)));
      }
      assertTrue(engine.write(Write.put(new Item(new Key("c", "d")))).isPresent());
    }
    assertEquals(
        List.of(
            "the database "
                + file
                + " cannot be read (the table is damaged: a row is not as it was written): end this,"
                + " check the disk, and restore a copy if it goes on"),
        said);
  }

  @Test
  void file_isLeftAlone_whenALaterVersionWroteIt() throws Exception {
    checkIn(1);
    try (Session session = Session.open(file)) {
      session.set("PRAGMA user_version = " + (DatabaseFile.FORMAT + 1));
    }

    assertEquals(
        "the database "
            + file
            + " was written by a later version of Doorlist: start that version; nothing was changed",
        refusal());
  }

  @Test
  void folder_isLeftAlone_whenDynamoDbLocalWroteIt() throws IOException {
    Files.writeString(folder.resolve("shared-local-instance.db"), "an evening");

    assertEquals(
        "the data directory "
            + folder
            + " is of an earlier version of Doorlist: export its evening with that version and"
            + " import it into another folder; nothing was changed",
        refusal());
  }

  @Test
  void log_isLeftAlone_whenItsFileIsMissing() throws IOException {
    Path log = Files.writeString(folder.resolve("doorlist.sqlite-wal"), "what happened");

    assertEquals(
        "the database "
            + file
            + " is missing, and its log is there: restore a copy of the whole folder, or move the"
            + " log away to start again; nothing was changed",
        refusal());
    assertEquals("what happened", Files.readString(log));
  }

  /** What a killed host left is part of the table. */
  @Test
  void log_isPartOfTheDatabase() throws Exception {
    Path killed = folder.resolve("killed");
    Path told = folder.resolve("told");
    TableProcess.Options longLog = new TableProcess.Options("FULL", 0, 1 << 30, 60_000);
    try (TableProcess process = TableProcess.start(killed, told, longLog, Map.of())) {
      assertEquals("written", process.ask("check-in a"));
      process.kill();
    }
    assertTrue(Files.size(killed.resolve("doorlist.sqlite-wal")) > PAGE);

    try (SqliteEngine engine = open(killed)) {
      assertTrue(CheckInLoad.isThere(engine, "a"));
      assertEquals(0, Files.size(killed.resolve("doorlist.sqlite-wal")), "it is in the file, too");
    }
  }

  /** The log of another database would put its pages into this one. */
  @Test
  void backup_isRefused_besideTheLogOfAnotherDatabase() throws Exception {
    checkIn(3);
    Path backup = folder.resolve("backup");
    try (SqliteEngine engine = open()) {
      engine.backup(backup);
      CheckInLoad.checkIn(engine, "later");
      Files.copy(folder.resolve("doorlist.sqlite-wal"), folder.resolve("old log"));
    }
    Files.delete(file);
    Files.move(backup, file);
    Files.move(folder.resolve("old log"), folder.resolve("doorlist.sqlite-wal"));

    assertEquals(
        "the log "
            + folder.resolve("doorlist.sqlite-wal")
            + " belongs to another database: restore a backup into an empty folder; nothing was"
            + " changed",
        refusal());
  }

  /** A host that ends while it makes the table leaves no table. */
  @Test
  void leftovers_ofAHostThatEndedBefore_areRemoved() throws IOException {
    Files.writeString(folder.resolve("doorlist.sqlite.new"), "half a table");
    Files.writeString(folder.resolve("doorlist.sqlite.new-wal"), "half a log");

    checkIn(1);

    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(
          "[doorlist.lock, doorlist.sqlite]",
          files.map(each -> each.getFileName().toString()).sorted().toList().toString());
    }
  }

  @Test
  void database_hasThePragmasThatWeSet() throws SQLException {
    try (SqliteEngine engine = open();
        Session session = Session.open(file)) {
      assertEquals(0, CheckInLoad.count(engine));
      assertEquals("8192", session.ask("PRAGMA page_size"));
      assertEquals("wal", session.ask("PRAGMA journal_mode"));
      assertEquals("0", session.ask("PRAGMA auto_vacuum"));
      assertEquals("UTF-8", session.ask("PRAGMA encoding"));
    }
  }

  /**
   * People copy the folder of a running host as a backup. Such a copy starts with what it has, or
   * is refused in clear words.
   */
  @Test
  void copyOfARunningFolder_startsOrIsRefusedInClearWords() throws Exception {
    Path running = folder.resolve("running");
    try (TableProcess process = TableProcess.start(running, folder.resolve("told"))) {
      process.ask("check-in before");
      process.ask("load 4");
      for (int copy = 0; copy < 5; copy++) {
        Path to = Files.createDirectory(folder.resolve("copy " + copy));
        try (Stream<Path> files = Files.list(running)) {
          for (Path each : files.toList()) {
            Files.copy(each, to.resolve(each.getFileName()));
          }
        }
        assertSoundOrRefused(to);
      }
    }
  }

  private static void assertSoundOrRefused(Path copy) {
    try (SqliteEngine engine = open(copy)) {
      assertTrue(CheckInLoad.isThere(engine, "before"));
    } catch (FolderException e) {
      assertTrue(e.getMessage().contains("restore a copy of it"), e.getMessage());
    }
  }
}
