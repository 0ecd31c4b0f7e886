package io.doorlist.exactness.history;

import io.doorlist.exactness.history.Asked.Kind;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Rules for scans that devices had decided before they sent them. */
final class OfflineRules {
  private OfflineRules() {}

  static void check(CheckedHistory history, Walk walk) {
    Set<String> recorded = new HashSet<>();
    Set<String> possible = new HashSet<>();
    Map<Asked, Operation> in = new HashMap<>();
    for (Operation operation : history.operations) {
      if (operation.asked().list() != walk.list() || operation.asked().kind() != Kind.TICKET) {
        continue;
      }
      Asked asked = operation.asked();
      Answer answer = operation.answer();
      if (answer.recorded() != mustBe(asked, answer)) {
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

  /**
   * Returns whether the refusal must be on record: the device let the ticket in, and it is not its
   * own check-in.
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
