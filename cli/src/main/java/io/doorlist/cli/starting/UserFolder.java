package io.doorlist.cli.starting;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/** The folder for a user's own data on each operating system. No cloud service synchronises it. */
final class UserFolder {
  private UserFolder() {}

  /**
   * Returns the folder of Doorlist's data.
   *
   * @param system the value of {@code os.name}
   * @param environment the environment variables of the process
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
