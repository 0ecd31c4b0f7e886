package io.doorlist.door;

import io.doorlist.door.CodeFacts.OrderCode;
import io.doorlist.door.CodeFacts.OrderStatus;
import io.doorlist.door.CodeFacts.TicketCode;
import io.doorlist.door.Verdict.DecidedBy;
import io.doorlist.door.rules.UnmetRule;
import java.util.List;

/**
 * The rule that decides at a door. The first of the following points that applies is the verdict.
 * Points about single tickets do not apply to the code of an order.
 *
 * <ol>
 *   <li>The code is unknown.
 *   <li>It was revoked.
 *   <li>The ticket is checked in.
 *   <li>The event has no such ticket type.
 *   <li>The list does not admit it.
 *   <li>It is void.
 *   <li>It is blocked.
 *   <li>Its order is not confirmed.
 *   <li>The list is not open.
 *   <li>The ticket itself is not valid at that time.
 *   <li>The shop's rules of the list do not let it in.
 * </ol>
 *
 * <p>Implementation notes. The word on the screen should say what to do next. So reasons that
 * cannot change come first. Reasons that pass with time or at another door follow. Times are whole
 * seconds: phone and server both drop fractions, so that they agree. A list is already closed in
 * the second at which it closes. A ticket is still valid in its last second. That is so in pretix,
 * too, where day tickets are valid until 23:59:59.
 */
public final class DoorRule {
  private DoorRule() {}

  public static Verdict decide(CodeFacts code, ListFacts list, long epochSecond) {
    if (code instanceof TicketCode ticket) {
      return decideTicket(ticket, list, epochSecond);
    }
    if (code instanceof OrderCode order) {
      return decideOrder(order, list, epochSecond);
    }
    return code instanceof CodeFacts.RevokedCode
        ? new Verdict.Refused(Reason.REVOKED)
        : new Verdict.Unknown();
  }

  private static Verdict decideTicket(TicketCode ticket, ListFacts list, long epochSecond) {
    if (ticket.inSince() != TicketCode.NOT_IN) {
      return new Verdict.AlreadyIn(ticket.inSince());
    }
    if (!ticket.admittedHere()) {
      return new Verdict.Refused(Reason.WRONG_LIST);
    }
    if (ticket.voided()) {
      return new Verdict.Refused(Reason.VOID);
    }
    if (ticket.blocked()) {
      return new Verdict.Refused(Reason.BLOCKED);
    }
    if (!confirmed(ticket.order(), list)) {
      return new Verdict.Refused(Reason.ORDER_NOT_CONFIRMED);
    }
    Verdict byList = inTime(list.window(), DecidedBy.LIST, epochSecond);
    Verdict byTime =
        byList instanceof Verdict.Admissible
            ? inTime(ticket.window(), DecidedBy.TICKET, epochSecond)
            : byList;
    return byTime instanceof Verdict.Admissible ? byRule(ticket, list, epochSecond) : byTime;
  }

  private static Verdict byRule(TicketCode ticket, ListFacts list, long epochSecond) {
    List<UnmetRule> unmetRules =
        list.rule() == null || ticket.guest() == null
            ? List.of()
            : list.rule().judge(ticket.guest(), epochSecond);
    return unmetRules.isEmpty() ? new Verdict.Admissible() : new Verdict.AgainstRules(unmetRules);
  }

  private static Verdict decideOrder(OrderCode order, ListFacts list, long epochSecond) {
    if (!order.typesKnown()) {
      return new Verdict.Refused(Reason.UNKNOWN_TICKET_TYPE);
    }
    if (!order.admittedHere()) {
      return new Verdict.Refused(Reason.WRONG_LIST);
    }
    return confirmed(order.order(), list)
        ? inTime(list.window(), DecidedBy.LIST, epochSecond)
        : new Verdict.Refused(Reason.ORDER_NOT_CONFIRMED);
  }

  private static boolean confirmed(OrderStatus order, ListFacts list) {
    return switch (order) {
      case CONFIRMED -> true;
      case PENDING -> list.includePending();
      case CANCELLED -> false;
    };
  }

  private static Verdict inTime(Window window, DecidedBy whose, long epochSecond) {
    if (window.isAfter(epochSecond)) {
      return new Verdict.OutsideWindow(Reason.TOO_EARLY, whose, window);
    }
    boolean late =
        whose == DecidedBy.LIST ? window.isBefore(epochSecond) : window.isBefore(epochSecond - 1);
    return late
        ? new Verdict.OutsideWindow(Reason.TOO_LATE, whose, window)
        : new Verdict.Admissible();
  }
}
