package io.doorlist.admin.connection;

import io.doorlist.admin.console.Failure;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Function;

/** Works on several inputs at the same time and passes the results on in order. */
public final class OrderedWorkers implements AutoCloseable {
  private static final int WORKERS = 8;
  private static final int MAX_AHEAD = 4 * WORKERS;

  private final ExecutorService threads =
      Executors.newFixedThreadPool(WORKERS, Thread.ofVirtual().factory());

  /** Works on each input, and passes the results on in the order of the inputs. */
  public <T, R> void each(Iterable<T> inputs, Function<T, R> work, Consumer<R> then) {
    Queue<Future<R>> ahead = new ArrayDeque<>();
    for (T input : inputs) {
      ahead.add(threads.submit(() -> work.apply(input)));
      if (ahead.size() > MAX_AHEAD) {
        then.accept(await(ahead.remove()));
      }
    }
    ahead.forEach(result -> then.accept(await(result)));
  }

  private static <R> R await(Future<R> result) {
    try {
      return result.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException fault ? fault : new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Failure("interrupted", e);
    }
  }

  @Override
  public void close() {
    threads.close();
  }
}
