package io.doorlist.exactness.simulator.schedule;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs fibers one at a time in simulated time. A fiber runs until it sleeps; then the one that
 * wakes next runs, and of several at the same moment the one that the seed selects. Nothing else
 * decides, so a seed determines the whole run.
 */
public final class Scheduler {
  private static final long MAX_STEPS = 500_000;

  private final PriorityQueue<Fiber> waiting =
      new PriorityQueue<>(
          Comparator.<Fiber>comparingLong(fiber -> fiber.wakes)
              .thenComparingLong(fiber -> fiber.lot)
              .thenComparingLong(fiber -> fiber.number));
  private final SplittableRandom lots;
  private final CountDownLatch ended = new CountDownLatch(1);
  private final List<Throwable> crashes = new ArrayList<>();
  private final Instant start;
  private final long maxSteps;
  private long nanos;
  private long steps;
  private int fibers;
  private Fiber current;

  public Scheduler(Instant start, SplittableRandom lots) {
    this(start, lots, MAX_STEPS);
  }

  /**
   * Creates a scheduler.
   *
   * @param maxSteps after which a run counts as endless
   */
  public Scheduler(Instant start, SplittableRandom lots, long maxSteps) {
    this.start = start;
    this.lots = lots;
    this.maxSteps = maxSteps;
  }

  /** An independent thread of simulated time. */
  public final class Fiber {
    private volatile Thread thread;
    private final int number;
    private long wakes;
    private long lot;
    private volatile boolean turn;

    private Fiber(Runnable body) {
      this.number = fibers++;
      this.thread =
          Thread.ofVirtual()
              .unstarted(
                  () -> {
                    await(this);
                    try {
                      body.run();
                    } catch (Killed e) {
                      // The work of a killed function just ends.
                    } catch (Throwable e) {
                      crashes.add(e);
                    }
                    handOver();
                  });
    }
  }

  /** Thrown to end a fiber's work, as when its function is killed. */
  public static final class Killed extends Error {
    private static final long serialVersionUID = 1L;

    public Killed() {
      super("killed", null, false, false);
    }
  }

  /** Adds a fiber that starts after a while; the caller goes on. */
  public Fiber start(Duration after, Runnable body) {
    Fiber fiber = new Fiber(body);
    enqueue(fiber, nanos + after.toNanos());
    fiber.thread.start();
    return fiber;
  }

  public void run() {
    Fiber first = next();
    if (first == null) {
      return;
    }
    give(first);
    try {
      ended.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
    if (!crashes.isEmpty()) {
      throw new IllegalStateException("a fiber crashed", crashes.getFirst());
    }
  }

  /** Returns the clock of a machine that is wrong by this much. */
  public Clock clock(Duration skew) {
    InstantSource source = () -> now().plus(skew);
    return source.withZone(ZoneOffset.UTC);
  }

  public Instant now() {
    return start.plusNanos(nanos);
  }

  public Fiber current() {
    return current;
  }

  static String name(Fiber fiber) {
    return fiber == null ? "-" : "#" + fiber.number;
  }

  public void sleep(Duration length) {
    Fiber self = current;
    // The import writes in threads of its own; the fiber that started them waits meanwhile.
    self.thread = Thread.currentThread();
    enqueue(self, nanos + length.toNanos());
    Fiber next = next();
    if (next != self) {
      give(next);
      await(self);
    }
  }

  public void wake(Fiber fiber) {
    if (waiting.remove(fiber)) {
      enqueue(fiber, nanos);
    }
  }

  private void enqueue(Fiber fiber, long wakes) {
    fiber.wakes = wakes;
    fiber.lot = lots.nextInt();
    waiting.add(fiber);
  }

  /** Takes the fiber whose turn is next, and moves the time to it. */
  private Fiber next() {
    if (++steps == maxSteps) {
      crashes.add(new IllegalStateException("the run does not end"));
      waiting.clear();
      ended.countDown();
    }
    if (steps >= maxSteps) {
      throw new Killed();
    }
    Fiber next = waiting.poll();
    if (next != null) {
      nanos = Math.max(nanos, next.wakes);
      current = next;
    }
    return next;
  }

  private void handOver() {
    if (steps >= maxSteps) {
      return;
    }
    Fiber next = next();
    if (next == null) {
      ended.countDown();
    } else {
      give(next);
    }
  }

  private static void give(Fiber fiber) {
    fiber.turn = true;
    LockSupport.unpark(fiber.thread);
  }

  private static void await(Fiber fiber) {
    while (!fiber.turn) {
      LockSupport.park();
    }
    fiber.turn = false;
  }
}
