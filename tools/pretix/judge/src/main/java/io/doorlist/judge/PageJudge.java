package io.doorlist.judge;

import org.teavm.jso.JSExport;

/** What the page's compiler makes of {@link Judge}. */
public final class PageJudge {
  private PageJudge() {}

  /** Returns what a facts lacks, nothing if it is let in. */
  @JSExport
  public static String judge(String line) {
    return Judge.judge(line);
  }

  /** The compiler asks for it. */
  public static void main(String[] arguments) {}
}
