package io.doorlist.cli.starting;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UserFolderTest {
  private static final Path HOME = Path.of("/home/jürgen müßig");

  @Test
  void of_isThePersonsOwnFolder_onEachSystem() {
    assertEquals(HOME.resolve(".local/share/doorlist"), UserFolder.of("Linux", HOME, Map.of()));
    assertEquals(
        Path.of("/data/doorlist"),
        UserFolder.of("Linux", HOME, Map.of("XDG_DATA_HOME", "/data", "LOCALAPPDATA", "/no")));
    assertEquals(
        HOME.resolve("Library/Application Support/Doorlist"),
        UserFolder.of("Mac OS X", HOME, Map.of("XDG_DATA_HOME", "/data")));
    assertEquals(
        Path.of("/local/Doorlist"),
        UserFolder.of("Windows 11", HOME, Map.of("LOCALAPPDATA", "/local")));
    assertEquals(
        HOME.resolve("AppData/Local/Doorlist"),
        UserFolder.of("Windows 11", HOME, Map.of("LOCALAPPDATA", "")));
  }
}
