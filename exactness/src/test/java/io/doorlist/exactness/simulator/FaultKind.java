package io.doorlist.exactness.simulator;

/** What can go wrong between a function and its table, and around both. */
public enum FaultKind {
  /** A transaction or write is cancelled because of another one. */
  CONFLICT,
  /** The table throttles. */
  THROTTLE,
  /** The same transaction is reported as in progress. */
  IN_PROGRESS,
  /** The request fails before it does anything. */
  FAIL_BEFORE,
  /** It happens, and its answer is lost. */
  LOST_ANSWER,
  /** It happens, and its copy arrives seconds or minutes later. */
  DUPLICATE,
  /** The caller gives up on it, and it arrives seconds or minutes later. */
  LATE_ARRIVAL,
  /** The function stalls for seconds between two calls. */
  STALL,
  /** The function is killed before or after a call. */
  KILLED,
  /** Of a failed transaction, some conditions are reported as conflicts. */
  MIXED_REASONS,
  /** A batch read leaves keys over. */
  UNPROCESSED,
  /** A batch read is two moments. */
  TORN_BATCH,
  /** A range read is two moments. */
  TORN_RANGE,
  /** An eventually consistent read sees something old. */
  SLOW_REPLICA,
  /** A request is served by an instance whose clock is wrong. */
  CLOCK_SKEW,
  /** Writers reserve places in a list and die. */
  DEAD_WRITERS,
  /** A function stalls before it writes, and the list moves far past its place. */
  OVERTAKEN,
  /** The table does not answer for seconds. */
  OUTAGE;

  /** Returns whether few calls give an occasion for it, so that it must be likely at each. */
  boolean rare() {
    return this == MIXED_REASONS || this == OVERTAKEN || this == TORN_BATCH || this == TORN_RANGE;
  }
}
