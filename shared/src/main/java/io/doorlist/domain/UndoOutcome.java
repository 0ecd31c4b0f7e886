package io.doorlist.domain;

/** The outcome of undoing a check-in. */
public enum UndoOutcome {
  /** It is undone; the ticket may come in again. */
  UNDONE,
  /** The list has no such check-in, or no longer has it. */
  NOT_FOUND,
  /** The token's role may undo its own recent check-ins only. */
  NOT_ALLOWED
}
