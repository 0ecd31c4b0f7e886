package io.doorlist.exactness.history;

import io.doorlist.exactness.history.Asked.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Rules for scans that devices decided before they sent them. */
final class OfflineRules {
  private OfflineRules() {}

  static void check(CheckedHistory history, Walk walk) {
    Set<String> recorded = new HashSet<>();
    Set<String> possible = new HashSet<>();
    Map<Asked, Operation> in = new HashMap<>();
    Map<String, List<Operation>> told = new HashMap<>();
    for (Operation operation : history.operations) {
      if (operation.asked().offline()) {
        told.computeIfAbsent(operation.asked().identity(), any -> new ArrayList<>(1))
            .add(operation);
      }
    }
    for (Operation operation : history.operations) {
      if (operation.asked().list() != walk.list() || operation.asked().kind() != Kind.TICKET) {
        continue;
      }
      Asked asked = operation.asked();
      Answer answer = operation.answer();
      boolean repeatsTold = !asked.offline() && answer.recorded() && repeats(operation, told);
      if (!repeatsTold && answer.recorded() != mustBe(asked, answer)) {
        broken(history, "said wrongly that it is on record, or not: " + operation);
      }
      if (asked.offline() && asked.key() != null && answer.created()) {
        in.put(asked, operation);
      }
      if (answer.recorded()) {
        recorded.add(asked.identity());
      }
      if (asked.offline() && (answer.recorded() || answer.unknown())) {
        possible.add(asked.identity());
      }
    }
    for (Operation operation : history.operations) {
      Operation other = in.get(operation.asked());
      if (operation.answer().recorded() && other != null) {
        broken(history, "in and on record: " + other + " and " + operation);
      }
    }
    if (walk.recorded() < recorded.size() || walk.recorded() > possible.size()) {
      broken(
          history,
          "list %d: %d on record of %d told and %d possible"
              .formatted(walk.list(), walk.recorded(), recorded.size(), possible.size()));
    }
  }

  /** Returns whether a device may have reported the scan before it asked about it. */
  private static boolean repeats(Operation operation, Map<String, List<Operation>> told) {
    return told.getOrDefault(operation.asked().identity(), List.of()).stream()
        .anyMatch(
            each ->
                each.asked().retries(operation.asked()) && each.invoked() < operation.completed());
  }

  /**
   * Returns whether the refusal must be on record. That is so if the device let the ticket in, and
   * the refusal is not about the device's own check-in.
   */
  private static boolean mustBe(Asked asked, Answer answer) {
    boolean refused =
        answer.status() == 404 || answer.already() || answer.status() == 422 && !answer.reused();
    boolean mayBeOwn = answer.already() && answer.sameToken() || answer.reason().equals("revoked");
    boolean own = asked.key() == null && mayBeOwn;
    return asked.offline() && refused && (!own || answer.recorded());
  }

  private static void broken(CheckedHistory history, String how) {
    history.broken(HistoryRule.OFFLINE_ON_RECORD, how);
  }
}
