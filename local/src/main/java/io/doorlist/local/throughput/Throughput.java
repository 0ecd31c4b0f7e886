package io.doorlist.local.throughput;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;

/**
 * What a partition key gives each second, and what requests have spent of it: two token buckets for
 * each key, which fill at the rate of AWS's limits and hold what was left unused for a while.
 *
 * <p>A write is served if its units are there or the bucket is full; the units of a read are only
 * known afterwards, so it is served while any are left. Debt is paid by waiting. What AWS does
 * beyond that for a busy key (adaptive capacity, splitting) is left out: a key can only do better.
 * Thread-safe.
 */
public final class Throughput {
  /** Units of 1 KB that a partition writes in a second. */
  public static final int WRITES = 1000;

  /** Units of 4 KB that a partition reads in a second, strongly consistent. */
  private static final int READS = 3000;

  /** No limits. */
  public static final Throughput UNLIMITED = new Throughput(Instant::now, 0, Duration.ZERO);

  private static final int WRITE_BYTES = 1024;
  private static final int READ_BYTES = 4096;

  private final InstantSource clock;
  private final int writesASecond;
  private final double seconds;
  private final Map<String, Bucket> writes = new HashMap<>();
  private final Map<String, Bucket> reads = new HashMap<>();

  private Throughput(InstantSource clock, int writesASecond, Duration burst) {
    this.clock = clock;
    this.writesASecond = writesASecond;
    this.seconds = burst.toMillis() / 1000.0;
  }

  /**
   * Returns the limits of an idle table: every bucket is full. Less than {@link #WRITES} meets them
   * with less load.
   *
   * @param writesASecond write units of a key, of at least 1; it has three times as many read units
   * @param burst how long units are kept, a second at least
   */
  public static Throughput of(InstantSource clock, int writesASecond, Duration burst) {
    return new Throughput(clock, writesASecond, burst);
  }

  /** Units that were spent and refused by one key. */
  public record Used(double units, long throttled) {}

  private final class Bucket {
    private final int rate;
    private double units;
    private Instant at = clock.instant();
    private double spent;
    private long throttled;

    Bucket(int rate) {
      this.rate = rate;
      this.units = rate * seconds;
    }

    boolean has(double cost) {
      return left() >= Math.min(cost, rate * seconds);
    }

    double left() {
      Instant now = clock.instant();
      double since = Math.max(0, Duration.between(at, now).toNanos()) / 1e9;
      units = Math.min(rate * seconds, units + rate * since);
      at = now;
      return units;
    }

    void spend(double cost) {
      units -= cost;
      spent += cost;
    }
  }

  public boolean limited() {
    return this != UNLIMITED;
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
  public synchronized boolean write(Map<String, Integer> units) {
    boolean all = true;
    for (Map.Entry<String, Integer> each : units.entrySet()) {
      Bucket bucket = writes(each.getKey());
      if (!bucket.has(each.getValue())) {
        bucket.throttled++;
        all = false;
      }
    }
    if (all) {
      units.forEach((pk, cost) -> writes(pk).spend(cost));
    }
    return all;
  }

  public synchronized boolean mayRead(String pk) {
    if (!limited() || reads(pk).left() > 0) {
      return true;
    }
    reads(pk).throttled++;
    return false;
  }

  /** Notes what a read took. */
  public synchronized void read(String pk, double units) {
    if (limited()) {
      reads(pk).spend(units);
    }
  }

  /** Returns the write units that a key has served and the requests that it has throttled. */
  public synchronized Used writesOf(String pk) {
    return new Used(writes(pk).spent, writes(pk).throttled);
  }

  /** Returns the read units that a key has served and the requests that it has throttled. */
  public synchronized Used readsOf(String pk) {
    return new Used(reads(pk).spent, reads(pk).throttled);
  }

  /**
   * Returns the units of a write.
   *
   * @param bytes of the item, before or after, whichever is larger; 0 if there is none
   */
  public static int writeUnits(int bytes, boolean transaction) {
    int units = Math.max(1, (bytes + WRITE_BYTES - 1) / WRITE_BYTES);
    return transaction ? 2 * units : units;
  }

  /**
   * Returns the units of a read.
   *
   * @param bytes of the item, or of all items of a query together
   */
  public static double readUnits(int bytes, boolean consistent) {
    int units = Math.max(1, (bytes + READ_BYTES - 1) / READ_BYTES);
    return consistent ? units : units / 2.0;
  }
}
