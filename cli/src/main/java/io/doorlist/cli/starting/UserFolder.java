package io.doorlist.cli.starting;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/** Where a person's own data is on each system, in a folder that no cloud synchronises. */
final class UserFolder {
  private UserFolder() {}

  /**
   * Returns the folder of Doorlist's data.
   *
   * @param system as {@code os.name} gives it
   * @param environment the variables of the process
   */
  static Path of(String system, Path home, Map<String, String> environment) {
    String name = system.toLowerCase(Locale.ROOT);
    if (name.startsWith("windows")) {
      return named(environment.get("LOCALAPPDATA"), home.resolve("AppData").resolve("Local"))
          .resolve("Doorlist");
    }
    if (name.startsWith("mac")) {
      return home.resolve("Library").resolve("Application Support").resolve("Doorlist");
    }
    return named(environment.get("XDG_DATA_HOME"), home.resolve(".local").resolve("share"))
        .resolve("doorlist");
  }

  private static Path named(String value, Path otherwise) {
    return value == null || value.isEmpty() ? otherwise : Path.of(value);
  }
}
