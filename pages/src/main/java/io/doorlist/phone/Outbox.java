package io.doorlist.phone;

import io.doorlist.phone.QueuedScan.Stage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Decides which queued scans to send, and what an answer means for a scan. It keeps nothing: the
 * queue is in the browser's database, so a killed tab loses nothing.
 *
 * <p>Each scan waits separately, so a scan that the server cannot take holds up no other.
 */
public final class Outbox {
  /** The most scans in a request of createCheckins. */
  private static final int MAX_SCANS = 100;

  /** Less than the 64 KB that createCheckins takes, which leaves room for separators. */
  private static final int MAX_BYTES = 56_000;

  private static final int BYTES_BESIDE_CODE = 220;
  private static final long FIRST_WAIT_MILLIS = 1_000;
  private static final long MAX_WAIT_MILLIS = 60_000;
  private static final int MAX_DOUBLINGS = 6;

  private Outbox() {}

  /** The outcome of a queued scan. */
  public sealed interface Settled {
    /** The server has it. */
    record Done() implements Settled {}

    /**
     * The server has it, but somebody else was let in with that ticket before, or nobody should
     * have been: staff must know.
     *
     * @param reason why the server would have refused
     */
    record DoubleAdmission(String reason) implements Settled {}

    /** It stays in the queue like this. */
    record Kept(QueuedScan scan) implements Settled {}

    /** The token has ended: the queue waits until the phone is paired again. */
    record Locked() implements Settled {}
  }

  /**
   * Returns the scans to send now in one request, oldest first: those of one list and one stage.
   *
   * @param queue in the order in which they were scanned
   */
  public static List<QueuedScan> next(List<QueuedScan> queue, long nowMillis) {
    List<QueuedScan> batch = new ArrayList<>();
    int bytes = 0;
    for (QueuedScan scan : queue) {
      if (scan.stage() == Stage.SET_ASIDE || scan.notBeforeMillis() > nowMillis) {
        continue;
      }
      if (!batch.isEmpty() && !batch.getFirst().list().equals(scan.list())) {
        continue;
      }
      // A character of a code may take six bytes in JSON.
      int more =
          BYTES_BESIDE_CODE
              + Math.max(
                  scan.code().length() * 2, scan.code().getBytes(StandardCharsets.UTF_8).length);
      if (batch.size() == MAX_SCANS || bytes + more > MAX_BYTES) {
        break;
      }
      batch.add(scan);
      bytes += more;
    }
    return batch;
  }

  /** Returns how long until a scan is due; 0 if one is due now, -1 if none ever will be. */
  public static long waitMillis(List<QueuedScan> queue, long nowMillis) {
    long wait = -1;
    for (QueuedScan scan : queue) {
      if (scan.stage() != Stage.SET_ASIDE) {
        long its = Math.max(0, scan.notBeforeMillis() - nowMillis);
        wait = wait < 0 ? its : Math.min(wait, its);
      }
    }
    return wait;
  }

  /**
   * Returns what an answer means for a scan.
   *
   * @param status 0 if there was no answer
   * @param code the problem's word, empty if there was no problem
   * @param reason of a refusal, empty if there is none
   * @param retryAfterSeconds of the answer, 0 if it has none
   */
  public static Settled settle(
      QueuedScan scan,
      int status,
      String code,
      String reason,
      long retryAfterSeconds,
      long nowMillis) {
    return switch (status) {
      case 200, 201 -> new Settled.Done();
      case 401, 403 -> new Settled.Locked();
      case 404 -> refused(scan, "unknown");
      case 409 ->
          code.equals("idempotency_key_in_use")
              ? later(scan, retryAfterSeconds, nowMillis)
              : refused(scan, code);
      case 422 ->
          code.equals("idempotency_key_reused")
              ? aside(scan)
              : refused(scan, reason.isEmpty() ? code : reason);
      case 400, 413, 415 -> aside(scan);
      default -> later(scan, retryAfterSeconds, nowMillis);
    };
  }

  /**
   * The server refuses somebody who is in already. If it was asked, it must now be told; that is
   * another request, so it has its own key.
   */
  private static Settled refused(QueuedScan scan, String reason) {
    return scan.stage() == Stage.ASKED
        ? new Settled.Kept(scan.named(scan.key() + "-in").at(Stage.DECIDED, 0, 0))
        : new Settled.DoubleAdmission(reason);
  }

  private static Settled aside(QueuedScan scan) {
    return new Settled.Kept(scan.at(Stage.SET_ASIDE, scan.attempts() + 1, 0));
  }

  private static Settled later(QueuedScan scan, long retryAfterSeconds, long nowMillis) {
    long wait =
        Math.max(
            retryAfterSeconds * 1_000,
            Math.min(
                MAX_WAIT_MILLIS, FIRST_WAIT_MILLIS << Math.min(scan.attempts(), MAX_DOUBLINGS)));
    return new Settled.Kept(scan.at(scan.stage(), scan.attempts() + 1, nowMillis + wait));
  }
}
