package io.doorlist.exactness.simulator.fault;

/** What can go wrong between a function and its table, and around both. */
public enum FaultKind {
  /** A transaction or write is cancelled because of another one. */
  CONFLICT,
  THROTTLE,
  /** The same transaction is reported as in progress. */
  IN_PROGRESS,
  /** The request fails before it does anything. */
  FAIL_BEFORE,
  /** The request succeeds, but its answer is lost. */
  LOST_ANSWER,
  /** The request succeeds, and a copy of it arrives seconds or minutes later. */
  DUPLICATE,
  /** The caller gives up, and the request arrives seconds or minutes later. */
  LATE_ARRIVAL,
  /** The function stalls for seconds between two calls. */
  STALL,
  /** The function is killed before or after a call. */
  KILLED,
  /** Some failed conditions of a transaction are reported as conflicts. */
  MIXED_REASONS,
  /** A batch read leaves keys unprocessed. */
  UNPROCESSED,
  /** A batch read sees the table at two moments. */
  TORN_BATCH,
  /** A range read sees the table at two moments. */
  TORN_RANGE,
  /** An eventually consistent read returns old data. */
  SLOW_REPLICA,
  /** A request is served by an instance whose clock is wrong. */
  CLOCK_SKEW,
  /** Writers reserve ordinals in a list and die. */
  DEAD_WRITERS,
  /** A function stalls before it writes, and the list grows far past its ordinal. */
  OVERTAKEN,
  /** The table does not answer for seconds. */
  OUTAGE;

  /**
   * Returns whether the fault is possible at few calls only, so that it must be likely at each of
   * these.
   */
  boolean rare() {
    return this == MIXED_REASONS || this == OVERTAKEN || this == TORN_BATCH || this == TORN_RANGE;
  }
}
