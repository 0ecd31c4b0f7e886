package io.doorlist.exactness.storm;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;

/**
 * What a partition key gives each second, and what requests have spent of it. Each key has two
 * token buckets. They fill at the rate of AWS's limits, and hold what a second gives.
 *
 * <p>A write is served if its units are there or the bucket is full. The units of a read are only
 * known afterwards, so a read is served while any are left. Debt is paid by waiting. What AWS does
 * beyond that for a busy key (bursts, adaptive capacity, splitting) is left out: a key can only do
 * better. Not thread-safe.
 */
final class Throughput {
  /** Units of 1 KB that a partition writes in a second. */
  static final int WRITES = 1000;

  /** Units of 4 KB that a partition reads in a second, strongly consistent. */
  private static final int READS = 3000;

  private final InstantSource clock;
  private final int writesASecond;
  private final Map<String, Bucket> writes = new HashMap<>();
  private final Map<String, Bucket> reads = new HashMap<>();

  /**
   * Creates the limits of an idle table: every bucket is full. Less than {@link #WRITES} meets them
   * with less load.
   *
   * @param writesASecond write units of a key; it has three times as many read units
   */
  Throughput(InstantSource clock, int writesASecond) {
    this.clock = clock;
    this.writesASecond = writesASecond;
  }

  private final class Bucket {
    private final int rate;
    private double units;
    private Instant at = clock.instant();
    private double spent;

    Bucket(int rate) {
      this.rate = rate;
      this.units = rate;
    }

    boolean has(double cost) {
      return left() >= Math.min(cost, rate);
    }

    double left() {
      Instant now = clock.instant();
      units = Math.min(rate, units + rate * Duration.between(at, now).toNanos() / 1e9);
      at = now;
      return units;
    }

    void spend(double cost) {
      units -= cost;
      spent += cost;
    }
  }

  private Bucket writes(String pk) {
    return writes.computeIfAbsent(pk, any -> new Bucket(writesASecond));
  }

  private Bucket reads(String pk) {
    return reads.computeIfAbsent(pk, any -> new Bucket(READS / WRITES * writesASecond));
  }

  /**
   * Takes write units, of all keys or of none.
   *
   * @return whether they were there
   */
  boolean write(Map<String, Integer> units) {
    boolean all =
        units.entrySet().stream().allMatch(each -> writes(each.getKey()).has(each.getValue()));
    if (all) {
      units.forEach((pk, cost) -> writes(pk).spend(cost));
    }
    return all;
  }

  boolean mayRead(String pk) {
    return reads(pk).left() > 0;
  }

  /** Notes what a read took. */
  void read(String pk, double units) {
    reads(pk).spend(units);
  }

  /** Returns the write units that a key has served. */
  double written(String pk) {
    return writes(pk).spent;
  }
}
