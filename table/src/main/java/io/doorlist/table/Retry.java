package io.doorlist.table;

import io.doorlist.domain.UnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;

/**
 * Retries calls of the store while that can help and there is time: after conflicts with a running
 * transaction, throttling, faults of the store and lost answers, with full jitter. An engine tries
 * a call once, so there is one policy. Thread-safe.
 */
public record Retry(Time time, Pace pace) {
  /** A host that fails for longer is broken rather than busy: nobody waits two minutes for it. */
  private static final Duration FAULTY = Duration.ofSeconds(10);

  /**
   * Calls until there is an answer. No attempt begins after the deadline, not even the first:
   * earlier calls may have used up the time.
   *
   * @throws UnavailableException if there was no answer before the deadline, nothing but faults of
   *     the store for 10 seconds, or its host has ended
   * @throws RefusedException if the store does not do this
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
      } catch (ThrottledException e) {
        pace.throttled();
        pause(pace.longestPause(tries), deadline, e);
        faultyUntil = Instant.MAX;
      } catch (FaultException e) {
        faultyUntil = earlier(faultyUntil, time.clock().instant().plus(FAULTY));
        pause(tries, earlier(faultyUntil, deadline), e);
      } catch (NoAnswerException e) {
        if (e.ended()) {
          throw new UnavailableException(e);
        }
        faultyUntil = Instant.MAX;
        pause(tries, deadline, e);
      } catch (ConflictException e) {
        faultyUntil = Instant.MAX;
        pause(tries, deadline, e);
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
  void pause(int tries, Instant deadline, TableException cause) {
    pause(Pace.usualPause(tries), deadline, cause);
  }

  private void pause(Duration longest, Instant deadline, TableException cause) {
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
}
