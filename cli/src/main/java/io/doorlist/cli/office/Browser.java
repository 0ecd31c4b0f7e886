package io.doorlist.cli.office;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** The browser of the person at this machine. */
public final class Browser {
  private Browser() {}

  /** Opens a file in the browser. Returns false if the system has nothing that opens files. */
  public static boolean open(Path file) {
    try {
      new ProcessBuilder(command(System.getProperty("os.name"), file.toAbsolutePath().toString()))
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start();
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  static List<String> command(String system, String file) {
    String name = system.toLowerCase(Locale.ROOT);
    if (name.startsWith("windows")) {
      return List.of("rundll32", "url.dll,FileProtocolHandler", file);
    }
    return List.of(name.startsWith("mac") ? "open" : "xdg-open", file);
  }
}
