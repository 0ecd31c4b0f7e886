package io.doorlist.runtime;

/** How Lambda starts a function. */
public enum Initialization {
  /** A plain cold start. */
  ON_DEMAND("on-demand"),

  /** Initialized, snapshotted and restored. Here no snapshot is taken, but its hooks run. */
  SNAP_START("snap-start");

  private final String word;

  Initialization(String word) {
    this.word = word;
  }

  /** Returns Lambda's word for it. */
  String word() {
    return word;
  }
}
