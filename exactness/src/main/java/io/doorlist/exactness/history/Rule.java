package io.doorlist.exactness.history;

/** What a history must hold to; the README says each at length. */
public enum Rule {
  /** A ticket is let in once per list. */
  ONE_WINNER,
  /** Who was told "you are in" is there at the end. */
  SUCCESS_KEPT,
  /** "Already in" names the one check-in, and not before it can have begun. */
  ALREADY_TRUE,
  /** The same key, request and token get the winner's id and bytes again. */
  REPLAY_SAME,
  /** A key opens nothing for another request. */
  KEY_BOUND,
  /** A read begun after an acknowledgement shows it, and counts never fall. */
  READ_SHOWS_ALL,
  /** A read shows nothing that cannot have happened yet. */
  READ_SHOWS_ONLY,
  /** Pages are in order, whole and without doubles. */
  PAGE_WHOLE,
  /** "Not modified" is as true as the whole answer would be. */
  NOT_MODIFIED_TRUE,
  /** At the end, count, walked rows and distinct tickets are the same. */
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
  /** A copy brought up to date is a fresh one, and equal versions mean equal copies. */
  DOOR_COPY,
  /** The pulse is what the rows add up to, and equal versions mean equal pulses. */
  PULSE,
  /** A batch answers each of its scans, in their order, as the single request would. */
  BATCH_WHOLE,
  /** A look says what a check-in would have been answered. */
  LOOK_TRUE,
  /** A look writes nothing. */
  LOOK_WRITES_NOTHING,
  /** Nobody is let in outside a window, nor refused inside it for the time. */
  IN_TIME,
  /** An acknowledged change by the organiser holds. */
  CHANGE_HOLDS,
  /** What a device let in offline is a check-in or on record, once. */
  OFFLINE_ON_RECORD,
  /** What was undone is gone from the list, and is kept among the undone. */
  UNDONE_GONE,
  /** The table itself is as it should be. */
  TABLE
}
