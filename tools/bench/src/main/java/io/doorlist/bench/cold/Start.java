package io.doorlist.bench.cold;

/** A way to start a function. */
enum Start {
  /** The way in which Lambda starts a function without a snapshot. */
  PLAIN("on-demand"),

  /**
   * With priming, as before a snapshot. No snapshot is taken, so the time to restore one is not
   * included.
   */
  PRIMED("snap-start");

  private final String word;

  Start(String word) {
    this.word = word;
  }

  String word() {
    return word;
  }
}
