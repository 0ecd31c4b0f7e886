package io.doorlist.exactness.history;

import java.util.List;

/**
 * The answer to a request.
 *
 * @param status HTTP status; 0 if there was no answer
 * @param code the problem's code, or ""
 * @param checkins in the answer, in order
 * @param count of a read, or -1
 * @param sameToken of an "already" answer
 * @param digest of the bytes
 * @param recorded whether it says that the admission is on record all the same
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

  /** Creates an answer without a reason, of nothing on record. */
  public Answer(
      int status, String code, List<Seen> checkins, long count, boolean sameToken, long digest) {
    this(status, code, checkins, count, sameToken, digest, false, "");
  }

  /** Returns this refusal with the note that it is on record. */
  public Answer onRecord() {
    return new Answer(status, code, checkins, count, sameToken, digest, true, reason);
  }

  public Answer {
    checkins = List.copyOf(checkins);
  }

  /** A check-in as an answer shows it; {@code digest} covers the members that never change. */
  public record Seen(long id, long ticket, long digest) {}

  /** Returns the answer of a successful check-in. */
  public static Answer created(long digest, Seen... checkins) {
    return new Answer(201, "", List.of(checkins), -1, false, digest);
  }

  /** Returns the answer that a ticket is checked in already. */
  public static Answer already(Seen first, boolean sameToken) {
    return new Answer(409, ALREADY, List.of(first), -1, sameToken, 0);
  }

  /** Returns another refusal. */
  public static Answer refused(int status, String code) {
    return new Answer(status, code, List.of(), -1, false, 0);
  }

  /** Returns the answer of a look. */
  public static Answer look(String verdict, Seen... checkin) {
    return new Answer(200, verdict, List.of(checkin), -1, false, 0);
  }

  /** Returns a refusal of a ticket for a reason. */
  public static Answer notAdmissible(String reason) {
    return new Answer(422, "not_admissible", List.of(), -1, false, 0, false, reason);
  }

  /** Returns the answer of a read. */
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

  /** Returns whether it is a look that finds the ticket admissible. */
  boolean admissible() {
    return status == 200 && code.equals("admissible");
  }

  /** Returns whether it is a look that finds the ticket checked in, and names the check-in. */
  boolean seenIn() {
    return status == 200 && code.equals(ALREADY) && checkins.size() == 1;
  }

  /** Returns whether it says that another request is using the key. */
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

  /** Returns whether the outcome is unknown: the request may have happened, or may still happen. */
  public boolean unknown() {
    return status == 0 || status >= 500 || status == 429 || inUse();
  }
}
