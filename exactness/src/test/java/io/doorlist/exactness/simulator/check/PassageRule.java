package io.doorlist.exactness.simulator.check;

/** What must hold of comings and goings; a violation begins with its name. */
public enum PassageRule {
  /** A passage of which a phone was told is on record, once. */
  ON_RECORD,
  /** Its door time is when it was scanned, or now if the server's clock is behind that. */
  DOOR_TIME,
  /** A request makes one passage at most. */
  ONCE,
  /** Counts, peak and curve of the area are a walk of all passages. */
  WALK,
  /** A ticket's own state is the fold of its passages. */
  STATE,
  /** A check-in that passages follow is not undone before them. */
  KEPT,
  /** The totals of a report are what the API counts. */
  TOTALS,
  /** Nothing happens that nobody expects. */
  EXPECTED
}
