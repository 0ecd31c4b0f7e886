package io.doorlist.cli.following;

import io.doorlist.cli.console.FailureReporter;
import java.time.Duration;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/**
 * Repeats some work, even after failures.
 *
 * @param interval how long to wait after a success
 * @param again how long to wait after a failure, unless the shop asks for a longer wait
 * @param failed gets the message of a failure, and how long the loop waits then
 */
record PollingLoop(
    Runnable work, Duration interval, Duration again, BiConsumer<String, Duration> failed) {
  /**
   * Repeats the work until the process is asked to end.
   *
   * @param pause waits, and returns whether to go on
   */
  void until(Predicate<Duration> pause) {
    Duration wait;
    do {
      wait = interval;
      try {
        work.run();
      } catch (ShutdownException e) {
        return;
      } catch (ShopFault e) {
        wait = e.shopWait().compareTo(again) > 0 ? e.shopWait() : again;
        failed.accept(e.getMessage(), wait);
      } catch (RuntimeException e) {
        wait = again;
        failed.accept(FailureReporter.reason(e), wait);
      }
    } while (pause.test(wait));
  }
}
