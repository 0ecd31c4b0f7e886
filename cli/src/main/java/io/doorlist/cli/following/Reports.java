package io.doorlist.cli.following;

import io.doorlist.cli.console.FailureReporter;
import java.time.Duration;
import java.util.function.Predicate;

/** Reports to the shop repeatedly, despite failures. */
record Reports(PretixReporter reporter, FollowStatus status) {
  /** How long to wait after a failure, if the shop does not say. */
  private static final Duration AGAIN = Duration.ofSeconds(5);

  /**
   * Reports once.
   *
   * @throws ShopFault if the shop does not answer
   */
  void once() {
    try {
      reporter.report();
    } finally {
      reporter.end();
    }
  }

  /**
   * Reports until the process is asked to end; every failure is said once and tried again.
   *
   * @param pause waits; returns whether to go on
   */
  void until(Predicate<Duration> pause) {
    Duration wait;
    do {
      wait = PretixReporter.INTERVAL;
      try {
        reporter.report();
      } catch (Stopped e) {
        break;
      } catch (ShopFault e) {
        wait = e.shopWait().compareTo(AGAIN) > 0 ? e.shopWait() : AGAIN;
        status.reportFailed(e.getMessage());
      } catch (RuntimeException e) {
        wait = AGAIN;
        status.reportFailed(FailureReporter.reason(e));
      }
    } while (pause.test(wait));
    try {
      reporter.end();
    } catch (RuntimeException e) {
      // The turn ends by itself.
      return;
    }
  }
}
