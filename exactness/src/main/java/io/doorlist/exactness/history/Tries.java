package io.doorlist.exactness.history;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** When each request was first sent: a retry may get the answer of an earlier attempt. */
final class Tries {
  private final Map<Asked, Moment> first = new HashMap<>();

  Tries(List<Operation> operations) {
    for (Operation operation : operations) {
      first.merge(
          operation.asked(),
          operation.begun(),
          (one, other) -> one.tick() < other.tick() ? one : other);
    }
  }

  /** Returns the earliest time at which the operation that an answer shows can have begun. */
  Moment begun(Operation operation) {
    Asked asked = operation.asked();
    return asked.key() == null && !asked.offline() ? operation.begun() : first.get(asked);
  }

  /** Returns when an answered request may have been judged. */
  ScanTime judged(Operation operation) {
    return ScanTime.of(operation.asked(), begun(operation).at(), operation.ended().at());
  }
}
