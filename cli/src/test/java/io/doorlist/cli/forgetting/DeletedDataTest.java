package io.doorlist.cli.forgetting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.cli.CommandResult;
import io.doorlist.table.sqlite.SqliteEngine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is deleted on one machine is not in its file (issue 71). */
class DeletedDataTest {
  @TempDir private Path folder;

  private void run(String command, String in) {
    String[] words = (command + " --data=" + folder).split(" ");
    CommandResult result = CommandResult.of(in.getBytes(StandardCharsets.UTF_8), words);
    assertEquals(0, result.status(), result::toString);
  }

  private void fill() throws IOException {
    StringBuilder lines = new StringBuilder(ForgetFixture.PLACE);
    for (int id = 1; id <= 40; id++) {
      lines.append(ForgetFixture.line(id, "Canary" + id, "canary@example.org", 2)).append('\n');
    }
    run("import -", lines.toString());
  }

  /** As by the next {@code up}, which tells of all changes. */
  private void tell() {
    try (SqliteEngine engine = SqliteEngine.open(folder, change -> true, line -> {})) {
      engine.changes().done(Long.MAX_VALUE);
    }
  }

  private void assertGone() throws IOException {
    tell();
    String file = Files.readString(folder.resolve("doorlist.sqlite"), StandardCharsets.ISO_8859_1);
    assertTrue(file.contains("acme"));
    assertFalse(file.contains("Canary"));
  }

  @Test
  void eventThatIsTakenAway_leavesNoName() throws IOException {
    fill();
    run("remove --account acme --event gala --title Gala", "");
    assertGone();
  }

  /** Keys are random, and so is which pages are divided. */
  @RepeatedTest(10)
  void personWhoIsForgotten_leavesNoName() throws IOException {
    fill();
    run("forget --account acme --email canary@example.org", "");
    assertGone();
  }
}
