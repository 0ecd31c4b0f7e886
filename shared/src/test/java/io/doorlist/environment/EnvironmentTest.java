package io.doorlist.environment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnvironmentTest {
  @Test
  void get_readsVariables() {
    assertEquals(Optional.ofNullable(System.getenv("PATH")), Environment.get("PATH"));
    assertEquals(Optional.empty(), Environment.get("NOT_SET_ANYWHERE"));
  }

  @Test
  void require_namesWhatIsMissing() {
    IllegalStateException e =
        assertThrows(IllegalStateException.class, () -> Environment.require("NOT_SET_ANYWHERE"));

    assertEquals("the setting NOT_SET_ANYWHERE is missing", e.getMessage());
  }

  @Test
  void get_readsTheFileOfTheContextClassLoader_andNoVariable(@TempDir Path one, @TempDir Path other)
      throws IOException {
    assertEquals(Optional.of("first"), tableIn(one, "first"));
    assertEquals(Optional.of("second"), tableIn(other, "second"));
  }

  /**
   * Returns the setting TABLE_NAME of a function with this file, and checks that PATH is not set
   * there.
   */
  private static Optional<String> tableIn(Path directory, String table) throws IOException {
    Files.writeString(directory.resolve("environment.properties"), "TABLE_NAME=" + table);
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {directory.toUri().toURL()})) {
      thread.setContextClassLoader(loader);
      assertEquals(Optional.empty(), Environment.get("PATH"));
      return Environment.get("TABLE_NAME");
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
