package io.doorlist.exactness.history;

import io.doorlist.exactness.history.Answer.Seen;
import io.doorlist.exactness.history.Asked.Kind;
import io.doorlist.exactness.history.Roster.Ticket;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What must hold of check-ins of orders. A check-in's id without its last 6 bits names the row that
 * it is in: rows of up to 64 tickets that came in together.
 */
final class OrderRules {
  private static final int ROW = 64;

  private OrderRules() {}

  static void check(ListFacts facts) {
    Set<Long> explained = new HashSet<>();
    Map<String, List<Asked>> open = new HashMap<>();
    for (Operation operation : facts.operations) {
      Asked asked = operation.asked();
      if (!asked.writes()) {
        continue;
      }
      if (operation.answer().created()) {
        operation.answer().checkins().forEach(seen -> explained.add(seen.id() / ROW));
        if (asked.kind() == Kind.ORDER) {
          asWanted(facts, operation);
        }
      } else if (operation.answer().unknown()) {
        open.computeIfAbsent(asked.subject(), any -> new ArrayList<>()).add(asked);
      }
    }
    unexplained(facts, explained, open);
    inPages(facts);
  }

  /** An acknowledged one: as many of each type as wanted, all of this order, none twice. */
  private static void asWanted(ListFacts facts, Operation operation) {
    Map<String, Integer> got = new TreeMap<>();
    Set<Long> distinct = new HashSet<>();
    for (Seen seen : operation.answer().checkins()) {
      Ticket ticket = facts.roster.byId(seen.ticket());
      if (ticket == null || !ticket.order().equals(operation.asked().subject())) {
        facts.broken(Rule.ALL_OR_NOTHING, "a ticket of another order: " + operation);
        return;
      }
      got.merge(ticket.type(), 1, Integer::sum);
      distinct.add(seen.ticket());
    }
    Map<String, Integer> wanted = new TreeMap<>(operation.asked().wanted());
    wanted.values().removeIf(number -> number == 0);
    if (!got.equals(wanted) || distinct.size() != operation.answer().checkins().size()) {
      facts.broken(Rule.ALL_OR_NOTHING, "not what was wanted: " + operation);
    }
  }

  /**
   * Rows that no answer told of must be whole check-ins of requests without an answer.
   *
   * @param open those requests, by what they asked for
   */
  private static void unexplained(
      ListFacts facts, Set<Long> explained, Map<String, List<Asked>> open) {
    TreeMap<Long, List<Seen>> rows = new TreeMap<>();
    for (Seen seen : facts.walk.rows()) {
      rows.computeIfAbsent(seen.id() / ROW, any -> new ArrayList<>()).add(seen);
    }
    rows.forEach(
        (row, seen) -> {
          if (!explained.contains(row)
              && subjects(facts, seen.getFirst())
                  .flatMap(subject -> open.getOrDefault(subject, List.of()).stream())
                  .noneMatch(asked -> explains(facts, asked, rows, row))) {
            facts.broken(
                Rule.ALL_OR_NOTHING,
                seen.size() + " tickets from " + seen.getFirst() + " came in as nobody asked");
          }
        });
  }

  /** Returns what a request can have asked for that let somebody in: the ticket, or its order. */
  private static Stream<String> subjects(ListFacts facts, Seen seen) {
    Ticket ticket = facts.roster.byId(seen.ticket());
    return ticket == null ? Stream.of() : Stream.of(ticket.code(), ticket.order());
  }

  /** Returns whether a request without an answer, done as a whole, leaves this row among others. */
  private static boolean explains(
      ListFacts facts, Asked asked, TreeMap<Long, List<Seen>> rows, long row) {
    int tickets = asked.tickets();
    int length = (tickets + ROW - 1) / ROW;
    for (int before = 0; before < length; before++) {
      boolean whole = true;
      for (int i = 0; i < length && whole; i++) {
        List<Seen> seen = rows.get(row - before + i);
        int size = Math.min(ROW, tickets - i * ROW);
        whole = seen != null && seen.size() == size && ofSubject(facts, asked, seen);
      }
      if (whole) {
        return true;
      }
    }
    return false;
  }

  private static boolean ofSubject(ListFacts facts, Asked asked, List<Seen> seen) {
    for (Seen each : seen) {
      Ticket ticket = facts.roster.byId(each.ticket());
      String subject =
          ticket == null ? "" : asked.kind() == Kind.ORDER ? ticket.order() : ticket.code();
      if (!asked.subject().equals(subject)) {
        return false;
      }
    }
    return true;
  }

  /** A row is one item, so whoever sees the whole list sees all of the row or nothing. */
  private static void inPages(ListFacts facts) {
    Map<Long, Integer> sizes = new HashMap<>();
    facts.walk.rows().forEach(seen -> sizes.merge(seen.id() / ROW, 1, Integer::sum));
    for (Operation operation : facts.operations) {
      Answer answer = operation.answer();
      if (operation.asked().kind() == Kind.PAGE
          && operation.asked().page() == 1
          && answer.status() == 200
          && answer.count() <= operation.asked().items()) {
        Map<Long, Integer> shown = new HashMap<>();
        answer.checkins().forEach(seen -> shown.merge(seen.id() / ROW, 1, Integer::sum));
        shown.forEach(
            (row, size) -> {
              if (!size.equals(sizes.get(row))) {
                facts.broken(Rule.ALL_OR_NOTHING, "a part of a group: " + operation);
              }
            });
      }
    }
  }
}
