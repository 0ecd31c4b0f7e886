package io.doorlist.exactness.storm;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What a storm's scans were answered, and how fast. */
final class StormFigures {
  private final Instant start;
  private final List<Live> live = new ArrayList<>();
  private final List<Long> admitted = new ArrayList<>();
  private long lastUpload;

  StormFigures(Instant start) {
    this.start = start;
  }

  private record Live(long begun, long millis, boolean answered) {}

  void live(Instant begun, Instant now, boolean answered) {
    live.add(new Live(millis(begun), Duration.between(begun, now).toMillis(), answered));
  }

  void admitted(Instant now) {
    admitted.add(millis(now));
  }

  /** A scan of a queue was let in. */
  void uploaded(Instant now) {
    lastUpload = millis(now);
  }

  private long millis(Instant at) {
    return Duration.between(start, at).toMillis();
  }

  /** Returns how many were let in, from one second on and before another. */
  long admitted(long fromSecond, long toSecond) {
    return admitted.stream().filter(at -> at >= fromSecond * 1000 && at < toSecond * 1000).count();
  }

  /** Returns when the last scan of a queue was let in, in seconds. */
  double lastUpload() {
    return lastUpload / 1000.0;
  }

  /**
   * Returns a percentile of the time in which live scans of some seconds were answered; one that
   * got no answer counts as 10 s.
   */
  long percentile(double share, long fromSecond, long toSecond) {
    long[] millis =
        live(fromSecond, toSecond)
            .mapToLong(each -> each.answered() ? each.millis() : 10_000)
            .sorted()
            .toArray();
    return millis.length == 0
        ? 0
        : millis[(int) Math.min(millis.length - 1, share * millis.length)];
  }

  private Stream<Live> live(long fromSecond, long toSecond) {
    return live.stream()
        .filter(each -> each.begun() >= fromSecond * 1000 && each.begun() < toSecond * 1000);
  }

  /** Returns the share of live scans of some seconds that were answered within a time. */
  double answered(long fromSecond, long toSecond, long within) {
    List<Live> some = live(fromSecond, toSecond).toList();
    long good = some.stream().filter(each -> each.answered() && each.millis() <= within).count();
    return some.isEmpty() ? 1 : (double) good / some.size();
  }
}
