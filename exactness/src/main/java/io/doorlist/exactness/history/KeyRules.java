package io.doorlist.exactness.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Rules for requests that share an idempotency key and a token. */
final class KeyRules {
  private KeyRules() {}

  static void check(CheckedHistory history) {
    Map<String, Operation> winners = new HashMap<>();
    Map<String, List<Operation>> byKey = new HashMap<>();
    for (Operation operation : history.operations) {
      String name = operation.asked().keyName();
      if (name != null) {
        byKey.computeIfAbsent(name, any -> new ArrayList<>(1)).add(operation);
      }
      if (name != null && operation.answer().created()) {
        Operation winner = winners.putIfAbsent(name, operation);
        if (winner != null) {
          compare(winner, operation, history);
        }
      }
    }
    for (Operation operation : history.operations) {
      String name = operation.asked().keyName();
      Operation winner = name == null ? null : winners.get(name);
      if (winner != null) {
        afterwards(winner, operation, history);
      } else if (operation.answer().reused() && onlyRequest(operation, byKey.get(name))) {
        history.broken(HistoryRule.KEY_BOUND, "a key that nothing else used: " + operation);
      }
    }
  }

  private static void compare(Operation winner, Operation operation, CheckedHistory history) {
    if (!winner.asked().sameRequest(operation.asked())) {
      history.broken(HistoryRule.KEY_BOUND, winner + " and " + operation);
    } else if (winner.answer().digest() != operation.answer().digest()
        || !winner.answer().checkins().equals(operation.answer().checkins())) {
      history.broken(HistoryRule.REPLAY_SAME, "other bytes: " + winner + " and " + operation);
    }
  }

  private static void afterwards(Operation winner, Operation operation, CheckedHistory history) {
    Answer answer = operation.answer();
    if (answer.created() || answer.unknown()) {
      return;
    }
    boolean retry = winner.asked().sameRequest(operation.asked());
    if (operation.invoked() > winner.completed()) {
      if (retry) {
        history.broken(HistoryRule.REPLAY_SAME, "not repeated: " + winner + " and " + operation);
      } else if (!answer.reused()) {
        history.broken(HistoryRule.KEY_BOUND, "not told apart: " + winner + " and " + operation);
      }
    } else if (retry && answer.reused()) {
      history.broken(
          HistoryRule.KEY_BOUND, "told apart from itself: " + winner + " and " + operation);
    }
  }

  private static boolean onlyRequest(Operation operation, List<Operation> sameKey) {
    return sameKey.stream()
        .noneMatch(
            other ->
                !other.asked().sameRequest(operation.asked())
                    && other.invoked() < operation.completed());
  }
}
