package io.doorlist.exactness.history;

import io.doorlist.exactness.history.Answer.Seen;
import io.doorlist.exactness.history.Asked.Kind;
import io.doorlist.exactness.history.Roster.Fate;
import io.doorlist.exactness.history.Roster.Ticket;

/** Rules for answers that let somebody in or report that somebody is in. */
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
    facts.tickets.forEach((ticket, known) -> entry(facts, ticket, known));
  }

  private static void already(ListHistory facts, Operation operation) {
    if (operation.answer().checkins().size() != 1) {
      facts.broken(Rule.ALREADY_TRUE, "names no check-in: " + operation);
      return;
    }
    rightTicket(facts, operation);
    Seen seen = operation.answer().checkins().getFirst();
    TicketFacts known = facts.of(seen.ticket());
    if (known.winner != null && known.winnerId != seen.id()) {
      facts.broken(Rule.ALREADY_TRUE, operation + " names another than " + known.winner);
    }
    if (known.possibleSince() >= operation.completed()) {
      facts.broken(Rule.ALREADY_TRUE, "before any winner began: " + operation);
    }
    if (known.winner != null
        && known.winner.asked().token().equals(operation.asked().token())
            != operation.answer().sameToken()) {
      facts.broken(Rule.ALREADY_TRUE, "same_token is wrong: " + operation);
    }
    if (known.onlyBy(operation.asked())) {
      facts.broken(Rule.REPLAY_SAME, "its own check-in called another's: " + operation);
    }
  }

  private static void rightTicket(ListHistory facts, Operation operation) {
    Ticket ticket = facts.roster.byCode(operation.asked().subject());
    for (Seen seen : operation.answer().checkins()) {
      if (ticket == null || seen.ticket() != ticket.id()) {
        facts.broken(Rule.NO_ENTRY, "another ticket than asked: " + operation);
      }
    }
  }

  private static void entry(ListHistory facts, long id, TicketFacts known) {
    if (known.winner == null && known.last == null) {
      return;
    }
    Ticket ticket = facts.roster.byId(id);
    if (ticket == null || ticket.fate() == Fate.VOID) {
      facts.broken(Rule.NO_ENTRY, "ticket " + id + " is in though there is no valid one");
    } else if (!facts.roster.admits(facts.list, ticket.type())) {
      facts.broken(Rule.NO_ENTRY, "ticket " + id + " is in at the wrong door");
    }
  }
}
