package io.doorlist.exactness.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What clients asked and were answered at an event, and which rules that breaks. */
final class CheckedHistory {
  final Roster roster;
  final List<Operation> operations;
  final List<Violation> violations = new ArrayList<>();

  /** When each request was first sent: a retry may get the answer of an earlier attempt. */
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

  /** Returns the earliest time at which the operation that an answer shows can have begun. */
  Tick begun(Operation operation) {
    Asked asked = operation.asked();
    return asked.key() == null && !asked.offline() ? operation.begun() : first.get(asked);
  }

  /** Returns when an answered request may have been judged. */
  ScanTime judged(Operation operation) {
    return ScanTime.of(operation.asked(), begun(operation).at(), operation.ended().at());
  }
}
