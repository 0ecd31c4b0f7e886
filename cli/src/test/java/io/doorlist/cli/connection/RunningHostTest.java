package io.doorlist.cli.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.cli.console.Failure;
import io.doorlist.table.memory.MemoryEngine;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands worked on whatever had port 8000 (issue 51). */
class RunningHostTest {
  private static final String CACHES = "XDG_CACHE_HOME";
  private static final URI GALA = URI.create("http://127.0.0.1:3000");
  private static final URI FAIR = URI.create("http://127.0.0.1:3001");

  @TempDir private Path home;
  private final List<String> said = new ArrayList<>();
  private String before;

  @BeforeEach
  void live() {
    before = System.setProperty(CACHES, home.toString());
  }

  @AfterEach
  void leave() {
    if (before == null) {
      System.clearProperty(CACHES);
    } else {
      System.setProperty(CACHES, before);
    }
  }

  private RunningHost.Note leave(URI api) {
    return RunningHost.leave(folder(api), false, api, new MemoryEngine(), said::add);
  }

  private Path folder(URI api) {
    try {
      return Files.createDirectories(home.resolve("data " + api.getPort()));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void find_returnsTheOneThatRuns_untilItEnds() throws IOException {
    assertThrows(Failure.class, RunningHost::find);
    try (RunningHost.Note note = leave(GALA)) {
      RunningHost found = RunningHost.find();
      assertEquals(GALA, found.api());
      assertEquals(folder(GALA), found.folder());
      assertEquals(found, RunningHost.at(GALA));
      assertEquals(Optional.of(found), RunningHost.of(folder(GALA).resolve("../data 3000")));
      assertEquals(Optional.empty(), RunningHost.of(folder(FAIR)));
      assertThrows(Failure.class, () -> RunningHost.at(FAIR));
      assertNull(note.problem());
      for (Path file : List.of(note.file(), found.socket())) {
        assertEquals(
            "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
      }
    }
    assertThrows(Failure.class, RunningHost::find);
    assertEquals(List.of(), said);
  }

  @Test
  void find_namesAll_whenSeveralRun() {
    try (RunningHost.Note gala = leave(GALA);
        RunningHost.Note fair = leave(FAIR)) {
      assertFalse(gala.file().equals(fair.file()));

      Failure fault = assertThrows(Failure.class, RunningHost::find);

      assertEquals(
          "several `doorlist up` run here: say --up http://127.0.0.1:3000 or http://127.0.0.1:3001",
          fault.getMessage());
      assertEquals(FAIR, RunningHost.at(FAIR).api());
    }
  }

  /** What a process leaves that was killed: its note, which nobody holds, and its socket. */
  @Test
  void find_ignoresTheNoteOfADeadProcess() throws IOException {
    Path dead = Files.createDirectories(home.resolve("doorlist")).resolve("1.up");
    Files.writeString(dead, folder(FAIR) + "\n" + FAIR + "\nkept\n");
    Path socket = Files.createFile(dead.resolveSibling("1.table"));
    try (RunningHost.Note note = leave(GALA)) {
      assertTrue(Files.exists(note.file()));
      assertEquals(GALA, RunningHost.find().api());
    }
    assertFalse(Files.exists(dead));
    assertFalse(Files.exists(socket));
  }

  @Test
  void leave_warns_whereNothingCanBeWritten() throws IOException {
    Files.writeString(home.resolve("doorlist"), "a file");
    try (RunningHost.Note note = leave(GALA)) {
      assertNull(note.file());
      assertEquals(
          "commands cannot find this, as nothing can be written to %s: XDG_CACHE_HOME names another folder"
              .formatted(home.resolve("doorlist")),
          note.problem());
    }
  }

  /** A socket's path is short; what needs none still works. */
  @Test
  void leave_saysSo_whereThereCanBeNoSocket() throws IOException {
    Path far = Files.createDirectories(home.resolve("far".repeat(40)));
    System.setProperty(CACHES, far.toString());
    try (RunningHost.Note note = leave(GALA)) {
      assertTrue(Files.exists(note.file()));
      assertTrue(note.problem().startsWith("commands cannot ask the table of this ("));
      RunningHost found = RunningHost.find();
      assertEquals(
          "the `doorlist up` at %s does not answer commands: end it, and say --data %s"
              .formatted(GALA, folder(GALA)),
          assertThrows(Failure.class, () -> new RunningTable(() -> found)).getMessage());
    }
  }
}
