package io.doorlist.bench.cold;

/** A way to start a function. */
enum Start {
  /** As Lambda starts a function without a snapshot. */
  PLAIN("on-demand"),

  /** Primed as for a snapshot. No snapshot is taken, so the time of a restore is not included. */
  PRIMED("snap-start");

  private final String word;

  Start(String word) {
    this.word = word;
  }

  String word() {
    return word;
  }
}
