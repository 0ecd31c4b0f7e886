package io.doorlist.cli.console;

import io.doorlist.json.Json;
import java.io.InputStream;
import java.io.PrintStream;

/**
 * Where a command reads from and writes to: results to {@code out}, progress and messages to {@code
 * err}.
 *
 * @param columns the width of the terminal that {@code err} goes to, or 0 if it goes elsewhere
 */
public record Console(InputStream in, PrintStream out, PrintStream err, int columns) {
  public void json(Object value) {
    out.println(Json.writeValue(value));
    out.flush();
  }

  public void result(String line) {
    out.println(line);
    out.flush();
  }

  /**
   * Returns whether to print colours: on a terminal that has them, unless the user wants none
   * (no-color.org).
   */
  public boolean coloured() {
    String wish = System.getenv("NO_COLOR");
    return columns > 0 && (wish == null || wish.isEmpty()) && !"dumb".equals(System.getenv("TERM"));
  }

  public void message(String line) {
    err.println(line);
    err.flush();
  }
}
