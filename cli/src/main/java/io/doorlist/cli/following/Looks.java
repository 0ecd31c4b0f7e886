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
   * @throws ShopFault if the first answer of the shop shows that the settings are wrong
   */
  boolean until(Predicate<Duration> pause) {
    boolean answered = false;
    Duration wait;
    do {
      wait = interval;
      try {
        follower.look();
        answered = true;
        status.upToDate(interval);
      } catch (Stopped e) {
        break;
      } catch (ShopFault e) {
        if (e.settingsAreWrong() && !answered) {
          status.end();
          throw e;
        }
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
