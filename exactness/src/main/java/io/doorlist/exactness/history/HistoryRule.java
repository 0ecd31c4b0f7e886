package io.doorlist.exactness.history;

/**
 * What must hold in every history of requests and their answers. Times are ticks of one counter.
 * The outcome of a request is unknown if there was no answer, or if the answer was 429, 5xx or
 * {@code idempotency_key_in_use}. Such a request may take effect at any later time, or never. "At
 * the end" means what a walk through all pages of every list shows after everything has stopped.
 */
public enum HistoryRule {
  /** Each list lets in a ticket once. */
  ONE_WINNER,
  /** If an answer says "checked in", the ticket is in the list at the end. */
  SUCCESS_KEPT,
  /**
   * "Already checked in" names the ticket's one check-in. No such answer comes before that check-in
   * can have begun.
   */
  ALREADY_TRUE,
  /** A repeat with the same key, request and token gets the same id and the same bytes again. */
  REPLAY_SAME,
  /** A key that one request has used does nothing for a different request. */
  KEY_BOUND,
  /** A read that begins after an acknowledgement shows the check-in. Counts never fall. */
  READ_SHOWS_ALL,
  /** A read shows nothing that cannot have happened yet. */
  READ_SHOWS_ONLY,
  /** Pages are in order, complete and without duplicates. */
  PAGE_WHOLE,
  /** The answer is "not modified" only if the whole answer would be the same. */
  NOT_MODIFIED_TRUE,
  /**
   * At the end, the count is equal to the number of rows, and to the number of different tickets.
   */
  FINAL_COUNT,
  /** Tickets of an order are let in together or not at all. */
  ALL_OR_NOTHING,
  /** A check-in is the same in every answer that shows it. */
  SAME_EVERYWHERE,
  /** No ticket is refused that had to be let in. */
  FAIR_REFUSAL,
  /** No ticket is let in that had to be refused. */
  NO_ENTRY,
  /** No answer has the status 500, or a status that such a request never gets. */
  EXPECTED_ANSWER,
  /**
   * A phone that updates its copy of a list has the same as one that gets a new copy. Copies with
   * equal versions are equal.
   */
  DOOR_COPY,
  /**
   * The pulse, which says how the guests of an event come in, is the sum of the rows. Pulses with
   * equal versions are equal.
   */
  PULSE,
  /** A batch answers each of its scans in their order, as single requests would be answered. */
  BATCH_WHOLE,
  /** A look (getAdmission) gives the verdict that a check-in would get. */
  LOOK_TRUE,
  /** A look writes nothing. */
  LOOK_WRITES_NOTHING,
  /**
   * Nobody is let in outside the window of a list or ticket, which is the time in which it admits.
   * Inside the window, nobody is refused because of the time.
   */
  IN_TIME,
  /** A change by the organiser holds after its acknowledgement. */
  CHANGE_HOLDS,
  /**
   * Each admission that a device decided offline is on record once: as a check-in, a later entry or
   * a wrong admission.
   */
  OFFLINE_ON_RECORD,
  /** An undone check-in is gone from the list, and is listed among the undone. */
  UNDONE_GONE,
  /** A passage is on record if the service has confirmed it to a phone. */
  ON_RECORD,
  /**
   * The door time of a passage is the time of its scan. If that is in the future, it is the time at
   * which the scan arrives.
   */
  DOOR_TIME,
  /** A scan makes one row of the log at most. */
  ONCE,
  /**
   * The counts, the peak and the curve of an area are the same as if all passages were counted
   * anew.
   */
  WALK,
  /** The state in a ticket's item is the one to which its passages lead. */
  STATE,
  /** The open entries are those that the log does not explain, and rows say the same of them. */
  OPEN,
  /** A reader that follows a log by its cursor misses nothing, and sees nothing twice. */
  LOG_WHOLE,
  /** A withdrawn scan does not count. If it arrives later, it is refused. */
  WITHDRAWN,
  /** A check-in is not undone while later passages depend on it. */
  KEPT,
  /**
   * One key adds one guest at most. All tickets, codes and check-ins of the guest are there, or
   * none.
   */
  ADDED_ONCE,
  /** One key records one payment, in its order and in the sums of its desk. */
  PAID_ONCE,
  /** What staff changed of a guest stays until the shop has another value, and not longer. */
  CORRECTION_HOLDS,
  /** A desk that asks for changes has the same guests as one that asks for all. */
  GUESTS_WHOLE,
  /** If more scans come than a partition can serve, it still serves as many as it can. */
  GOODPUT,
  /** The items of the table are consistent. */
  TABLE
}
