package io.doorlist.table.conformance;

import io.doorlist.table.RefusedException;
import io.doorlist.testing.Call;

/** Differences between DynamoDB Local and our engines, and why they may be. */
enum Known {
  /**
   * One condition of a transaction is not true, and another write cannot be done: AWS says both of
   * the writes, and so do we. DynamoDB Local refuses the whole.
   */
  REFUSED_INSTEAD_OF_REJECTED {
    @Override
    boolean explains(Call<?> call, Answer expected, Answer given) {
      return call instanceof Call.Transact
          && expected.refused().equals(RefusedException.INVALID)
          && given.rejected();
    }
  },
  /** A transaction has the token of another one and a key without a text: either is a reason. */
  REFUSED_FOR_ITS_KEY {
    @Override
    boolean explains(Call<?> call, Answer expected, Answer given) {
      return expected.refused().equals(RefusedException.OTHER_CONTENT)
          && given.refused().equals(RefusedException.INVALID)
          && call.writes().stream().anyMatch(write -> write.key().sk().isEmpty());
    }
  };

  abstract boolean explains(Call<?> call, Answer expected, Answer given);
}
