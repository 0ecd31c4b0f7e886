package io.doorlist.phone;

import java.util.Objects;

/**
 * A scan that the server has not answered yet. The person is in already: the phone decided by its
 * copy.
 *
 * @param key the idempotency key, the same in every attempt
 * @param list id of the check-in list
 * @param code of the ticket
 * @param scannedAtMillis when it was scanned, by the server's clock as far as the phone knows it
 * @param qrCodeScanned whether it was scanned rather than typed
 * @param stage what to ask the server
 * @param attempts how many attempts have failed
 * @param notBeforeMillis when to try again
 */
public record QueuedScan(
    String key,
    String list,
    String code,
    long scannedAtMillis,
    boolean qrCodeScanned,
    Stage stage,
    int attempts,
    long notBeforeMillis) {
  /** Codes have no control characters, so this can separate members. */
  private static final char BETWEEN = '\t';

  private static final int MEMBERS = 8;

  /** What to ask the server. */
  public enum Stage {
    /**
     * The request was sent but its answer was lost: send the same request again, which gets the
     * same answer if the first one arrived.
     */
    ASKED,

    /**
     * Nothing was sent, or it was refused meanwhile: the door has decided, {@code online=false}.
     */
    DECIDED,

    /** The server cannot handle it; it is kept so that somebody can look at it. */
    SET_ASIDE
  }

  /** Parses the output of {@link #text}. */
  public static QueuedScan read(String text) {
    String[] members = text.split(String.valueOf(BETWEEN), -1);
    if (members.length != MEMBERS) {
      throw new IllegalArgumentException("no queued scan");
    }
    return new QueuedScan(
        members[0],
        members[1],
        members[2],
        Long.parseLong(members[3]),
        members[4].equals("scanned"),
        Stage.valueOf(members[5]),
        Integer.parseInt(members[6]),
        Long.parseLong(members[7]));
  }

  /** Returns the form in which the phone stores the scan. */
  public String text() {
    return key
        + BETWEEN
        + list
        + BETWEEN
        + code
        + BETWEEN
        + scannedAtMillis
        + BETWEEN
        + (qrCodeScanned ? "scanned" : "typed")
        + BETWEEN
        + stage
        + BETWEEN
        + attempts
        + BETWEEN
        + notBeforeMillis;
  }

  QueuedScan at(Stage next, int tried, long notBefore) {
    return new QueuedScan(key, list, code, scannedAtMillis, qrCodeScanned, next, tried, notBefore);
  }

  QueuedScan named(String otherKey) {
    return new QueuedScan(
        otherKey, list, code, scannedAtMillis, qrCodeScanned, stage, attempts, notBeforeMillis);
  }

  /** Shows no code. */
  @Override
  public String toString() {
    return "QueuedScan[" + key + " " + stage + " " + attempts + "]";
  }

  @Override
  public int hashCode() {
    return Objects.hash(key, stage, attempts);
  }
}
