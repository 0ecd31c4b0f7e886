package io.doorlist.store;

import io.doorlist.domain.UnavailableException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * Calls the store again while that can help and there is time: after conflicts with a running
 * transaction, throttling, faults of the store and lost answers, with full jitter. The SDK's own
 * retries are off, so there is one policy; unlike the SDK's it knows that a transaction cancelled
 * by a conflict wants to be sent again, and that a failed condition is an answer. Thread-safe.
 */
final class Retry {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(10);
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(640);

  private static final Set<String> TRANSIENT =
      Set.of(
          "TransactionConflictException",
          "TransactionInProgressException",
          "ProvisionedThroughputExceededException",
          "ThrottlingException",
          "RequestLimitExceeded",
          "LimitExceededException",
          "InternalServerError",
          "ServiceUnavailable");
  private static final Set<String> TRANSIENT_REASONS =
      Set.of("TransactionConflict", "ProvisionedThroughputExceeded", "ThrottlingError", "None");

  private final Clock clock;
  private final RandomGenerator random;
  private final Consumer<Duration> pause;

  Retry(Clock clock, RandomGenerator random, Consumer<Duration> pause) {
    this.clock = clock;
    this.random = random;
    this.pause = pause;
  }

  /**
   * Calls until there is an answer. No try begins after the deadline, not even the first: what came
   * before may have used the time up.
   *
   * @throws UnavailableException if there was none before the deadline
   */
  <T> T call(Instant deadline, Supplier<T> request) {
    Duration ceiling = FIRST_PAUSE;
    while (true) {
      if (clock.instant().isAfter(deadline)) {
        throw new UnavailableException(null);
      }
      try {
        return request.get();
      } catch (SdkException e) {
        if (!transientFault(e)) {
          throw e;
        }
        Duration wait = Duration.ofNanos(random.nextLong(ceiling.toNanos()) + 1);
        if (clock.instant().plus(wait).isAfter(deadline)) {
          throw new UnavailableException(e);
        }
        pause.accept(wait);
        ceiling = ceiling.multipliedBy(2);
        if (ceiling.compareTo(LONGEST_PAUSE) > 0) {
          ceiling = LONGEST_PAUSE;
        }
      }
    }
  }

  private static boolean transientFault(SdkException e) {
    if (e instanceof TransactionCanceledException cancelled) {
      return cancelled.hasCancellationReasons()
          && cancelled.cancellationReasons().stream()
              .map(CancellationReason::code)
              .allMatch(TRANSIENT_REASONS::contains);
    }
    if (e instanceof DynamoDbException fault) {
      return fault.statusCode() >= 500
          || fault.awsErrorDetails() != null
              && TRANSIENT.contains(fault.awsErrorDetails().errorCode());
    }
    return e instanceof SdkClientException;
  }
}
