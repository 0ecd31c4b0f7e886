package io.doorlist.phone;

import java.util.HashMap;
import java.util.Map;

/**
 * When scans are sent again that the service could not take, and which go in a request of their
 * own. An app that starts again tries all at once, so nothing of it is kept. Not thread-safe.
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
   * @param spread 0 to 1, drawn once for a request
   */
  public void later(String key, int status, long retryAfterSeconds, long now, double spread) {
    Retry before = of(key);
    long wait =
        Math.max(retryAfterSeconds * 1_000, BackOff.millis(before.attempts + 1, status, spread));
    retries.put(key, new Retry(before.attempts + 1, now + wait, before.alone));
  }

  /** Sends a scan in a request of its own from now on: beside others it could not be read. */
  public void sendAlone(String key) {
    retries.put(key, new Retry(0, 0, true));
  }

  /** Forgets a scan that has come to its end, or is another now. */
  public void forget(String key) {
    retries.remove(key);
  }

  /** Sends all at once that waits for another try: the service answers again. */
  public void hurry() {
    retries.replaceAll((key, retry) -> new Retry(retry.attempts, 0, retry.alone));
  }

  long notBefore(String key) {
    return of(key).notBefore;
  }

  boolean alone(String key) {
    return of(key).alone;
  }

  /** A request of the queue had no answer: the next waits longer each time. */
  public void silent(long now, double spread) {
    quietUntil = now + BackOff.millis(++silences, 0, spread);
  }

  /** A request of the queue was answered. */
  public void answered() {
    silences = 0;
  }

  /** Sends no later than this: there is reason to believe that the service answers. */
  public void quietUntilAtMost(long time) {
    quietUntil = Math.min(quietUntil, time);
  }

  /** Returns until when no request of the queue is sent. */
  public long quietUntil() {
    return quietUntil;
  }
}
