package io.doorlist.cli.importing.guests;

/** A row cannot be let in as it is. Its message has no value of the row. */
final class RefusedRow extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient Refusal refusal;

  RefusedRow(Refusal refusal) {
    super(refusal.text());
    this.refusal = refusal;
  }

  Refusal refusal() {
    return refusal;
  }
}
