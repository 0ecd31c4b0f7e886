package io.doorlist.cli.importing.guests;

/** Thrown if a row of a guest list is refused. The message repeats no value of the row. */
final class RefusedRowException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient Refusal refusal;

  RefusedRowException(Refusal refusal) {
    super(refusal.text());
    this.refusal = refusal;
  }

  Refusal refusal() {
    return refusal;
  }
}
