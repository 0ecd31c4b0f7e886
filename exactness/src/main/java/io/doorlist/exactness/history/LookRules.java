package io.doorlist.exactness.history;

import io.doorlist.exactness.history.Answer.Seen;
import io.doorlist.exactness.history.Asked.Kind;
import io.doorlist.exactness.history.Roster.Fate;
import io.doorlist.exactness.history.Roster.Ticket;

/**
 * Rules for looks, which ask about a ticket and write nothing. Each look must give the verdict that
 * a check-in would have got at that moment.
 */
final class LookRules {
  private static final int NOT_FOUND = 404;

  private LookRules() {}

  /** Checks what depends on the ticket and on the time. */
  static void check(CheckedHistory history) {
    for (Operation operation : history.operations) {
      if (operation.asked().kind() == Kind.LOOK && !fair(history, operation)) {
        history.broken(HistoryRule.LOOK_TRUE, operation.toString());
      }
    }
  }

  private static boolean fair(CheckedHistory history, Operation look) {
    Roster roster = history.roster;
    Asked asked = look.asked();
    Answer answer = look.answer();
    Ticket ticket = roster.byCode(asked.subject());
    if (answer.unknown()) {
      return true;
    }
    if (ticket == null) {
      return answer.status() == NOT_FOUND;
    }
    ScanTime time = history.judged(look);
    if (answer.admissible()) {
      return ticket.fate() != Fate.VOID
          && roster.admits(asked.list(), ticket.type())
          && time.mayBeIn(roster.window(asked.list(), ticket));
    }
    return answer.seenIn() || !roster.sure(asked.list(), ticket, time);
  }

  /** Checks what depends on who is in, for a list without undos. */
  static void check(ListHistory facts) {
    for (Operation look : facts.operations) {
      if (look.asked().kind() != Kind.LOOK || look.answer().status() != 200) {
        continue;
      }
      Ticket ticket = facts.roster.byCode(look.asked().subject());
      if (ticket == null) {
        continue;
      }
      TicketFacts known = facts.of(ticket.id());
      if (!look.answer().seenIn()) {
        boolean revoked = look.answer().reason().equals("revoked");
        if (known.knownIn < look.invoked() && !revoked) {
          facts.broken(HistoryRule.LOOK_TRUE, "in before " + look);
        }
        continue;
      }
      Seen seen = look.answer().checkins().getFirst();
      boolean another = known.winner != null && known.winnerId != seen.id();
      if (seen.ticket() != ticket.id() || another || known.possibleSince() >= look.completed()) {
        facts.broken(HistoryRule.LOOK_TRUE, "nobody was let in so: " + look);
      }
    }
  }
}
