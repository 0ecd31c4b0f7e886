package io.doorlist.runtime;

/** How Lambda starts a function. */
public enum Initialization {
  /** A plain cold start. */
  ON_DEMAND("on-demand"),

  /** Made ready, frozen and thawed. Here nothing is frozen, but the hooks around it run. */
  SNAP_START("snap-start");

  private final String word;

  Initialization(String word) {
    this.word = word;
  }

  /** Returns what Lambda calls it. */
  String word() {
    return word;
  }
}
