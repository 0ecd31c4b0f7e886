package io.doorlist.exactness.history;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.exactness.history.Answer.Seen;
import io.doorlist.exactness.history.Roster.Fate;
import io.doorlist.exactness.history.Roster.Ticket;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** An event of six tickets, and a history that tests write by hand. */
abstract class HistoryFixture {
  static final long LIST = 1;
  static final Instant START = Instant.parse("2026-06-01T18:00:00Z");
  static final Seen ONE = new Seen(64, 1, 11);
  static final Seen TWO = new Seen(128, 2, 22);
  static final Seen THREE = new Seen(192, 3, 33);
  static final Seen FOUR = new Seen(193, 4, 44);

  final Roster roster = new Roster();
  final List<Operation> operations = new ArrayList<>();

  HistoryFixture() {
    roster.addList(LIST, Set.of("adult"));
    roster.add(new Ticket(1, "t1", "o1", "adult", Fate.VALID));
    roster.add(new Ticket(2, "t2", "o2", "adult", Fate.CHANGING));
    roster.add(new Ticket(3, "t3", "o3", "adult", Fate.VALID));
    roster.add(new Ticket(4, "t4", "o3", "adult", Fate.VALID));
    roster.add(new Ticket(5, "t5", "o5", "adult", Fate.VOID));
    roster.add(new Ticket(6, "t6", "o5", "vip", Fate.VALID));
  }

  static Asked scan(String code, String token, String key) {
    return Asked.ticket(LIST, code, token, key, "");
  }

  static Asked group(String token, String key, int adults) {
    return Asked.order(LIST, "o3", token, key, Map.of("adult", adults));
  }

  /** Returns the moment of a tick; a tick is a minute. */
  static Moment moment(long tick) {
    return new Moment(tick, START.plusSeconds(60 * tick));
  }

  final void add(Asked asked, long invoked, long completed, Answer answer) {
    operations.add(new Operation(0, asked, moment(invoked), moment(completed), answer));
  }

  final Set<Rule> broken(long counted, Seen... rows) {
    EnumSet<Rule> rules = EnumSet.noneOf(Rule.class);
    new Checker(roster)
        .check(operations, List.of(new Walk(LIST, counted, Arrays.asList(rows))))
        .forEach(violation -> rules.add(violation.rule()));
    return rules;
  }

  final void finds(Rule rule, Seen... rows) {
    Set<Rule> found = broken(rows.length, rows);
    assertTrue(found.contains(rule), () -> "found only " + found);
  }
}
