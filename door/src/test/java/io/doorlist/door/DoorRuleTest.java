package io.doorlist.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.doorlist.door.CodeFacts.OrderCode;
import io.doorlist.door.CodeFacts.OrderStatus;
import io.doorlist.door.CodeFacts.TicketCode;
import io.doorlist.door.Verdict.DecidedBy;
import io.doorlist.door.rules.History;
import io.doorlist.door.rules.ListRule;
import io.doorlist.door.rules.ListRule.Guest;
import io.doorlist.door.rules.Rule;
import io.doorlist.door.rules.Zone;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The rule as docs/door.md has it: each reason, which of several is said, and where times end. */
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

  @ParameterizedTest
  @EnumSource(Flaw.class)
  void ticket_isRefused_forEachFlawAlone(Flaw flaw) {
    assertEquals(flaw.said, said(decide(EnumSet.of(flaw))));
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
  void code_isUnknownOrRevoked_whateverTheListIs() {
    ListFacts closed = new ListFacts(false, LATE, rule(false));

    assertEquals(new Verdict.Unknown(), DoorRule.decide(new CodeFacts.UnknownCode(), closed, NOW));
    assertEquals(
        new Verdict.Refused(Reason.REVOKED),
        DoorRule.decide(new CodeFacts.RevokedCode(), closed, NOW));
  }

  @Test
  void ticketThatIsIn_isInSinceItsCheckin_evenAtTheBeginningOfTime() {
    for (long since : new long[] {0, -1, NOW - 3600, NOW}) {
      TicketCode ticket = ticket(since, Window.ALWAYS, OrderStatus.CONFIRMED);

      assertEquals(new Verdict.AlreadyIn(since), DoorRule.decide(ticket, ListFacts.PLAIN, NOW));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "CONFIRMED, false, admissible",
    "CONFIRMED, true,  admissible",
    "PENDING,   false, order_not_confirmed",
    "PENDING,   true,  admissible",
    "CANCELLED, false, order_not_confirmed",
    "CANCELLED, true,  order_not_confirmed"
  })
  void orderThatIsNotConfirmed_isRefused_unlessItsPendingAndTheListTakesThose(
      OrderStatus order, boolean includePending, String expected) {
    ListFacts list = new ListFacts(includePending, Window.ALWAYS);

    TicketCode ticket = ticket(TicketCode.NOT_IN, Window.ALWAYS, order);

    assertEquals(expected, said(DoorRule.decide(ticket, list, NOW)));
    assertEquals(expected, said(DoorRule.decide(new OrderCode(true, true, order), list, NOW)));
  }

  /** A list closes at a second, which is outside; a ticket is valid until the end of one. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          # list from | until | ticket from | until | at | verdict
          -  | -  | -  | -  | 15 | admissible
          10 | -  | -  | -  |  9 | too_early LIST
          10 | -  | -  | -  | 10 | admissible
          -  | 20 | -  | -  | 19 | admissible
          -  | 20 | -  | -  | 20 | too_late LIST
          10 | 20 | -  | -  | -5 | too_early LIST
          20 | 20 | -  | -  | 20 | too_late LIST
          -  | -  | 10 | -  |  9 | too_early TICKET
          -  | -  | 10 | -  | 10 | admissible
          -  | -  | -  | 20 | 20 | admissible
          -  | -  | -  | 20 | 21 | too_late TICKET
          -  | -  | 20 | 20 | 20 | admissible
          10 | 20 | 12 | 18 | 11 | too_early TICKET
          10 | 20 | 12 | 18 | 15 | admissible
          10 | 20 | 12 | 18 | 19 | too_late TICKET
          10 | 20 | 22 | 30 |  9 | too_early LIST
          10 | 20 | 22 | 30 | 15 | too_early TICKET
          10 | 20 | 22 | 30 | 25 | too_late LIST
          10 | 20 | -  |  5 |  9 | too_early LIST
          """)
  void time_isWithinTheWindowsOfListAndTicket(
      Long opensAt, Long closesAt, Long validFrom, Long validUntil, long at, String expected) {
    Window open = window(opensAt, closesAt);
    Window valid = window(validFrom, validUntil);

    Verdict verdict =
        DoorRule.decide(
            ticket(TicketCode.NOT_IN, valid, OrderStatus.CONFIRMED),
            new ListFacts(false, open),
            at);

    assertEquals(expected, said(verdict));
    if (verdict instanceof Verdict.OutsideWindow outside) {
      assertEquals(outside.decidedBy() == DecidedBy.LIST ? open : valid, outside.window());
    }
  }

  @ParameterizedTest
  @CsvSource({
    // types known, admitted, order, list is open, verdict
    "true,  true,  CONFIRMED, true,  admissible",
    "true,  true,  CONFIRMED, false, too_late LIST",
    "true,  true,  PENDING,   true,  order_not_confirmed",
    "true,  true,  CANCELLED, false, order_not_confirmed",
    "true,  false, CONFIRMED, true,  wrong_list",
    "true,  false, CANCELLED, false, wrong_list",
    "false, true,  CONFIRMED, true,  unknown_ticket_type",
    "false, false, CANCELLED, false, unknown_ticket_type"
  })
  void order_isRefusedForTheFirstOfItsReasons(
      boolean known, boolean admitted, OrderStatus order, boolean open, String expected) {
    ListFacts list = new ListFacts(false, open ? Window.ALWAYS : LATE);

    assertEquals(expected, said(DoorRule.decide(new OrderCode(known, admitted, order), list, NOW)));
  }

  @Test
  void rules_areForGuests_andSayWhatIsMissing() {
    ListFacts list = new ListFacts(false, Window.ALWAYS, rule(false));
    TicketCode nobody =
        new TicketCode(
            TicketCode.NOT_IN, true, false, false, OrderStatus.CONFIRMED, Window.ALWAYS, null);

    Verdict verdict =
        DoorRule.decide(ticket(TicketCode.NOT_IN, Window.ALWAYS, OrderStatus.CONFIRMED), list, NOW);

    assertEquals(1, ((Verdict.AgainstRules) verdict).misses().size());
    assertEquals(new Verdict.Admissible(), DoorRule.decide(nobody, list, NOW));
  }

  @Test
  void reasons_areTheWordsOfTheDescription() {
    assertEquals(
        "revoked ambiguous unknown_ticket_type wrong_list void blocked order_not_confirmed"
            + " too_early too_late rules",
        String.join(" ", Arrays.stream(Reason.values()).map(Reason::word).toList()));
    for (Reason each : Reason.values()) {
      assertEquals(each, Reason.of(each.word()));
    }
    assertThrows(IllegalArgumentException.class, () -> Reason.of("tired"));
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

  private static TicketCode ticket(long inSince, Window valid, OrderStatus order) {
    return new TicketCode(inSince, true, false, false, order, valid, guest());
  }

  private static Guest guest() {
    return new Guest("adult", null, History.NONE);
  }

  /** A rule that lets everybody in who has not been in before, or everybody who has. */
  private static ListRule rule(boolean letsIn) {
    Rule rule = Rule.of("{\"%s\":[{\"var\":\"entries_number\"},1]}".formatted(letsIn ? "<" : ">="));
    return new ListRule(rule, Map.of(), Map.of(), Zone.UTC, null);
  }

  private static Window window(Long from, Long until) {
    return new Window(
        from == null ? Window.OPEN_START : from, until == null ? Window.OPEN_END : until);
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
