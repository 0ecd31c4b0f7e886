package io.doorlist.cli.following;

import io.doorlist.cli.console.WordedProblem;
import java.time.Duration;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/**
 * Repeats some work, even after failures.
 *
 * @param interval how long to wait after a success
 * @param again how long to wait after a failure, unless the shop asks for a longer wait
 * @param failed gets each failure, and how long the loop waits after it
 */
record PollingLoop(
    Runnable work, Duration interval, Duration again, BiConsumer<WordedProblem, Duration> failed) {
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
        failed.accept(e.problem(), wait);
      } catch (RuntimeException e) {
        wait = again;
        failed.accept(WordedProblem.of(e), wait);
      }
    } while (pause.test(wait));
  }
}
