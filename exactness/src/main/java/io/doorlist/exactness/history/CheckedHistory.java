package io.doorlist.exactness.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The requests and answers of an event, and the rules that they break. */
final class CheckedHistory {
  final Roster roster;
  final List<Operation> operations;
  final List<Violation> violations = new ArrayList<>();

  /** When each request was first sent. A retry may get the answer to an earlier attempt. */
  private final Map<Asked, Tick> first = new HashMap<>();

  CheckedHistory(Roster roster, List<Operation> operations) {
    this.roster = roster;
    this.operations = operations;
    for (Operation operation : operations) {
      first.merge(
          operation.asked(),
          operation.begun(),
          (one, other) -> one.tick() < other.tick() ? one : other);
    }
  }

  void broken(HistoryRule rule, String how) {
    violations.add(new Violation(rule, how));
  }

  /** Returns the earliest time at which the answered attempt can have begun. */
  Tick begun(Operation operation) {
    Asked asked = operation.asked();
    return asked.key() == null && !asked.offline() ? operation.begun() : first.get(asked);
  }

  /** Returns the times at which the service may have decided on an answered request. */
  ScanTime judged(Operation operation) {
    return ScanTime.of(operation.asked(), begun(operation).at(), operation.ended().at());
  }
}
