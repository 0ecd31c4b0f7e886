package io.doorlist.checkinlists;

import io.doorlist.domain.UnavailableException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs the tasks of one request, a few at the same time. Thread-safe. */
@FunctionalInterface
public interface Workers {
  Workers FEW =
      tasks -> {
        try (ExecutorService workers =
            Executors.newFixedThreadPool(10, Thread.ofVirtual().factory())) {
          List<Future<?>> running = new ArrayList<>();
          tasks.forEach(task -> running.add(workers.submit(task)));
          for (Future<?> each : running) {
            each.get();
          }
        } catch (ExecutionException e) {
          throw new IllegalStateException("a scan failed", e.getCause());
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new UnavailableException(null);
        }
      };

  /** Starts all tasks in order, and returns when all have ended. */
  void run(List<Runnable> tasks);
}
