package io.doorlist.exactness.history;

import io.doorlist.exactness.history.Answer.Seen;
import io.doorlist.exactness.history.Asked.Kind;
import java.util.List;

/**
 * Decides whether a history is possible if the doors let in each ticket once. It checks each list
 * by itself, and each ticket of a list by itself, in about n log n time.
 */
public final class Checker {
  private final Roster roster;

  public Checker(Roster roster) {
    this.roster = roster;
  }

  /**
   * Returns what is wrong with a history; empty if nothing is.
   *
   * @param walks for each list, what it had when it was read page by page after the last operation
   */
  public List<Violation> check(List<Operation> operations, List<Walk> walks) {
    CheckedHistory history = new CheckedHistory(roster, operations);
    KeyRules.check(history);
    TermRules.check(history);
    LookRules.check(history);
    boolean undone = operations.stream().anyMatch(each -> each.asked().kind() == Kind.UNDO);
    for (Walk walk : walks) {
      OfflineRules.check(history, walk);
      if (undone) {
        UndoRules.check(history, walk);
        continue;
      }
      ListHistory facts = new ListHistory(history, walk);
      CheckinRules.check(facts);
      GroupRules.check(facts);
      ReadRules.check(facts);
      LookRules.check(facts);
      atTheEnd(facts);
    }
    return history.violations;
  }

  private static void atTheEnd(ListHistory facts) {
    Walk walk = facts.walk;
    long distinct = walk.rows().stream().mapToLong(Seen::ticket).distinct().count();
    if (walk.counted() != walk.rows().size() || distinct != walk.rows().size()) {
      facts.broken(
          HistoryRule.FINAL_COUNT,
          "counted " + walk.counted() + ", walked " + walk.rows().size() + ", tickets " + distinct);
    }
    facts.tickets.forEach(
        (ticket, known) -> {
          if (known.winner != null && (known.last == null || known.last.id() != known.winnerId)) {
            facts.broken(
                HistoryRule.SUCCESS_KEPT,
                "ticket " + ticket + " is not there as won: " + known.winner);
          } else if (known.knownIn != TicketFacts.NEVER && known.last == null) {
            facts.broken(HistoryRule.SUCCESS_KEPT, "ticket " + ticket + " was shown and has gone");
          }
          if (known.last != null && known.possibleSince() == TicketFacts.NEVER) {
            facts.broken(HistoryRule.NO_ENTRY, "nobody can have let in ticket " + ticket);
          }
        });
  }
}
