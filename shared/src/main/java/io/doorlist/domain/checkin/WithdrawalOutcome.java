package io.doorlist.domain.checkin;

import java.util.List;

/** The outcome of withdrawing a scan, which never fails. */
public sealed interface WithdrawalOutcome {
  /**
   * The scan does not count, and never will.
   *
   * @param undone ids of what the withdrawal undid, in the order in which it undid them
   */
  record Withdrawn(List<Long> undone) implements WithdrawalOutcome {
    public Withdrawn {
      undone = List.copyOf(undone);
    }
  }

  /** The key belongs to another scan, which stays as it is. */
  record KeyReused() implements WithdrawalOutcome {}
}
