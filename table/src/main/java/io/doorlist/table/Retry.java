package io.doorlist.table;

import io.doorlist.domain.UnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;

/**
 * Retries calls of a table until their deadline, after pauses of random length. It retries after a
 * conflict with a running transaction, throttling, a fault of the table, or a lost answer. Engines
 * do not retry, so this is the only policy. Thread-safe.
 */
public record Retry(Time time, Pace pace) {
  /**
   * How long a call is retried after faults. A table that fails for longer is broken rather than
   * busy, so it would be of no use to wait for the deadline.
   */
  private static final Duration FAULTY = Duration.ofSeconds(10);

  /**
   * Calls until there is an answer. No attempt begins after the deadline, not even the first, as
   * earlier calls may have used up the time.
   *
   * @throws UnavailableException if there was no answer before the deadline, if there were only
   *     faults for 10 seconds, or if the table's host has ended
   * @throws RefusedException if the table refuses the request
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
   * @param tries how many attempts came before the last one
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
    // that gives up. An interrupt that stays set would end this pause and every later attempt at
    // once.
    Thread.interrupted();
    time.pause().accept(wait);
  }

  private static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }
}
