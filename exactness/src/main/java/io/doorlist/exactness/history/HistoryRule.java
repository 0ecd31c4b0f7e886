package io.doorlist.exactness.history;

/**
 * What must hold. Times are ticks of one counter. A request without an answer, or with 429, 503,
 * another 5xx or {@code idempotency_key_in_use}, may take effect at any later time or never. "At
 * the end" is a walk of every list, page by page, after everything has stopped.
 */
public enum HistoryRule {
  /** A ticket is let in once per list. */
  ONE_WINNER,
  /** If an answer says "checked in", the person is in the list at the end. */
  SUCCESS_KEPT,
  /** "Already checked in" names the one check-in, and not before it can have begun. */
  ALREADY_TRUE,
  /** The same key, request and token get the winner's id and bytes again. */
  REPLAY_SAME,
  /** A key gives another request nothing. */
  KEY_BOUND,
  /** A read that begins after an acknowledgement shows the check-in, and counts never fall. */
  READ_SHOWS_ALL,
  /** A read shows nothing that cannot have happened yet. */
  READ_SHOWS_ONLY,
  /** Pages are in order, complete and without duplicates. */
  PAGE_WHOLE,
  /** "Not modified" is answered only if the whole answer would be the same. */
  NOT_MODIFIED_TRUE,
  /** At the end, the count equals the number of rows walked and of distinct tickets. */
  FINAL_COUNT,
  /** Tickets of an order are let in together or not at all. */
  ALL_OR_NOTHING,
  /** A check-in is the same in every answer that shows it. */
  SAME_EVERYWHERE,
  /** No ticket is refused that had to be let in. */
  FAIR_REFUSAL,
  /** No ticket is let in that had to be refused. */
  NO_ENTRY,
  /** No answer is a server error or one that no such request gets. */
  EXPECTED_ANSWER,
  /** An updated copy equals a fresh one, and equal versions mean equal copies. */
  DOOR_COPY,
  /** The pulse is the sum of the rows, and equal versions mean equal pulses. */
  PULSE,
  /** A batch answers each of its scans, in their order, as the single request would. */
  BATCH_WHOLE,
  /** A look gives the verdict that a check-in would have got. */
  LOOK_TRUE,
  /** A look writes nothing. */
  LOOK_WRITES_NOTHING,
  /** Nobody is let in outside a window, or refused inside it because of the time. */
  IN_TIME,
  /** An acknowledged change by the organiser holds. */
  CHANGE_HOLDS,
  /** Each offline admission is a check-in, a later entry or a wrong one on record, once. */
  OFFLINE_ON_RECORD,
  /** An undone check-in is gone from the list, and is listed among the undone. */
  UNDONE_GONE,
  /** A passage of which a phone was told is on record. */
  ON_RECORD,
  /** Its door time is when it was scanned, or now if the server's clock is behind that. */
  DOOR_TIME,
  /** A scan makes one row at most. */
  ONCE,
  /** Counts, peak and curve of an area are a walk of all passages. */
  WALK,
  /** A ticket's own state is the fold of its passages. */
  STATE,
  /** What is open, and what rows say of it, is the fold of the log. */
  OPEN,
  /** A reader of a log by cursor misses nothing and sees nothing twice. */
  LOG_WHOLE,
  /** A scan that was withdrawn does not count, and what arrives of it later is refused. */
  WITHDRAWN,
  /** A check-in that passages rest on is not undone before them. */
  KEPT,
  /** One key is one guest, with all tickets, codes and check-ins, or with none of it. */
  ADDED_ONCE,
  /** One key is one payment, in its order and in what its desk took. */
  PAID_ONCE,
  /** What staff changed of a guest stays until the shop has another value, and no longer. */
  CORRECTION_HOLDS,
  /** A desk that asks for what changed has the guests of one that asks for all. */
  GUESTS_WHOLE,
  /** More scans than a partition serves do not keep it from serving as many as it can. */
  GOODPUT,
  /** The items of the table are consistent. */
  TABLE
}
