package io.doorlist.exactness.simulator.fault;

import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;

/** How likely each fault is in one run, and how often it has happened. Used by one run only. */
public final class FaultPlan {
  private static final double[] RATES = {0.01, 0.03, 0.08, 0.2};

  private final SplittableRandom random;
  private final Map<FaultKind, Double> rates = new EnumMap<>(FaultKind.class);
  private final Map<FaultKind, Long> counts = new EnumMap<>(FaultKind.class);
  private final Instant outageStart;
  private final Instant outageEnd;
  private boolean off;

  /** Draws the kinds of faults of a run: about two in five. */
  public FaultPlan(SplittableRandom random, Instant start) {
    this.random = random;
    this.outageStart = start.plusMillis(random.nextInt(3000));
    this.outageEnd = outageStart.plusMillis(random.nextInt(20_000));
    for (FaultKind kind : FaultKind.values()) {
      if (random.nextInt(5) < 2) {
        rates.put(kind, kind.rare() ? 0.5 : RATES[random.nextInt(RATES.length)]);
      }
      counts.put(kind, 0L);
    }
  }

  /** Draws whether a fault happens now, and counts it if so. */
  boolean strikes(FaultKind kind) {
    Double rate = rates.get(kind);
    if (off || rate == null || random.nextDouble() >= rate) {
      return false;
    }
    count(kind, 1);
    return true;
  }

  /** Returns whether the table is unavailable at this time, and counts the call if so. */
  boolean outage(Instant now) {
    boolean out =
        !off && has(FaultKind.OUTAGE) && !now.isBefore(outageStart) && now.isBefore(outageEnd);
    if (out) {
      count(FaultKind.OUTAGE, 1);
    }
    return out;
  }

  public boolean has(FaultKind kind) {
    return rates.containsKey(kind);
  }

  public void count(FaultKind kind, long times) {
    counts.merge(kind, times, Long::sum);
  }

  public void end() {
    off = true;
  }

  /** Returns a number from 0 (inclusive) to {@code bound} (exclusive). */
  int draw(int bound) {
    return random.nextInt(bound);
  }

  public Map<FaultKind, Long> counts() {
    return Map.copyOf(counts);
  }
}
