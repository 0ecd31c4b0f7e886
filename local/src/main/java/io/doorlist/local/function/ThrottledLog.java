package io.doorlist.local.function;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Consumer;

/**
 * Shows lines of functions' logs on the terminal. Metrics and ordinary events are left out, as they
 * belong only in the log of a stack. Lines that say that the table is busy are shown only once in a
 * while, because they would fill the terminal. Thread-safe.
 */
final class ThrottledLog {
  private static final String METRIC = "{\"_aws\":";
  private static final String HAPPENED = "{\"level\":\"INFO\",";
  private static final String BUSY = "\"code\":\"unavailable\"";
  private static final Duration WHILE = Duration.ofSeconds(10);

  private final InstantSource clock;
  private final Consumer<String> shown;
  private Instant next = Instant.MIN;
  private int left;

  ThrottledLog(InstantSource clock, Consumer<String> shown) {
    this.clock = clock;
    this.shown = shown;
  }

  void add(String line) {
    if (line.startsWith(METRIC) || line.startsWith(HAPPENED)) {
      return;
    }
    if (!line.contains(BUSY) || isDue()) {
      shown.accept(line);
    }
  }

  private synchronized boolean isDue() {
    if (clock.instant().isBefore(next)) {
      left++;
      return false;
    }
    if (left > 0) {
      shown.accept("%d more answers were late, as the table was busy".formatted(left));
    }
    next = clock.instant().plus(WHILE);
    left = 0;
    return true;
  }
}
