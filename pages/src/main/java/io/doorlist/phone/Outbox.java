package io.doorlist.phone;

import io.doorlist.phone.QueuedScan.Stage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Decides which queued scans to send, and what an answer means for a scan. It keeps nothing: the
 * queue is in the browser's database, so a killed tab loses nothing.
 *
 * <p>Each code waits separately, so a scan that the server cannot handle holds up no other's.
 */
public final class Outbox {
  /** The most scans in a request of createCheckins. */
  private static final int MAX_SCANS = 100;

  /** Less than the 64 KB that createCheckins takes, which leaves room for separators. */
  private static final int MAX_BYTES = 56_000;

  private static final int BYTES_BESIDE_CODE = 220;
  private static final long FIRST_WAIT_MILLIS = 1_000;
  private static final long MAX_WAIT_MILLIS = 60_000;

  /** The server is there but busy, and what it serves in a second is worth asking for. */
  private static final long MAX_BUSY_MILLIS = 8_000;

  private static final Set<Integer> BUSY = Set.of(429, 503);
  private static final int MAX_DOUBLINGS = 6;

  /** Statuses that come before anything is written: the first attempt has changed nothing. */
  private static final Set<Integer> UNTOUCHED = Set.of(401, 403, 429);

  private Outbox() {}

  /**
   * What the server answered to a scan.
   *
   * @param status 0 if there was no answer
   * @param code the problem's word, empty if there was no problem
   * @param reason of a refusal, empty if there is none
   * @param retryAfterSeconds 0 if the answer does not say
   * @param checkins ids of the check-ins that it created, or of the passage
   */
  public record Answer(
      int status, String code, String reason, long retryAfterSeconds, List<Long> checkins) {
    public Answer {
      checkins = List.copyOf(checkins);
    }

    private String why() {
      return reason.isEmpty() ? code : reason;
    }
  }

  public sealed interface Settled {
    /** The server has what the person was told. */
    record Done() implements Settled {}

    /**
     * The server has it, but somebody else was let in with that ticket before, or nobody should
     * have been: staff must know.
     *
     * @param reason why the server would have refused
     */
    record DoubleAdmission(String reason) implements Settled {}

    /**
     * The person was sent away or their check-in undone, and the server keeps it: staff must know.
     */
    record NotUndone() implements Settled {}

    /** It stays in the queue like this. */
    record Kept(QueuedScan scan) implements Settled {}

    /** The token has ended: the queue waits until the phone is paired again. */
    record Locked() implements Settled {}
  }

  /**
   * Returns the scans to send now in one request, in the queue's order: tickets of one list, or one
   * order, or one undo.
   */
  public static List<QueuedScan> next(List<QueuedScan> queue, long nowMillis) {
    List<QueuedScan> batch = new ArrayList<>();
    int bytes = 0;
    for (QueuedScan scan : open(queue)) {
      if (scan.notBefore() > nowMillis) {
        continue;
      }
      boolean alone = scan.stage() == Stage.UNDOING || !scan.counts().isEmpty();
      if (alone && batch.isEmpty()) {
        return List.of(scan);
      }
      if (alone || !batch.isEmpty() && !batch.getFirst().list().equals(scan.list())) {
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
    for (QueuedScan scan : open(queue)) {
      long its = Math.max(0, scan.notBefore() - nowMillis);
      wait = wait < 0 ? its : Math.min(wait, its);
    }
    return wait;
  }

  /**
   * Returns what is to be sent some time: not what is set aside, nor a scan of a code of which an
   * earlier one may still have to be undone.
   */
  private static List<QueuedScan> open(List<QueuedScan> queue) {
    List<QueuedScan> open = new ArrayList<>();
    Set<String> held = new HashSet<>();
    for (QueuedScan scan : queue) {
      String code = scan.list() + " " + scan.code();
      if (scan.stage() != Stage.SET_ASIDE && !held.contains(code)) {
        open.add(scan);
      }
      if (scan.stage() == Stage.AWAY || scan.stage() == Stage.UNDOING) {
        held.add(code);
      }
    }
    return open;
  }

  /**
   * Returns what an answer means for a scan.
   *
   * @param sent as it was sent
   * @param scan as it is stored when the answer arrives: meanwhile the person may have been told
   *     something, and another answer may have settled it
   * @param spread 0 to 1, drawn once for the answers to a request, so that phones do not come back
   *     together
   */
  public static Settled settle(
      QueuedScan sent, QueuedScan scan, Answer answer, long nowMillis, double spread) {
    boolean undo = scan.stage() == Stage.UNDOING;
    boolean open = scan.stage() == Stage.OPEN;
    if (!scan.key().equals(sent.key()) || undo != (sent.stage() == Stage.UNDOING) || open) {
      return new Settled.Kept(scan);
    }
    if (undo) {
      return undone(scan, answer, nowMillis, spread);
    }
    if (scan.stage() != Stage.IN && scan.attempts() <= 1 && UNTOUCHED.contains(answer.status())) {
      return new Settled.Done();
    }
    return switch (answer.status()) {
      case 200, 201 ->
          scan.stage() == Stage.IN
              ? new Settled.Done()
              : new Settled.Kept(scan.undoing(answer.checkins()));
      case 401, 403 -> new Settled.Locked();
      case 404 -> refused(sent, scan, "unknown", nowMillis);
      case 409 ->
          answer.code().equals("idempotency_key_in_use")
              ? later(scan, answer, nowMillis, spread)
              : refused(sent, scan, answer.code(), nowMillis);
      case 422 ->
          answer.code().equals("idempotency_key_reused")
              ? unread(scan)
              : refused(sent, scan, answer.why(), nowMillis);
      case 400, 413, 415 -> unread(scan);
      default -> later(scan, answer, nowMillis, spread);
    };
  }

  /** An undo may be refused for good: too late for this phone, or others came in with it too. */
  private static Settled undone(QueuedScan scan, Answer answer, long nowMillis, double spread) {
    return switch (answer.status()) {
      case 204, 404 -> new Settled.Done();
      case 401 -> new Settled.Locked();
      case 403 ->
          answer.code().equals("undo_not_allowed") ? new Settled.NotUndone() : new Settled.Locked();
      case 409 -> new Settled.NotUndone();
      default -> later(scan, answer, nowMillis, spread);
    };
  }

  /** The server refuses. If it was only asked, it is still to be told that the person is in. */
  private static Settled refused(QueuedScan sent, QueuedScan scan, String reason, long nowMillis) {
    boolean away = scan.stage() == Stage.AWAY || scan.stage() == Stage.REFUSED;
    if (away && scan.attempts() > 1 && sent.stage() != Stage.REFUSED) {
      return new Settled.Kept(scan.refused(nowMillis));
    }
    if (scan.stage() != Stage.IN || scan.kind() == QueuedScan.Kind.EXIT) {
      // Nobody is held in: an exit that the server refuses, for an unknown code, is over.
      return new Settled.Done();
    }
    return sent.online() ? new Settled.Kept(scan) : new Settled.DoubleAdmission(reason);
  }

  private static Settled unread(QueuedScan scan) {
    return scan.stage() == Stage.IN ? new Settled.Kept(scan.setAside()) : new Settled.Done();
  }

  private static Settled later(QueuedScan scan, Answer answer, long nowMillis, double spread) {
    long wait = backOffMillis(scan.attempts(), answer.status(), spread);
    return new Settled.Kept(
        scan.later(nowMillis + Math.max(answer.retryAfterSeconds() * 1_000, wait)));
  }

  /**
   * Returns how long a scan waits after so many attempts: half a second to one and a half, twice as
   * long each time, and up to 12 s where the server is busy, 90 s otherwise.
   */
  public static long backOffMillis(int attempts, int status, double spread) {
    int doublings = Math.clamp(attempts - 1, 0, MAX_DOUBLINGS);
    long most = BUSY.contains(status) ? MAX_BUSY_MILLIS : MAX_WAIT_MILLIS;
    return (long) (Math.min(most, FIRST_WAIT_MILLIS << doublings) * (0.5 + spread));
  }
}
