package io.doorlist.exactness.history;

import java.util.List;

/**
 * What came back.
 *
 * @param status HTTP status; 0 if there was no answer
 * @param code the problem's code, or ""
 * @param checkins those in the answer, in its order
 * @param count of a read, or -1
 * @param sameToken of an "already" answer
 * @param digest of the bytes
 * @param recorded whether it says that a double admission is on record
 * @param reason why a ticket is not admissible, or ""
 */
public record Answer(
    int status,
    String code,
    List<Seen> checkins,
    long count,
    boolean sameToken,
    long digest,
    boolean recorded,
    String reason) {
  /** No answer came. */
  public static final Answer NONE = new Answer(0, "", List.of(), -1, false, 0);

  private static final String ALREADY = "already_checked_in";
  private static final String IN_USE = "idempotency_key_in_use";
  private static final String REUSED = "idempotency_key_reused";
  private static final String NOT_ENOUGH = "not_enough_tickets";

  /** Makes an answer without a reason and without a double admission. */
  public Answer(
      int status, String code, List<Seen> checkins, long count, boolean sameToken, long digest) {
    this(status, code, checkins, count, sameToken, digest, false, "");
  }

  /** Returns this refusal as one that is on record. */
  public Answer onRecord() {
    return new Answer(status, code, checkins, count, sameToken, digest, true, reason);
  }

  public Answer {
    checkins = List.copyOf(checkins);
  }

  /** A check-in as an answer shows it; {@code digest} is of all that stays. */
  public record Seen(long id, long ticket, long digest) {}

  /** Makes the answer of a check-in that happened. */
  public static Answer created(long digest, Seen... checkins) {
    return new Answer(201, "", List.of(checkins), -1, false, digest);
  }

  /** Makes the answer that a ticket is in already. */
  public static Answer already(Seen first, boolean sameToken) {
    return new Answer(409, ALREADY, List.of(first), -1, sameToken, 0);
  }

  /** Makes another refusal. */
  public static Answer refused(int status, String code) {
    return new Answer(status, code, List.of(), -1, false, 0);
  }

  /** Makes the answer of a look. */
  public static Answer look(String verdict, Seen... checkin) {
    return new Answer(200, verdict, List.of(checkin), -1, false, 0);
  }

  /** Makes a refusal of a ticket for a reason. */
  public static Answer notAdmissible(String reason) {
    return new Answer(422, "not_admissible", List.of(), -1, false, 0, false, reason);
  }

  /** Makes the answer of a read. */
  public static Answer read(long count, List<Seen> checkins) {
    return new Answer(200, "", checkins, count, false, 0);
  }

  /** Returns whether somebody was let in. */
  public boolean created() {
    return status == 201;
  }

  /** Returns whether it says that the ticket is in. */
  public boolean already() {
    return status == 409 && code.equals(ALREADY);
  }

  /** Returns whether it is a look that says that the ticket may come in. */
  boolean admissible() {
    return status == 200 && code.equals("admissible");
  }

  /** Returns whether it is a look that says that the ticket is in, and names the check-in. */
  boolean seenIn() {
    return status == 200 && code.equals(ALREADY) && checkins.size() == 1;
  }

  /** Returns whether another request has the key now. */
  boolean inUse() {
    return status == 409 && code.equals(IN_USE);
  }

  /** Returns whether it says that the key was used for another request. */
  public boolean reused() {
    return status == 422 && code.equals(REUSED);
  }

  /** Returns whether it says that the order has fewer tickets left. */
  public boolean notEnough() {
    return status == 409 && code.equals(NOT_ENOUGH);
  }

  /** Returns whether the request may or may not have happened, or still may. */
  public boolean unknown() {
    return status == 0 || status >= 500 || status == 429 || inUse();
  }
}
