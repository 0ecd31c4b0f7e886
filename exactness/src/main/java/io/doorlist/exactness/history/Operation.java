package io.doorlist.exactness.history;

/**
 * A request and its outcome. Times are ticks of one counter. So the order of two operations is
 * certain if they did not overlap.
 *
 * @param ended when the answer arrived or, without an answer, when the client gave up
 */
public record Operation(int client, Asked asked, Tick begun, Tick ended, Answer answer) {
  public long invoked() {
    return begun.tick();
  }

  public long completed() {
    return ended.tick();
  }
}
