package io.doorlist.environment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.lang.reflect.Method;
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
  void get_readsTheFileOfItsClassPath_andNoVariable(@TempDir Path one, @TempDir Path other)
      throws Exception {
    assertEquals(Optional.of("first"), tableIn(one, "first"));
    assertEquals(Optional.of("second"), tableIn(other, "second"));
  }

  /**
   * Returns the setting TABLE_NAME of a package with this file, and checks that PATH is not set
   * there.
   */
  private static Object tableIn(Path directory, String table)
      throws IOException, ReflectiveOperationException {
    Files.writeString(directory.resolve("environment.properties"), "TABLE_NAME=" + table);
    URL classes = Environment.class.getProtectionDomain().getCodeSource().getLocation();
    URL[] path = {directory.toUri().toURL(), classes};
    try (URLClassLoader loader = new URLClassLoader(path, ClassLoader.getPlatformClassLoader())) {
      Method get = loader.loadClass(Environment.class.getName()).getMethod("get", String.class);
      assertEquals(Optional.empty(), get.invoke(null, "PATH"));
      return get.invoke(null, "TABLE_NAME");
    }
  }
}
