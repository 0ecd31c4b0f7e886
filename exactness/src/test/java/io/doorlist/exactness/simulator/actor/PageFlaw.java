package io.doorlist.exactness.simulator.actor;

/** What a careless programmer could have made of the page. */
public enum PageFlaw {
  /** The page as it is. */
  NONE,
  /** Who was sent away before the answer came is forgotten. */
  LATE_ANSWER_IGNORED,
  /** The queue is in memory only. */
  QUEUE_NOT_KEPT,
  /** Who is in and refused by the server is not reported. */
  REFUSAL_NOT_REPORTED,
  /** A refusal ends a scan, although an earlier request of it may still be on its way. */
  EARLIER_REQUEST_FORGOTTEN,
  /** Whose check-in was undone is let in by the old answer. */
  KEY_OF_UNDONE_USED_AGAIN
}
