package io.doorlist.exactness.simulator.schedule;

import io.doorlist.checkinlists.Workers;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;

/**
 * Handles the scans of one request in fibers, so that they interleave in simulated time. When one
 * is killed, so is the function: no fiber begins another scan, and what they have begun ends like
 * requests under way.
 */
public final class FiberWorkers implements Workers {
  private static final int AT_ONCE = 4;
  private static final Duration LONG = Duration.ofDays(1);

  private final Scheduler scheduler;

  public FiberWorkers(Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  @Override
  public void run(List<Runnable> tasks) {
    Crew crew = new Crew(tasks);
    for (int i = 0; i < Math.min(AT_ONCE, tasks.size()); i++) {
      scheduler.start(Duration.ZERO, crew::work);
    }
    crew.await();
  }

  /** The workers of one request. */
  private final class Crew {
    private final Queue<Runnable> left;
    private final Scheduler.Fiber caller = scheduler.current();
    private int open;
    private Throwable failure;

    Crew(List<Runnable> tasks) {
      this.left = new ArrayDeque<>(tasks);
      this.open = tasks.size();
    }

    void work() {
      while (failure == null && !left.isEmpty()) {
        try {
          left.remove().run();
          open--;
        } catch (RuntimeException | Scheduler.Killed e) {
          failure = e;
        }
      }
      if (failure != null || open == 0) {
        scheduler.wake(caller);
      }
    }

    void await() {
      while (failure == null && open > 0) {
        scheduler.sleep(LONG);
      }
      if (failure instanceof Scheduler.Killed killed) {
        throw killed;
      }
      if (failure != null) {
        throw new IllegalStateException("a scan failed", failure);
      }
    }
  }
}
