package io.doorlist.phone;

import java.util.HashMap;
import java.util.Map;

/**
 * Knows when a scan is sent again after an attempt failed, and which scans need a request of their
 * own. Nothing of this is stored, because an app that starts again tries all scans at once. Not
 * thread-safe.
 */
public final class Retries {
  private final Map<String, Retry> retries = new HashMap<>();
  private int silences;
  private long quietUntil;

  private record Retry(int attempts, long notBefore, boolean alone) {
    static final Retry NONE = new Retry(0, 0, false);
  }

  private Retry of(String key) {
    return retries.getOrDefault(key, Retry.NONE);
  }

  /**
   * Sends a scan again later.
   *
   * @param status of the answer; 0 if there was none
   * @param spread a random number from 0 to 1, the same for all scans of a request
   */
  public void later(String key, int status, long retryAfterSeconds, long now, double spread) {
    Retry before = of(key);
    long wait =
        Math.max(retryAfterSeconds * 1_000, BackOff.millis(before.attempts + 1, status, spread));
    retries.put(key, new Retry(before.attempts + 1, now + wait, before.alone));
  }

  /**
   * Sends a scan in a request of its own from now on, because the service could not read the
   * request with others.
   */
  public void sendAlone(String key) {
    retries.put(key, new Retry(0, 0, true));
  }

  /** Forgets a scan that has come to an end, or has reached another stage. */
  public void forget(String key) {
    retries.remove(key);
  }

  /** Lets all scans that wait for another try be sent now, because the service answers again. */
  public void hurry() {
    retries.replaceAll((key, retry) -> new Retry(retry.attempts, 0, retry.alone));
  }

  long notBefore(String key) {
    return of(key).notBefore;
  }

  boolean alone(String key) {
    return of(key).alone;
  }

  /**
   * Notes that a request of the queue had no answer. Each time this happens in a row, the next
   * request waits longer.
   */
  public void silent(long now, double spread) {
    quietUntil = now + BackOff.millis(++silences, 0, spread);
  }

  /** Notes that a request of the queue was answered. */
  public void answered() {
    silences = 0;
  }

  /** Lets the queue send at this time at the latest, because the service probably answers again. */
  public void quietUntilAtMost(long time) {
    quietUntil = Math.min(quietUntil, time);
  }

  /** Returns when the queue may next send a request. */
  public long quietUntil() {
    return quietUntil;
  }
}
