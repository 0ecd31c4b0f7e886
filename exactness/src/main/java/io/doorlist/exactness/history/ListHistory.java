package io.doorlist.exactness.history;

import io.doorlist.exactness.history.Answer.Seen;
import io.doorlist.exactness.history.Asked.Kind;
import io.doorlist.exactness.history.Roster.Ticket;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The history of one list, by ticket. Its constructor already reports tickets that were let in
 * twice.
 */
final class ListHistory {
  final long list;
  final Roster roster;
  final List<Operation> operations;
  final Walk walk;
  final Map<Long, TicketFacts> tickets = new HashMap<>();
  private final Map<Long, Seen> looks = new HashMap<>();
  private final Map<Asked, Operation> wonWithKey = new HashMap<>();
  private final CheckedHistory history;

  ListHistory(CheckedHistory history, Walk walk) {
    this.list = walk.list();
    this.roster = history.roster;
    this.operations =
        history.operations.stream().filter(each -> each.asked().list() == walk.list()).toList();
    this.walk = walk;
    this.history = history;
    walk.rows().forEach(seen -> last(seen));
    operations.forEach(this::learn);
  }

  TicketFacts of(long ticket) {
    return tickets.computeIfAbsent(ticket, any -> new TicketFacts());
  }

  void broken(HistoryRule rule, String how) {
    history.broken(rule, "list " + list + ": " + how);
  }

  private void last(Seen seen) {
    TicketFacts facts = of(seen.ticket());
    if (facts.last != null) {
      broken(HistoryRule.FINAL_COUNT, "ticket " + seen.ticket() + " occurs twice at the end");
    }
    facts.last = seen;
    look(seen);
  }

  /** Compares a check-in with the other answers that show it. */
  private void look(Seen seen) {
    Seen before = looks.putIfAbsent(seen.id(), seen);
    if (before != null && !before.equals(seen)) {
      broken(HistoryRule.SAME_EVERYWHERE, "check-in " + seen.id() + " is shown in two ways");
    }
  }

  private void learn(Operation operation) {
    Answer answer = operation.answer();
    for (Seen seen : answer.checkins()) {
      look(seen);
      of(seen.ticket()).known(operation.completed());
    }
    if (!operation.asked().writes()) {
      return;
    }
    if (answer.created()) {
      if (operation.asked().key() != null) {
        wonWithKey.putIfAbsent(operation.asked(), operation);
      }
      answer.checkins().forEach(seen -> won(operation, seen));
    } else if (answer.unknown()) {
      ScanTime time = ScanTime.open(operation.asked(), operation.begun().at());
      for (Ticket ticket : targets(operation.asked())) {
        if (!time.mayBeIn(roster.window(list, ticket))) {
          continue;
        }
        TicketFacts facts = of(ticket.id());
        facts.openInvoked = Math.min(facts.openInvoked, operation.invoked());
        facts.candidate(operation.asked());
      }
    }
  }

  private void won(Operation operation, Seen seen) {
    TicketFacts facts = of(seen.ticket());
    Asked asked = operation.asked();
    facts.candidate(asked);
    if (facts.winner == null) {
      facts.winner = operation;
      facts.winnerId = seen.id();
      facts.winnerInvoked = history.begun(operation).tick();
    } else if (facts.winnerId != seen.id()) {
      broken(
          HistoryRule.ONE_WINNER,
          "ticket " + seen.ticket() + " won by " + facts.winner + " and by " + operation);
    } else if (!facts.winner.asked().retries(asked)) {
      broken(
          HistoryRule.ONE_WINNER,
          "check-in " + seen.id() + " given to " + facts.winner + " and to " + operation);
    }
  }

  /** Returns whether a request must let in this ticket, if the ticket is not in yet. */
  boolean sure(Ticket ticket, Operation operation) {
    return roster.sure(list, ticket, history.judged(operation));
  }

  /**
   * Returns the operation in which this request or a retry of it, with the same key, let tickets
   * in; {@code null} if there is none.
   */
  Operation wonBy(Asked asked) {
    return wonWithKey.get(asked);
  }

  List<Ticket> targets(Asked asked) {
    if (asked.kind() == Kind.TICKET) {
      Ticket ticket = roster.byCode(asked.subject());
      return ticket == null ? List.of() : List.of(ticket);
    }
    List<Ticket> targets = new ArrayList<>();
    for (Ticket ticket : roster.ofOrder(asked.subject())) {
      if (asked.wanted().getOrDefault(ticket.type(), 0) > 0) {
        targets.add(ticket);
      }
    }
    return targets;
  }
}
