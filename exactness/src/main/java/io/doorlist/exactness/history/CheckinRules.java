package io.doorlist.exactness.history;

import io.doorlist.exactness.history.Answer.Seen;
import io.doorlist.exactness.history.Asked.Kind;
import io.doorlist.exactness.history.Roster.Fate;
import io.doorlist.exactness.history.Roster.Ticket;
import java.util.List;
import java.util.Map;

/** Rules for answers that let somebody in, that say that somebody is in already, or that refuse. */
final class CheckinRules {
  private CheckinRules() {}

  static void check(ListHistory facts) {
    for (Operation operation : facts.operations) {
      if (operation.asked().writes()) {
        if (operation.answer().already()) {
          already(facts, operation);
        } else if (operation.answer().created() && operation.asked().kind() == Kind.TICKET) {
          rightTicket(facts, operation);
        }
      }
    }
    for (Operation operation : facts.operations) {
      Answer answer = operation.answer();
      if (answer.status() == 500 || answer.status() >= 400 && !expected(operation)) {
        facts.broken(HistoryRule.EXPECTED_ANSWER, operation.toString());
      } else if (operation.asked().writes() && !answer.created() && !answer.unknown()) {
        refusal(facts, operation);
      }
    }
    facts.tickets.forEach((ticket, known) -> entry(facts, ticket, known));
  }

  private static void already(ListHistory facts, Operation operation) {
    if (operation.answer().checkins().size() != 1) {
      facts.broken(HistoryRule.ALREADY_TRUE, "names no check-in: " + operation);
      return;
    }
    rightTicket(facts, operation);
    Seen seen = operation.answer().checkins().getFirst();
    TicketFacts known = facts.of(seen.ticket());
    if (known.winner != null && known.winnerId != seen.id()) {
      facts.broken(HistoryRule.ALREADY_TRUE, operation + " names another than " + known.winner);
    }
    if (known.possibleSince() >= operation.completed()) {
      facts.broken(HistoryRule.ALREADY_TRUE, "before any winner began: " + operation);
    }
    if (known.winner != null
        && known.winner.asked().token().equals(operation.asked().token())
            != operation.answer().sameToken()) {
      facts.broken(HistoryRule.ALREADY_TRUE, "same_token is wrong: " + operation);
    }
    if (known.onlyBy(operation.asked())) {
      facts.broken(HistoryRule.REPLAY_SAME, "its own check-in called another's: " + operation);
    }
  }

  private static void rightTicket(ListHistory facts, Operation operation) {
    Ticket ticket = facts.roster.byCode(operation.asked().subject());
    for (Seen seen : operation.answer().checkins()) {
      if (ticket == null || seen.ticket() != ticket.id()) {
        facts.broken(HistoryRule.NO_ENTRY, "another ticket than asked: " + operation);
      }
    }
  }

  private static void entry(ListHistory facts, long id, TicketFacts known) {
    if (known.winner == null && known.last == null) {
      return;
    }
    Ticket ticket = facts.roster.byId(id);
    if (ticket == null || ticket.fate() == Fate.VOID) {
      facts.broken(HistoryRule.NO_ENTRY, "ticket " + id + " is in though there is no valid one");
    } else if (!facts.roster.admits(facts.list, ticket.type())) {
      facts.broken(HistoryRule.NO_ENTRY, "ticket " + id + " is in at the wrong door");
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
      facts.broken(HistoryRule.FAIR_REFUSAL, operation.toString());
    } else if (facts.wonBy(operation.asked()) != null) {
      // The number of free tickets never rises. So the check-in with the same key came before the
      // refusal, and caused it.
      facts.broken(
          HistoryRule.REPLAY_SAME,
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
      facts.broken(HistoryRule.FAIR_REFUSAL, "enough were free: " + operation);
    }
  }

  private static boolean mayBeIn(ListHistory facts, Ticket ticket, long when) {
    TicketFacts known = facts.of(ticket.id());
    return known.last != null && known.possibleSince() < when;
  }
}
