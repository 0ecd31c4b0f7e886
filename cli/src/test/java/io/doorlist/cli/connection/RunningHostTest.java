package io.doorlist.cli.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.cli.console.Failure;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands worked on whatever had port 8000 (issue 51). */
class RunningHostTest {
  private static final String CACHES = "XDG_CACHE_HOME";
  private static final RunningHost GALA =
      new RunningHost(URI.create("http://127.0.0.1:8000"), URI.create("http://127.0.0.1:3000"));
  private static final RunningHost FAIR =
      new RunningHost(URI.create("http://127.0.0.1:8001"), URI.create("http://127.0.0.1:3001"));

  @TempDir private Path home;

  @BeforeEach
  void live() {
    System.setProperty(CACHES, home.toString());
  }

  @AfterEach
  void leave() {
    System.clearProperty(CACHES);
  }

  @Test
  void find_returnsTheOneThatRuns_untilItEnds() throws IOException {
    assertThrows(Failure.class, () -> RunningHost.find(null));
    try (RunningHost.Note note = GALA.leave()) {
      assertEquals(GALA, RunningHost.find(null));
      assertEquals(GALA, RunningHost.find(GALA.table()));
      assertThrows(Failure.class, () -> RunningHost.find(FAIR.table()));
      assertEquals(
          "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(note.file())));
    }
    assertThrows(Failure.class, () -> RunningHost.find(null));
  }

  @Test
  void find_namesAll_whenSeveralRun() {
    try (RunningHost.Note gala = GALA.leave();
        RunningHost.Note fair = FAIR.leave()) {
      assertFalse(gala.file().equals(fair.file()));

      Failure fault = assertThrows(Failure.class, () -> RunningHost.find(null));

      assertEquals(
          "several `doorlist up` run here: say --endpoint"
              + " http://127.0.0.1:8000 or http://127.0.0.1:8001",
          fault.getMessage());
      assertEquals(FAIR, RunningHost.find(FAIR.table()));
    }
  }

  /** What a process leaves that was killed: its note, which nobody holds. */
  @Test
  void find_ignoresTheNoteOfADeadProcess() throws IOException {
    Path dead = Files.createDirectories(home.resolve("doorlist")).resolve("1-8001.up");
    Files.writeString(dead, FAIR.table() + "\n" + FAIR.api() + "\n");
    try (RunningHost.Note note = GALA.leave()) {
      assertTrue(Files.exists(note.file()));
      assertEquals(GALA, RunningHost.find(null));
    }
    assertFalse(Files.exists(dead));
  }

  @Test
  void leave_doesWithout_whereNothingCanBeWritten() throws IOException {
    Files.writeString(home.resolve("doorlist"), "a file");
    try (RunningHost.Note note = GALA.leave()) {
      assertEquals(null, note.file());
    }
  }
}
