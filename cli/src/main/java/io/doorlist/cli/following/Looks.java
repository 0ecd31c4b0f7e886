package io.doorlist.cli.following;

import io.doorlist.cli.console.FailureReporter;
import java.time.Duration;
import java.util.function.Predicate;

/** Looks at the shop repeatedly, despite failures. */
record Looks(PretixFollower follower, FollowStatus status, Duration interval) {
  /**
   * Looks once.
   *
   * @return whether nothing was refused
   * @throws ShopFault if the shop does not answer
   */
  boolean once() {
    follower.look();
    status.end();
    return status.total().refused() == 0;
  }

  /**
   * Looks until the process is asked to end.
   *
   * @param pause waits; returns whether to go on
   * @return always true: every failure was reported and retried
   */
  boolean until(Predicate<Duration> pause) {
    Duration wait;
    do {
      wait = interval;
      try {
        follower.look();
        status.upToDate(interval);
      } catch (Stopped e) {
        break;
      } catch (ShopFault e) {
        wait = e.shopWait().compareTo(interval) > 0 ? e.shopWait() : interval;
        status.failed(e.getMessage(), wait);
      } catch (RuntimeException e) {
        status.failed(FailureReporter.reason(e), wait);
      }
    } while (pause.test(wait));
    status.end();
    return true;
  }
}
