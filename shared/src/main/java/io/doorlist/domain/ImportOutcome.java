package io.doorlist.domain;

/**
 * The outcome of one line of an import.
 *
 * @param field the member that is wrong, or {@code null} unless refused
 * @param reason why it was refused, or {@code null}
 */
public record ImportOutcome(Kind kind, String field, String reason) {
  /** The line was new. */
  public static final ImportOutcome CREATED = new ImportOutcome(Kind.CREATED, null, null);

  /** The line changed what was there. */
  public static final ImportOutcome CHANGED = new ImportOutcome(Kind.CHANGED, null, null);

  /** All of it was there already, or something newer. */
  public static final ImportOutcome UNCHANGED = new ImportOutcome(Kind.UNCHANGED, null, null);

  /** The table had no time for the line; it must be tried again. */
  public static final ImportOutcome BUSY = new ImportOutcome(Kind.BUSY, null, null);

  /** Makes a refusal. */
  public static ImportOutcome refused(String field, String reason) {
    return new ImportOutcome(Kind.REFUSED, field, reason);
  }

  /** What can become of a line. */
  public enum Kind {
    CREATED,
    CHANGED,
    UNCHANGED,
    REFUSED,
    BUSY
  }
}
