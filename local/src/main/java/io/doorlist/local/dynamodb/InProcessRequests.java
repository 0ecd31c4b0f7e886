package io.doorlist.local.dynamodb;

import io.doorlist.local.dynamodb.engine.Engine;
import io.doorlist.local.dynamodb.engine.SdkExceptions;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/**
 * Answers requests from this process as the server answers those that come over HTTP: with the same
 * limit of requests at a time, the same guard of the disk and the same errors. Thread-safe.
 *
 * <p>Implementation note. Requests run on threads of the table's own, like those of the server.
 * Whoever asks may be interrupted or give up, and an interrupted thread would close the database's
 * files.
 */
final class InProcessRequests implements AutoCloseable {
  private static final Duration END = Duration.ofSeconds(5);

  private final Engine engine;
  private final DataFolder folder;
  private final Semaphore turns;
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          Thread.ofPlatform().daemon().name("dynamodb-local-call-", 0).factory());

  /** Creates it for a database; {@code folder} is {@code null} for memory. */
  InProcessRequests(Engine engine, DataFolder folder, int most) {
    this.engine = engine;
    this.folder = folder;
    this.turns = new Semaphore(most, true);
  }

  /**
   * Returns the answer to a request. One that is given up before its turn does not begin; one that
   * has begun ends at the table, as over HTTP.
   *
   * @param patience how long to wait for the answer
   * @throws software.amazon.awssdk.core.exception.SdkException as the SDK's client of a server
   */
  <T> T answer(boolean writes, Duration patience, Supplier<T> operation) {
    long end = System.nanoTime() + patience.toNanos();
    FutureTask<T> attempt = new FutureTask<>(() -> run(writes, operation));
    try {
      if (!turns.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS)) {
        throw ApiCallAttemptTimeoutException.create(patience.toMillis());
      }
      start(attempt);
      return attempt.get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw ApiCallAttemptTimeoutException.create(patience.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw AbortedException.create("the request was interrupted", e);
    } catch (ExecutionException e) {
      throw SdkExceptions.of(e.getCause());
    }
  }

  /** Starts a request that has a turn, which it gives back. */
  private void start(FutureTask<?> attempt) {
    try {
      threads.execute(
          () -> {
            try {
              attempt.run();
            } finally {
              turns.release();
            }
          });
    } catch (RejectedExecutionException e) {
      turns.release();
      throw SdkClientException.create("the table is closed", e);
    }
  }

  private <T> T run(boolean writes, Supplier<T> operation) throws IOException {
    if (writes && folder != null && folder.isFull()) {
      throw full();
    }
    try {
      return operation.get();
    } finally {
      // Even a refusal says what is in the table.
      engine.awaitDurable();
    }
  }

  private static DynamoDbException full() {
    return (DynamoDbException)
        DynamoDbException.builder()
            .statusCode(DiskGuard.FULL_STATUS)
            .awsErrorDetails(
                AwsErrorDetails.builder()
                    .errorCode(DiskGuard.FULL_CODE)
                    .errorMessage(DiskGuard.FULL_MESSAGE)
                    .build())
            .build();
  }

  /** Takes no more requests, and gives those that run some time to end. */
  @Override
  public void close() {
    threads.shutdown();
    try {
      threads.awaitTermination(END.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
