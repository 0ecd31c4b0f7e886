package io.doorlist.exactness.history;

import io.doorlist.exactness.history.Asked.Kind;
import io.doorlist.exactness.history.Roster.Ticket;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Rules for the organiser's changes: a request that begins after a change was acknowledged is
 * answered accordingly. Runs never revert a change.
 */
final class ChangeRules {
  private static final long NEVER = Long.MAX_VALUE;

  private final Roster roster;
  private final Tries tries;
  private final BiConsumer<Rule, String> found;
  private final Map<Long, Long> out = new HashMap<>();
  private final Map<String, Long> revoked = new HashMap<>();
  private final Map<String, Long> moved = new HashMap<>();

  private ChangeRules(Roster roster, Tries tries, BiConsumer<Rule, String> found) {
    this.roster = roster;
    this.tries = tries;
    this.found = found;
  }

  static void check(
      Roster roster, List<Operation> operations, Tries tries, BiConsumer<Rule, String> found) {
    ChangeRules rules = new ChangeRules(roster, tries, found);
    operations.forEach(rules::learn);
    operations.stream().filter(each -> each.answer().created()).forEach(rules::letIn);
    operations.stream()
        .filter(each -> each.asked().kind() == Kind.LOOK && each.answer().admissible())
        .forEach(look -> rules.judge(look, roster.byCode(look.asked().subject()), Rule.LOOK_TRUE));
  }

  private void learn(Operation operation) {
    Asked asked = operation.asked();
    if (!asked.kind().changes()) {
      return;
    }
    long since = operation.completed();
    switch (asked.kind()) {
      case TAKE_OUT -> out.merge(roster.byCode(asked.subject()).id(), since, Math::min);
      case REVOKE -> revoked.merge(asked.subject(), since, Math::min);
      default -> moved.merge(asked.subject() + " " + asked.variant(), since, Math::min);
    }
  }

  private void letIn(Operation operation) {
    for (Answer.Seen seen : operation.answer().checkins()) {
      judge(operation, roster.byId(seen.ticket()), Rule.CHANGE_HOLDS);
    }
  }

  private void judge(Operation operation, Ticket ticket, Rule rule) {
    if (ticket == null) {
      return;
    }
    Asked asked = operation.asked();
    long begun = tries.begun(operation).tick();
    if (begun > out.getOrDefault(ticket.id(), NEVER)) {
      found.accept(rule, "void, blocked or gone before " + operation);
    }
    if (begun > revoked.getOrDefault(asked.subject(), NEVER)) {
      found.accept(rule, "the code was replaced before " + operation);
    }
    if (asked.kind() == Kind.ORDER
        && begun > moved.getOrDefault(ticket.code() + " " + asked.subject(), NEVER)) {
      found.accept(rule, ticket.code() + " was of another order before " + operation);
    }
  }
}
