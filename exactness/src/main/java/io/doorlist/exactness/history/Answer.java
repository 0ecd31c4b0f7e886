package io.doorlist.exactness.history;

import java.util.List;

/**
 * The answer to a request.
 *
 * @param status the HTTP status; 0 if there was no answer
 * @param code the code of the problem, or the verdict of a look (getAdmission); "" for other
 *     answers
 * @param checkins the check-ins in the answer, in order
 * @param count the count in the answer to a read, or -1
 * @param sameToken the member {@code same_token} of an "already checked in" answer
 * @param digest a digest of the answer's bytes
 * @param recorded whether the answer says that the refused admission is on record
 * @param reason why the ticket is not admissible, or ""
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
  public static final Answer NONE = new Answer(0, "", List.of(), -1, false, 0);

  /** Creates an answer that has no reason, and does not say that an admission is on record. */
  public Answer(
      int status, String code, List<Seen> checkins, long count, boolean sameToken, long digest) {
    this(status, code, checkins, count, sameToken, digest, false, "");
  }

  /** Returns a copy of this refusal that says that the admission is on record. */
  public Answer onRecord() {
    return new Answer(status, code, checkins, count, sameToken, digest, true, reason);
  }

  public Answer {
    checkins = List.copyOf(checkins);
  }

  /**
   * A check-in as an answer shows it.
   *
   * @param digest a digest of the members that never change
   */
  public record Seen(long id, long ticket, long digest) {}

  public static Answer created(long digest, Seen... checkins) {
    return new Answer(201, "", List.of(checkins), -1, false, digest);
  }

  public static Answer already(Seen first, boolean sameToken) {
    return new Answer(409, "already_checked_in", List.of(first), -1, sameToken, 0);
  }

  public static Answer refused(int status, String code) {
    return new Answer(status, code, List.of(), -1, false, 0);
  }

  public static Answer look(String verdict, Seen... checkin) {
    return new Answer(200, verdict, List.of(checkin), -1, false, 0);
  }

  public static Answer notAdmissible(String reason) {
    return new Answer(422, "not_admissible", List.of(), -1, false, 0, false, reason);
  }

  public static Answer read(long count, List<Seen> checkins) {
    return new Answer(200, "", checkins, count, false, 0);
  }

  public boolean created() {
    return status == 201;
  }

  public boolean already() {
    return status == 409 && code.equals("already_checked_in");
  }

  boolean admissible() {
    return status == 200 && code.equals("admissible");
  }

  /**
   * Returns whether this is the answer to a look (getAdmission) that names the ticket's check-in.
   */
  boolean seenIn() {
    return status == 200 && code.equals("already_checked_in") && checkins.size() == 1;
  }

  boolean inUse() {
    return status == 409 && code.equals("idempotency_key_in_use");
  }

  public boolean reused() {
    return status == 422 && code.equals("idempotency_key_reused");
  }

  public boolean notEnough() {
    return status == 409 && code.equals("not_enough_tickets");
  }

  /**
   * Returns whether the outcome is unknown. The request may have had its effect, or may still have
   * it.
   */
  public boolean unknown() {
    return status == 0 || status >= 500 || status == 429 || inUse();
  }
}
