package io.doorlist.door;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.door.CodeFacts.OrderStatus;
import io.doorlist.door.CodeFacts.TicketCode;
import io.doorlist.door.rules.ListRule;
import io.doorlist.door.rules.ListRule.Guest;
import io.doorlist.door.rules.PastEntries;
import io.doorlist.door.rules.Rule;
import io.doorlist.door.rules.Zone;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which of several reasons is said; each reason, and where times end, is in the test vectors. */
class DoorRuleTest {
  private static final long NOW = 1_796_500_000;
  private static final Window EARLY = new Window(NOW + 1, Window.OPEN_END);
  private static final Window LATE = new Window(Window.OPEN_START, NOW - 1);

  /** What can be wrong with the code of a ticket. The first that is decides. */
  private enum Flaw {
    IN("already in"),
    WRONG_LIST("wrong_list"),
    VOID("void"),
    BLOCKED("blocked"),
    CANCELLED("order_not_confirmed"),
    LIST_NOT_OPEN_YET("too_early LIST"),
    LIST_CLOSED("too_late LIST"),
    TICKET_NOT_VALID_YET("too_early TICKET"),
    TICKET_EXPIRED("too_late TICKET"),
    RULES("rules");

    private final String said;

    Flaw(String said) {
      this.said = said;
    }

    /** One window is either not open yet or closed. */
    static boolean excludeEachOther(Set<Flaw> flaws) {
      return flaws.containsAll(Set.of(LIST_NOT_OPEN_YET, LIST_CLOSED))
          || flaws.containsAll(Set.of(TICKET_NOT_VALID_YET, TICKET_EXPIRED));
    }
  }

  @Test
  void ticket_isRefusedForTheFirstFlaw_whateverElseIsWrong() {
    Flaw[] all = Flaw.values();
    for (int some = 0; some < 1 << all.length; some++) {
      EnumSet<Flaw> flaws = EnumSet.noneOf(Flaw.class);
      for (Flaw each : all) {
        if ((some & 1 << each.ordinal()) != 0) {
          flaws.add(each);
        }
      }
      if (!Flaw.excludeEachOther(flaws)) {
        String first = flaws.isEmpty() ? "admissible" : flaws.iterator().next().said;
        assertEquals(first, said(decide(flaws)), flaws::toString);
      }
    }
  }

  @Test
  void rules_areForGuests_andSayWhatIsMissing() {
    ListFacts list = new ListFacts(false, Window.ALWAYS, rule(false));

    assertEquals(
        1, ((Verdict.AgainstRules) DoorRule.decide(of(guest()), list, NOW)).unmetRules().size());
    assertEquals(new Verdict.Admissible(), DoorRule.decide(of(null), list, NOW));
  }

  private static TicketCode of(Guest guest) {
    return new TicketCode(
        TicketCode.NOT_IN, true, false, false, OrderStatus.CONFIRMED, Window.ALWAYS, guest);
  }

  private static Verdict decide(Set<Flaw> flaws) {
    Window open =
        flaws.contains(Flaw.LIST_NOT_OPEN_YET)
            ? EARLY
            : flaws.contains(Flaw.LIST_CLOSED) ? LATE : Window.ALWAYS;
    Window valid =
        flaws.contains(Flaw.TICKET_NOT_VALID_YET)
            ? EARLY
            : flaws.contains(Flaw.TICKET_EXPIRED) ? LATE : Window.ALWAYS;
    return DoorRule.decide(
        new TicketCode(
            flaws.contains(Flaw.IN) ? NOW - 60 : TicketCode.NOT_IN,
            !flaws.contains(Flaw.WRONG_LIST),
            flaws.contains(Flaw.VOID),
            flaws.contains(Flaw.BLOCKED),
            flaws.contains(Flaw.CANCELLED) ? OrderStatus.CANCELLED : OrderStatus.CONFIRMED,
            valid,
            guest()),
        new ListFacts(false, open, rule(!flaws.contains(Flaw.RULES))),
        NOW);
  }

  private static Guest guest() {
    return new Guest("adult", null, PastEntries.NONE);
  }

  /** A rule that lets everybody in who has not been in before, or everybody who has. */
  private static ListRule rule(boolean letsIn) {
    Rule rule = Rule.of("{\"%s\":[{\"var\":\"entries_number\"},1]}".formatted(letsIn ? "<" : ">="));
    return new ListRule(rule, Map.of(), Map.of(), Zone.UTC, null);
  }

  private static String said(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Admissible yes -> "admissible";
      case Verdict.AlreadyIn in -> "already in";
      case Verdict.Refused refused -> refused.reason().word();
      case Verdict.OutsideWindow outside -> outside.reason().word() + " " + outside.decidedBy();
      case Verdict.AgainstRules rules -> "rules";
      case Verdict.Unknown unknown -> "unknown";
    };
  }
}
