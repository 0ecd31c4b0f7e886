package io.doorlist.domain.checkin;

/** The outcome of undoing a check-in or another passage. */
public enum UndoOutcome {
  /** It is undone; the ticket may come in again. */
  UNDONE,
  /** The list has no such check-in or passage, or it was undone before. */
  NOT_FOUND,
  /** The token's role may undo its own recent check-ins only. */
  NOT_ALLOWED,
  /** The ticket has left or come in again since. Those passages must be undone first. */
  HAS_PASSAGES
}
