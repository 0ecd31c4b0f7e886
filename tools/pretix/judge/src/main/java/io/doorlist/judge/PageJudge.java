package io.doorlist.judge;

import org.teavm.jso.JSExport;

/** The entry point of {@link Judge} for the compiler of the page. */
public final class PageJudge {
  private PageJudge() {}

  /** Returns what the rule in a line still wants; empty if the rule lets the ticket in. */
  @JSExport
  public static String judge(String line) {
    return Judge.judge(line);
  }

  /** The compiler requires a main method, which does nothing. */
  public static void main(String[] arguments) {}
}
