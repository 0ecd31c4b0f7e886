package io.doorlist.exactness.history;

import io.doorlist.door.Window;
import io.doorlist.exactness.history.Asked.Kind;
import io.doorlist.exactness.history.Roster.Ticket;

/** Rules for the windows of lists and of tickets. */
final class WindowRules {
  private static final String EARLY = "too_early";
  private static final String LATE = "too_late";

  private WindowRules() {}

  static void check(History history) {
    for (Operation operation : history.operations) {
      if (!inTime(history.roster, operation, history.judged(operation))) {
        history.broken(
            Rule.IN_TIME, operation + " from " + operation.begun() + " to " + operation.ended());
      }
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
    boolean early = answer.reason().equals(EARLY);
    if (!early && !answer.reason().equals(LATE)) {
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
