package io.doorlist.local;

import java.time.Duration;

/**
 * Gives memory back to the machine when the host has little to do. The JVM's serial collector does
 * not: after an import or a rush, the process would stay at hundreds of megabytes.
 */
final class IdleMemory implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofSeconds(5);

  /** With less processor time in such a pause, the host has little to do. */
  private static final Duration LITTLE = PAUSE.dividedBy(10);

  /** A collection stops the host for a twentieth of a second, so it is only done for this much. */
  private static final long WORTH_IT_BYTES = 64 << 20;

  private final Thread thread;
  private final Watch watch = new Watch();

  IdleMemory() {
    thread = Thread.ofPlatform().name("idle-memory").daemon().start(this::run);
  }

  private void run() {
    try {
      while (true) {
        Thread.sleep(PAUSE);
        if (watch.isTime(processorTime(), used())) {
          System.gc();
          watch.collected(used());
        }
      }
    } catch (InterruptedException e) {
      // The host closes.
      Thread.currentThread().interrupt();
    }
  }

  private static Duration processorTime() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
  }

  private static long used() {
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  @Override
  public void close() {
    thread.interrupt();
  }

  /** Decides when memory is given back. */
  static final class Watch {
    private Duration spent;
    private long left;

    /**
     * Is called after each pause. Returns whether the host has had little to do meanwhile, and uses
     * enough more than after the last collection. On the first call nothing is known.
     *
     * @param processor the processor time of this process
     * @param used in bytes
     */
    boolean isTime(Duration processor, long used) {
      boolean idle = spent != null && processor.minus(spent).compareTo(LITTLE) < 0;
      spent = processor;
      return idle && used - left >= WORTH_IT_BYTES;
    }

    /** Notes how much is used after a collection. */
    void collected(long used) {
      left = used;
    }
  }
}
