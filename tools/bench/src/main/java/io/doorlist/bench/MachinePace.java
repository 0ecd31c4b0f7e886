package io.doorlist.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures the machine's speed at each moment: the processor time of the same piece of work, ten
 * times a second. A shared processor is slower while its other users are busy, although it is never
 * taken away. Uses a hundredth of a processor. Thread-safe.
 */
final class MachinePace implements AutoCloseable {
  private static final long EVERY_NANOS = Duration.ofMillis(100).toNanos();
  private static final long AROUND_NANOS = Duration.ofMillis(2_500).toNanos();
  private static final int STEPS = 1_000_000;

  /** The time at full pace is the shortest of this many measurements. */
  private static final int BEST_OF = 20;

  private static final double FULL = 1.1;

  /** One measurement; {@code result} is kept so that no compiler can optimise the work away. */
  private record Sample(long atNanos, long workNanos, long result) {}

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final List<Sample> samples = new ArrayList<>();
  private final Thread thread = Thread.ofPlatform().daemon().name("pace").start(this::run);

  private void run() {
    while (!Thread.currentThread().isInterrupted()) {
      long at = System.nanoTime();
      long before = threads.getCurrentThreadCpuTime();
      long result = work(at);
      long took = threads.getCurrentThreadCpuTime() - before;
      synchronized (samples) {
        samples.add(new Sample(at, took, result));
      }
      LockSupport.parkNanos(EVERY_NANOS);
    }
  }

  /** Calculates without memory access, with as much parallelism as a processor has. */
  private static long work(long seed) {
    long a = seed;
    long b = 1;
    long c = 2;
    long d = 3;
    for (int i = 0; i < STEPS; i++) {
      a = a * 31 + i;
      b = b * 33 ^ i;
      c += a >>> 3;
      d ^= b << 1;
    }
    return a + b + c + d;
  }

  /**
   * Returns whether the work took no more than a tenth longer than at full pace around a moment.
   */
  boolean full(long atNanos) {
    return median(atNanos - AROUND_NANOS, atNanos + AROUND_NANOS) <= best() * FULL;
  }

  /**
   * Returns the median time of the work between two moments, in nanoseconds; 0 without a
   * measurement.
   */
  long median(long fromNanos, long toNanos) {
    synchronized (samples) {
      return nth(
          samples.stream()
              .filter(sample -> sample.atNanos - fromNanos >= 0 && toNanos - sample.atNanos > 0)
              .toList(),
          2);
    }
  }

  private long best() {
    synchronized (samples) {
      return nth(samples, BEST_OF);
    }
  }

  private static long nth(List<Sample> some, int part) {
    return some.stream()
        .mapToLong(Sample::workNanos)
        .sorted()
        .skip(some.size() / part)
        .findFirst()
        .orElse(0);
  }

  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
