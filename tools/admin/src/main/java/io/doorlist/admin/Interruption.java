package io.doorlist.admin;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets a command end in good order when its process is asked to end (Ctrl-C): the process waits for
 * it a while. Thread-safe.
 */
final class Interruption implements AutoCloseable {
  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch done = new CountDownLatch(1);
  private final Thread hook;

  /**
   * Begins to listen.
   *
   * @param patience how long the process waits for the command
   */
  Interruption(Duration patience) {
    hook =
        new Thread(
            () -> {
              asked.countDown();
              try {
                done.await(patience.toMillis(), TimeUnit.MILLISECONDS);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            "interruption");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Tells whether the process was asked to end. */
  boolean asked() {
    return asked.getCount() == 0;
  }

  /** Waits until the process is asked to end, or this thread is interrupted. */
  void await() {
    try {
      asked.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Lets the process end. */
  @Override
  public void close() {
    done.countDown();
    if (!asked()) {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        // The process ends at this moment: the hook runs and finds that all is done.
        return;
      }
    }
  }
}
