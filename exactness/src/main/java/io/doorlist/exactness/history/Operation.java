package io.doorlist.exactness.history;

/**
 * One request and its outcome. Times are ticks of one counter, so the order of two operations that
 * did not overlap is certain.
 *
 * @param ended when the answer arrived; without an answer, when the client gave up
 */
public record Operation(int client, Asked asked, Tick begun, Tick ended, Answer answer) {
  public long invoked() {
    return begun.tick();
  }

  public long completed() {
    return ended.tick();
  }
}
