package io.doorlist.phone;

import io.doorlist.phone.KeptScan.Stage;

/**
 * What an answer means for a scan. The guest may have been told something since the scan was sent.
 * That stands, whatever a late answer says.
 *
 * @param detail the refusal's reason, or the problem; empty if there is none
 */
public record Meaning(Kind kind, String detail) {
  /** What an answer says about the scan, and what the phone must do then. */
  public enum Kind {
    /** The phone does nothing, because the scan has reached another stage since. */
    NOTHING,

    /** The service has recorded what the guest was told. */
    DONE,

    /** The service refuses a guest who was not told anything yet. */
    REFUSED,

    /** The guest is in, but the service would have refused them, so staff must know. */
    NOTICE,

    /** Send the scan again later. */
    LATER,

    /** The token is no longer accepted. Everything waits until the phone is paired again. */
    ENDED,

    /** The service cannot accept the scan as it is, so staff must look at it. */
    SET_ASIDE
  }

  private static final Meaning NOTHING = new Meaning(Kind.NOTHING, "");
  private static final Meaning DONE = new Meaning(Kind.DONE, "");
  private static final Meaning LATER = new Meaning(Kind.LATER, "");

  /**
   * Returns what an answer means.
   *
   * @param sent the stage in which the scan was sent
   * @param now the scan as it is when the answer arrives
   */
  public static Meaning of(Stage sent, KeptScan now, Answer answer) {
    if (sent == Stage.ASKED && now.stage() == Stage.TOLD) {
      return isIn(answer) ? DONE : NOTHING;
    }
    if (sent != now.stage()) {
      return NOTHING;
    }
    if (isPassing(answer)) {
      return LATER;
    }
    if (answer.status() == 401) {
      return new Meaning(Kind.ENDED, "");
    }
    return switch (sent) {
      case ASKED -> ofAsked(answer);
      case TOLD -> ofTold(now.scan(), answer);
      case WITHDRAWN -> answer.status() == 200 && !answer.whole() ? DONE : setAside(answer);
    };
  }

  private static Meaning ofAsked(Answer answer) {
    if (isIn(answer)) {
      return DONE;
    }
    return isRefusal(answer) ? new Meaning(Kind.REFUSED, answer.why()) : LATER;
  }

  private static Meaning ofTold(DoorScan scan, Answer answer) {
    if (isIn(answer)) {
      return DONE;
    }
    if (!isRefusal(answer)) {
      return setAside(answer);
    }
    boolean withdrawn = answer.code().equals("withdrawn");
    if (scan.order() && !withdrawn) {
      // More people were counted than the order has, so the service recorded none of them.
      return setAside(answer);
    }
    // Everybody may leave. If an exit is refused, no ticket has its code, and nothing is left to
    // do.
    return scan.exit() && !withdrawn ? DONE : new Meaning(Kind.NOTICE, answer.why());
  }

  private static Meaning setAside(Answer answer) {
    String what = answer.code().isEmpty() ? "status " + answer.status() : answer.code();
    return new Meaning(Kind.SET_ASIDE, what);
  }

  private static boolean isIn(Answer answer) {
    return !answer.whole() && (answer.status() == 200 || answer.status() == 201);
  }

  /** Returns whether the service refused the ticket, and will always do so. */
  private static boolean isRefusal(Answer answer) {
    return !answer.whole()
        && !answer.code().equals("idempotency_key_reused")
        && (answer.status() == 404 || answer.status() == 409 || answer.status() == 422);
  }

  /** Returns whether the problem may pass, so that another try may succeed. */
  private static boolean isPassing(Answer answer) {
    return answer.status() == 0
        || answer.status() == 429
        || answer.status() >= 500
        || answer.code().equals("idempotency_key_in_use");
  }
}
