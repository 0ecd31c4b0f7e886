package io.doorlist.checkinlists;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * Finds the slowest of many runs in one thread, by processor time: other programs on the machine do
 * not count. Not thread-safe.
 */
final class Stopwatch {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final int warmUp;
  private int runs;
  private long start;
  private long slowestNanos;

  /**
   * @param warmUp how many first runs do not count, as classes are loaded in them
   */
  Stopwatch(int warmUp) {
    this.warmUp = warmUp;
  }

  void start() {
    start = THREADS.getCurrentThreadCpuTime();
  }

  void stop() {
    long nanos = THREADS.getCurrentThreadCpuTime() - start;
    runs++;
    if (runs > warmUp) {
      slowestNanos = Math.max(slowestNanos, nanos);
    }
  }

  /** Returns the longest run in whole milliseconds, rounded up. */
  long slowestMillis() {
    return (slowestNanos + 999_999) / 1_000_000;
  }

  @Override
  public String toString() {
    return "%d inputs, the slowest took %.2f ms".formatted(runs, slowestNanos / 1e6);
  }
}
