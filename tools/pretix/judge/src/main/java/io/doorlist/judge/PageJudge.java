package io.doorlist.judge;

import org.teavm.jso.JSExport;

/** The entry point of {@link Judge} for the compiler of the page. */
public final class PageJudge {
  private PageJudge() {}

  /** Returns what the rule still wants of a line; empty if it is let in. */
  @JSExport
  public static String judge(String line) {
    return Judge.judge(line);
  }

  /** The compiler requires a main method, which does nothing. */
  public static void main(String[] arguments) {}
}
