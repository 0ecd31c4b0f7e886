package io.doorlist.admin.importing.lines;

import io.doorlist.domain.UnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Does things again that the table had no time for, with longer and longer pauses. */
public final class Patience {
  private static final List<Duration> PAUSES =
      List.of(
          Duration.ofSeconds(1),
          Duration.ofSeconds(2),
          Duration.ofSeconds(5),
          Duration.ofSeconds(10),
          Duration.ofSeconds(20));

  private Patience() {}

  /**
   * Works until it is done.
   *
   * @param waiting is called before each pause
   * @param work may be done several times; it returns empty if the table had no time for all of it
   * @throws UnavailableException if it still is not done after more than half a minute
   */
  public static <T> T with(Runnable waiting, Supplier<Optional<T>> work) {
    UnavailableException last = null;
    for (Duration pause : PAUSES) {
      try {
        Optional<T> done = work.get();
        if (done.isPresent()) {
          return done.get();
        }
      } catch (UnavailableException e) {
        last = e;
      }
      waiting.run();
      LockSupport.parkNanos(pause.toNanos());
    }
    UnavailableException fault = last;
    return work.get().orElseThrow(() -> new UnavailableException(fault));
  }
}
