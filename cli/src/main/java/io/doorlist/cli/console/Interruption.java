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
 * Lets a command end in good order when somebody asks its process to end (Ctrl-C). The process
 * waits for the command, but not for ever. Thread-safe.
 */
public final class Interruption implements AutoCloseable {
  private final CompletableFuture<Void> asked = new CompletableFuture<>();
  private final CountDownLatch done = new CountDownLatch(1);
  private final Thread hook;

  /**
   * Starts to listen for a request to end the process.
   *
   * @param patience how long the process then waits for the command
   */
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
   * Waits until the process is asked to end, or until one of the futures has completed, normally or
   * not. An interrupt of this thread counts as asking the process to end, and is cleared.
   */
  public void await(CompletableFuture<?>... others) {
    List<CompletableFuture<?>> any = new ArrayList<>(List.of(others));
    any.add(asked);
    try {
      CompletableFuture.anyOf(any.toArray(CompletableFuture[]::new)).get();
    } catch (InterruptedException e) {
      asked.complete(null);
    } catch (ExecutionException e) {
      // Whoever joins the failed future gets the reason.
      return;
    }
  }

  /**
   * Waits for a while, and returns whether the command may go on. If it is asked to end, this
   * returns false at once.
   */
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
      // The process is ending already. Its hook finds that the command is done.
      return;
    }
  }
}
