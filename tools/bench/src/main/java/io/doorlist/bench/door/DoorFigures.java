package io.doorlist.bench.door;

import io.doorlist.bench.door.DoorTraffic.Kind;
import io.doorlist.bench.door.OpenLoop.Exchange;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * The figures for a period at the doors. Times count from the moment when a request was due.
 *
 * @param asked how many check-ins were requested per second
 * @param in how many check-ins let somebody in per second
 * @param checkins the times of checkInOrder and checkInTicket, including refusals
 * @param odd how often unexpected answers came, by kind of request and status; 0 stands for no
 *     answer
 * @param hostCores how many processors the host kept busy, including its table
 */
record DoorFigures(
    double asked, double in, Histogram checkins, Map<String, Long> odd, double hostCores) {
  static final List<String> COLUMNS =
      List.of("asked/s", "in/s", "p50 ms", "p99 ms", "p99.9 ms", "most ms", "odd", "host cores");

  private static final long MAX_NANOS = Duration.ofMinutes(2).toNanos();
  private static final int DIGITS = 3;
  private static final double MAX_P99_MILLIS = 100;
  private static final double LEAST_DONE = 0.98;

  static DoorFigures of(List<Exchange> exchanges, Duration length, Duration hostTime) {
    Histogram checkins = new Histogram(MAX_NANOS, DIGITS);
    long asked = 0;
    long in = 0;
    Map<String, Long> odd = new TreeMap<>();
    long first = Long.MAX_VALUE;
    long last = Long.MIN_VALUE;
    for (Exchange exchange : exchanges) {
      Kind kind = exchange.wish().kind();
      if (kind != Kind.CHECKINS && kind != Kind.TICKETS) {
        checkins.recordValue(Math.min(exchange.nanos(), MAX_NANOS));
      }
      asked += kind == Kind.CHECK_IN ? 1 : 0;
      in += kind == Kind.CHECK_IN && exchange.status() == 201 ? 1 : 0;
      if (!expected(kind).contains(exchange.status())) {
        odd.merge(kind + " " + exchange.status(), 1L, Long::sum);
      }
      first = Math.min(first, exchange.dueNanos());
      last = Math.max(last, exchange.endedNanos());
    }
    double seconds = length.toNanos() / 1e9;
    double until = Math.max(seconds, (last - first) / 1e9);
    return new DoorFigures(
        asked / seconds, in / until, checkins, odd, hostTime.toNanos() / 1e9 / until);
  }

  /**
   * Returns the statuses that this kind of request may get. The history checker decides which of
   * them is right.
   */
  private static Set<Integer> expected(Kind kind) {
    return switch (kind) {
      case CHECK_IN, DUPLICATE -> Set.of(201, 409);
      case WRONG_CODE -> Set.of(404);
      case CHECKINS, TICKETS -> Set.of(200);
    };
  }

  /** Returns whether the doors kept up: everybody was let in, nearly without waiting. */
  boolean keptUp() {
    return isQuick() && in >= asked * LEAST_DONE;
  }

  boolean isQuick() {
    return millis(checkins, 99) < MAX_P99_MILLIS;
  }

  List<Number> row() {
    return List.of(
        asked,
        in,
        millis(checkins, 50),
        millis(checkins, 99),
        millis(checkins, 99.9),
        millis(checkins, 100),
        odd.values().stream().mapToLong(Long::longValue).sum(),
        hostCores);
  }

  private static double millis(Histogram times, double percentile) {
    return times.getValueAtPercentile(percentile) / 1e6;
  }
}
