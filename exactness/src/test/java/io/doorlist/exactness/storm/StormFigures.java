package io.doorlist.exactness.storm;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** How fast a storm's live scans were answered. */
final class StormFigures {
  private static final long UNANSWERED_MILLIS = 10_000;

  private final Instant start;
  private final List<Live> live = new ArrayList<>();

  StormFigures(Instant start) {
    this.start = start;
  }

  private record Live(Duration begun, long millis) {}

  void live(Instant begun, Instant now, boolean answered) {
    long millis = answered ? Duration.between(begun, now).toMillis() : UNANSWERED_MILLIS;
    live.add(new Live(Duration.between(start, begun), millis));
  }

  int scans() {
    return live.size();
  }

  /**
   * Returns the time within which 99 of 100 live scans were answered that began from some time on
   * and before another.
   */
  long p99Millis(Duration from, Duration until) {
    long[] millis = live(from, until).mapToLong(Live::millis).sorted().toArray();
    return millis.length == 0 ? 0 : millis[(int) Math.min(millis.length - 1, 0.99 * millis.length)];
  }

  /** Returns the share of live scans of the first while that were answered within a time. */
  double answered(Duration until, long withinMillis) {
    return live(Duration.ZERO, until)
        .mapToDouble(each -> each.millis() <= withinMillis ? 1 : 0)
        .average()
        .orElse(1);
  }

  private Stream<Live> live(Duration from, Duration until) {
    return live.stream()
        .filter(each -> each.begun().compareTo(from) >= 0 && each.begun().compareTo(until) < 0);
  }
}
