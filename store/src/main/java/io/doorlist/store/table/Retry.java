package io.doorlist.store.table;

import io.doorlist.domain.UnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * Retries calls of the store while that can help and there is time: after conflicts with a running
 * transaction, throttling, faults of the store and lost answers, with full jitter. The SDK's own
 * retries are off, so there is one policy; unlike the SDK's, it sends a transaction again that a
 * conflict cancelled, and treats a failed condition as an answer. Thread-safe.
 */
public record Retry(Time time, Pace pace) {
  private static final Set<String> THROTTLED =
      Set.of(
          "ProvisionedThroughputExceededException",
          "ThrottlingException",
          "RequestLimitExceeded",
          "LimitExceededException");
  private static final Set<String> TRANSIENT =
      Set.of("TransactionConflictException", "TransactionInProgressException");
  private static final Set<String> THROTTLED_REASONS =
      Set.of("ProvisionedThroughputExceeded", "ThrottlingError");
  private static final Set<String> TRANSIENT_REASONS = Set.of("TransactionConflict", "None");

  /** DynamoDB says it in words, a proxy before it like this. */
  private static final int TOO_MANY_REQUESTS = 429;

  /** A host that fails for longer is broken rather than busy: nobody waits two minutes for it. */
  private static final Duration FAULTY = Duration.ofSeconds(10);

  /**
   * Calls until there is an answer. No attempt begins after the deadline, not even the first:
   * earlier calls may have used up the time.
   *
   * @throws UnavailableException if there was no answer before the deadline, or nothing but faults
   *     of the store for 10 seconds
   */
  <T> T call(Instant deadline, Supplier<T> request) {
    Instant faultyUntil = Instant.MAX;
    for (int tries = 0; ; tries++) {
      pace.turn();
      if (time.clock().instant().isAfter(deadline)) {
        throw new UnavailableException(null);
      }
      try {
        T answer = request.get();
        pace.passed();
        return answer;
      } catch (SdkException e) {
        if (throttled(e)) {
          pace.throttled();
          pause(pace.longestPause(tries), deadline, e);
          faultyUntil = Instant.MAX;
        } else if (e instanceof DynamoDbException fault && fault.statusCode() >= 500) {
          faultyUntil = earlier(faultyUntil, time.clock().instant().plus(FAULTY));
          pause(tries, earlier(faultyUntil, deadline), e);
        } else if (transientFault(e)) {
          faultyUntil = Instant.MAX;
          pause(tries, deadline, e);
        } else {
          throw e;
        }
      }
    }
  }

  /**
   * Waits before the next attempt.
   *
   * @param tries how many attempts there were
   * @param cause the failure, or {@code null}
   * @throws UnavailableException if there is no time left to wait
   */
  void pause(int tries, Instant deadline, SdkException cause) {
    pause(Pace.usualPause(tries), deadline, cause);
  }

  private void pause(Duration longest, Instant deadline, SdkException cause) {
    Duration wait = Duration.ofNanos(time.random().nextLong(longest.toNanos()) + 1);
    if (time.clock().instant().plus(wait).isAfter(deadline)) {
      throw new UnavailableException(cause);
    }
    // The SDK ends an attempt that takes too long by interrupting this thread, and so does a host
    // that gives up. An interrupt left set would end this pause and every later attempt at once.
    Thread.interrupted();
    time.pause().accept(wait);
  }

  private static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }

  private static boolean throttled(SdkException e) {
    return e instanceof TransactionCanceledException cancelled
        ? reasons(cancelled).anyMatch(THROTTLED_REASONS::contains) && transientFault(e)
        : e instanceof DynamoDbException fault
            && (THROTTLED.contains(code(fault)) || fault.statusCode() == TOO_MANY_REQUESTS);
  }

  private static boolean transientFault(SdkException e) {
    return switch (e) {
      case TransactionCanceledException cancelled ->
          cancelled.hasCancellationReasons()
              && reasons(cancelled)
                  .allMatch(
                      each -> TRANSIENT_REASONS.contains(each) || THROTTLED_REASONS.contains(each));
      case DynamoDbException fault -> TRANSIENT.contains(code(fault));
      default -> e instanceof SdkClientException;
    };
  }

  private static Stream<String> reasons(TransactionCanceledException cancelled) {
    return cancelled.cancellationReasons().stream().map(CancellationReason::code);
  }

  /**
   * Returns the error code, or an empty text if something in between answered, for example with a
   * page of HTML.
   */
  private static String code(DynamoDbException fault) {
    AwsErrorDetails details = fault.awsErrorDetails();
    return details == null || details.errorCode() == null ? "" : details.errorCode();
  }
}
