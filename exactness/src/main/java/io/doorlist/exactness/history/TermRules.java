package io.doorlist.exactness.history;

import io.doorlist.door.Window;
import io.doorlist.exactness.history.Asked.Kind;
import io.doorlist.exactness.history.Roster.Ticket;
import java.util.HashMap;
import java.util.Map;

/**
 * Rules for the windows of lists and tickets, and for changes by the organiser. A request that
 * begins after the acknowledgement of a change must respect it. In a run, the organiser never takes
 * a change back.
 */
final class TermRules {
  private static final long NEVER = Long.MAX_VALUE;

  private final CheckedHistory history;
  private final Map<Long, Long> out = new HashMap<>();
  private final Map<String, Long> revoked = new HashMap<>();
  private final Map<String, Long> moved = new HashMap<>();

  private TermRules(CheckedHistory history) {
    this.history = history;
  }

  static void check(CheckedHistory history) {
    for (Operation operation : history.operations) {
      if (!inTime(history.roster, operation, history.judged(operation))) {
        history.broken(
            HistoryRule.IN_TIME,
            operation + " from " + operation.begun() + " to " + operation.ended());
      }
    }
    TermRules rules = new TermRules(history);
    history.operations.forEach(rules::learn);
    for (Operation each : history.operations) {
      if (each.answer().created()) {
        for (Answer.Seen seen : each.answer().checkins()) {
          rules.judge(each, history.roster.byId(seen.ticket()), HistoryRule.CHANGE_HOLDS);
        }
      } else if (each.asked().kind() == Kind.LOOK && each.answer().admissible()) {
        rules.judge(each, history.roster.byCode(each.asked().subject()), HistoryRule.LOOK_TRUE);
      }
    }
  }

  private void learn(Operation operation) {
    Asked asked = operation.asked();
    if (!asked.kind().changes()) {
      return;
    }
    long since = operation.completed();
    switch (asked.kind()) {
      case TAKE_OUT -> out.merge(history.roster.byCode(asked.subject()).id(), since, Math::min);
      case REVOKE -> revoked.merge(asked.subject(), since, Math::min);
      default -> moved.merge(asked.subject() + " " + asked.variant(), since, Math::min);
    }
  }

  private void judge(Operation operation, Ticket ticket, HistoryRule rule) {
    if (ticket == null) {
      return;
    }
    Asked asked = operation.asked();
    long begun = history.begun(operation).tick();
    if (begun > out.getOrDefault(ticket.id(), NEVER)) {
      history.broken(rule, "void, blocked or gone before " + operation);
    }
    if (begun > revoked.getOrDefault(asked.subject(), NEVER)) {
      history.broken(rule, "the code was replaced before " + operation);
    }
    if (asked.kind() == Kind.ORDER
        && begun > moved.getOrDefault(ticket.code() + " " + asked.subject(), NEVER)) {
      history.broken(rule, ticket.code() + " was of another order before " + operation);
    }
  }

  private static boolean inTime(Roster roster, Operation operation, ScanTime time) {
    Asked asked = operation.asked();
    Answer answer = operation.answer();
    if (answer.created()) {
      return answer.checkins().stream()
          .map(seen -> roster.byId(seen.ticket()))
          .allMatch(ticket -> ticket == null || time.mayBeIn(roster.window(asked.list(), ticket)));
    }
    boolean early = answer.reason().equals("too_early");
    if (!early && !answer.reason().equals("too_late")) {
      return true;
    }
    Ticket ticket = asked.kind() == Kind.ORDER ? null : roster.byCode(asked.subject());
    Window list = roster.window(asked.list());
    Window own = ticket == null ? list : ticket.window();
    return early
        ? time.mayBeEarly(list) || time.mayBeEarly(own)
        : time.mayBeLate(list) || time.mayBeLate(own);
  }
}
