package io.doorlist.cli.console;

import io.doorlist.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Where a command reads from and writes to. Results go to {@code out}, and progress and messages go
 * to {@code err}.
 *
 * @param columns the width of the terminal that shows {@code err}, or 0 if it goes elsewhere
 */
public record Console(InputStream in, PrintStream out, PrintStream err, int columns) {
  private static final Set<String> YES = Set.of("y", "yes");

  public void json(Object value) {
    out.println(Json.writeValue(value));
    out.flush();
  }

  public void result(String line) {
    out.println(line);
    out.flush();
  }

  /**
   * Returns whether to print colours. That needs a terminal with colours, and a user who does not
   * refuse them (no-color.org).
   */
  public boolean coloured() {
    String wish = System.getenv("NO_COLOR");
    return columns > 0 && (wish == null || wish.isEmpty()) && !"dumb".equals(System.getenv("TERM"));
  }

  /**
   * Ends the command if its results so far could not be written, because further work would be in
   * vain.
   *
   * @throws UnwrittenException if results could not be written
   */
  public void requireWritten() {
    if (out.checkError()) {
      throw new UnwrittenException();
    }
  }

  public void message(String line) {
    err.println(line);
    err.flush();
  }

  /** Returns whether somebody at a terminal can answer questions. */
  public boolean asks() {
    java.io.Console terminal = System.console();
    return columns > 0 && terminal != null && terminal.isTerminal();
  }

  /** Asks a question; returns whether the answer is yes. */
  public boolean ask(String question) {
    err.print(question + " [y/N] ");
    err.flush();
    return line()
        .filter(answer -> YES.contains(answer.strip().toLowerCase(Locale.ROOT)))
        .isPresent();
  }

  /** Waits for a line of input, and returns it; empty at the end of the input. */
  public Optional<String> line() {
    StringBuilder line = new StringBuilder();
    try {
      int c = in.read();
      if (c < 0) {
        return Optional.empty();
      }
      for (; c >= 0 && c != '\n'; c = in.read()) {
        line.append((char) c);
      }
    } catch (IOException e) {
      throw new Failure("the answer cannot be read", e);
    }
    return Optional.of(line.toString());
  }
}
