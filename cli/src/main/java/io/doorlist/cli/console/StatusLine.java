package io.doorlist.cli.console;

/** The last line of a terminal, redrawn while messages scroll above it. Thread-safe. */
public final class StatusLine {
  private static final String CLEAR = "\r\u001B[K";

  private final Console console;
  private boolean drawn;

  public StatusLine(Console console) {
    this.console = console;
  }

  public boolean visible() {
    return console.columns() > 0;
  }

  /** Draws the line, cut to the terminal's width. Call it only if {@link #visible}. */
  public synchronized void draw(String text) {
    String fitting = text.substring(0, Math.min(text.length(), console.columns() - 1));
    console.err().print(CLEAR + fitting);
    console.err().flush();
    drawn = true;
  }

  /** Clears the line, and prints a message in its place. */
  public synchronized void message(String text) {
    clear();
    console.message(text);
  }

  public synchronized void clear() {
    if (drawn) {
      console.err().print(CLEAR);
      console.err().flush();
      drawn = false;
    }
  }
}
