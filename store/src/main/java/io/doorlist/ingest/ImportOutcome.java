package io.doorlist.ingest;

import io.doorlist.domain.Worded;

/**
 * The outcome of one line of an import.
 *
 * @param field the member that is wrong; {@code null} if the line is not refused
 * @param reason why the line is refused, or {@code null}
 */
public record ImportOutcome(Kind kind, String field, String reason) {
  public static final ImportOutcome CREATED = new ImportOutcome(Kind.CREATED, null, null);
  public static final ImportOutcome CHANGED = new ImportOutcome(Kind.CHANGED, null, null);

  /** The table already has what the line says, or something newer. */
  public static final ImportOutcome UNCHANGED = new ImportOutcome(Kind.UNCHANGED, null, null);

  /** The table was too busy; try the line again. */
  public static final ImportOutcome BUSY = new ImportOutcome(Kind.BUSY, null, null);

  /** The line is about an event that is not there. */
  static final ImportOutcome NO_EVENT =
      refused("event", "there is no such event; its line must come first");

  public static ImportOutcome refused(String field, String reason) {
    return new ImportOutcome(Kind.REFUSED, field, reason);
  }

  public enum Kind implements Worded {
    CREATED,
    CHANGED,
    UNCHANGED,
    REFUSED,
    BUSY
  }
}
