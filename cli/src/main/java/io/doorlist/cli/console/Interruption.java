package io.doorlist.cli.console;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Lets a command end cleanly when its process is asked to end (Ctrl-C): the process waits a while
 * for the command. Thread-safe.
 */
public final class Interruption implements AutoCloseable {
  private final CompletableFuture<Void> asked = new CompletableFuture<>();
  private final CountDownLatch done = new CountDownLatch(1);
  private final Thread hook;

  /** Starts listening. When asked to end, the process waits this long for the command. */
  public Interruption(Duration patience) {
    hook = new Thread(() -> end(patience), "interruption");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private void end(Duration patience) {
    asked.complete(null);
    try {
      done.await(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  public void ask() {
    asked.complete(null);
  }

  public boolean asked() {
    return asked.isDone();
  }

  /**
   * Waits until the process is asked to end, this thread is interrupted (which clears the
   * interrupt), or one of these has ended, successfully or not.
   */
  public void await(CompletableFuture<?>... others) {
    List<CompletableFuture<?>> any = new ArrayList<>(List.of(others));
    any.add(asked);
    try {
      CompletableFuture.anyOf(any.toArray(CompletableFuture[]::new)).get();
    } catch (InterruptedException e) {
      asked.complete(null);
    } catch (ExecutionException e) {
      // Whoever waits for the failed one gets the reason.
      return;
    }
  }

  /** Waits this long; returns whether to continue rather than end. */
  public boolean pause(Duration length) {
    try {
      asked.get(length.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return true;
    } catch (InterruptedException | ExecutionException e) {
      asked.complete(null);
    }
    return false;
  }

  @Override
  public void close() {
    done.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is already ending: the hook will find that all is done.
      return;
    }
  }
}
