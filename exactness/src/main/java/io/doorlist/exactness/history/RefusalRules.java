package io.doorlist.exactness.history;

import io.doorlist.exactness.history.Asked.Kind;
import io.doorlist.exactness.history.Roster.Ticket;
import java.util.List;
import java.util.Map;

/** Rules for refusals. */
final class RefusalRules {
  private RefusalRules() {}

  static void check(ListHistory facts) {
    for (Operation operation : facts.operations) {
      Answer answer = operation.answer();
      if (answer.status() == 500 || answer.status() >= 400 && !expected(operation)) {
        facts.broken(Rule.EXPECTED_ANSWER, operation.toString());
      } else if (operation.asked().writes() && !answer.created() && !answer.unknown()) {
        refusal(facts, operation);
      }
    }
  }

  private static boolean expected(Operation operation) {
    int status = operation.answer().status();
    if (operation.asked().kind() == Kind.LOOK && status == 404) {
      return true;
    }
    return operation.asked().writes()
        ? status == 404 || status == 409 || status == 422 || status == 429 || status >= 502
        : status == 429 || status >= 502;
  }

  private static void refusal(ListHistory facts, Operation operation) {
    Answer answer = operation.answer();
    if (answer.already() || answer.reused()) {
      return;
    }
    List<Ticket> targets = facts.targets(operation.asked());
    boolean sure =
        !targets.isEmpty() && targets.stream().allMatch(each -> facts.sure(each, operation));
    if (!sure) {
      return;
    }
    if (operation.asked().kind() == Kind.TICKET || !answer.notEnough()) {
      facts.broken(Rule.FAIR_REFUSAL, operation.toString());
    } else if (facts.wonBy(operation.asked()) != null) {
      // The number of free tickets only falls, so the check-in came before the refusal and caused
      // it.
      facts.broken(
          Rule.REPLAY_SAME,
          "refused for its own check-in: " + facts.wonBy(operation.asked()) + " and " + operation);
    } else {
      notEnough(facts, operation, targets);
    }
  }

  private static void notEnough(ListHistory facts, Operation operation, List<Ticket> targets) {
    boolean possible = false;
    for (Map.Entry<String, Integer> wanted : operation.asked().wanted().entrySet()) {
      long surelyFree =
          targets.stream()
              .filter(ticket -> ticket.type().equals(wanted.getKey()))
              .filter(ticket -> !mayBeIn(facts, ticket, operation.completed()))
              .count();
      possible |= surelyFree < wanted.getValue();
    }
    if (!possible) {
      facts.broken(Rule.FAIR_REFUSAL, "enough were free: " + operation);
    }
  }

  private static boolean mayBeIn(ListHistory facts, Ticket ticket, long when) {
    TicketFacts known = facts.of(ticket.id());
    return known.last != null && known.possibleSince() < when;
  }
}
