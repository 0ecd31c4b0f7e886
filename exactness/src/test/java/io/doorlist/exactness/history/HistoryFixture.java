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
import org.junit.jupiter.api.DynamicTest;

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

  final Set<Rule> broken(Seen... rows) {
    return broken(rows.length, List.of(), 0, rows);
  }

  final Set<Rule> broken(long counted, List<Long> undone, long recorded, Seen... rows) {
    return broken(operations, new Walk(LIST, counted, Arrays.asList(rows), undone, recorded));
  }

  private Set<Rule> broken(List<Operation> history, Walk walk) {
    EnumSet<Rule> rules = EnumSet.noneOf(Rule.class);
    new Checker(roster)
        .check(history, List.of(walk))
        .forEach(violation -> rules.add(violation.rule()));
    return rules;
  }

  /** Begins a history that breaks a rule. */
  final Bad bad(Rule rule, String name) {
    return new Bad(rule, name);
  }

  /** A history that breaks a rule. */
  final class Bad {
    private final Rule rule;
    private final String name;
    private final List<Operation> history = new ArrayList<>();

    private Bad(Rule rule, String name) {
      this.rule = rule;
      this.name = name;
    }

    Bad add(Asked asked, long invoked, long completed, Answer answer) {
      history.add(new Operation(0, asked, moment(invoked), moment(completed), answer));
      return this;
    }

    /** Returns the test that this is found if the list has these rows in the end. */
    DynamicTest endsWith(Seen... rows) {
      return endsWith(List.of(), 0, rows);
    }

    DynamicTest endsWith(List<Long> undone, long recorded, Seen... rows) {
      return ends(new Walk(LIST, rows.length, Arrays.asList(rows), undone, recorded));
    }

    DynamicTest ends(Walk walk) {
      return DynamicTest.dynamicTest(
          name,
          () -> {
            Set<Rule> found = broken(history, walk);
            assertTrue(found.contains(rule), () -> "found only " + found);
          });
    }
  }
}
