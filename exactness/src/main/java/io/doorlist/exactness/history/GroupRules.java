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

/**
 * Rules for check-ins that share a row, which is one item of the table. A check-in's id without its
 * last 6 bits identifies the row. A row has up to 64 tickets that were let in together, by a scan
 * of an order or by the scans of an upload.
 */
final class GroupRules {
  private static final int ROW = 64;

  private GroupRules() {}

  static void check(ListHistory facts) {
    Set<Long> explained = new HashSet<>();
    Map<Long, List<Asked>> open = new HashMap<>();
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
        facts.targets(asked).stream()
            .map(Ticket::id)
            .distinct()
            .forEach(id -> open.computeIfAbsent(id, any -> new ArrayList<>()).add(asked));
      }
    }
    unexplained(facts, explained, open);
    inPages(facts);
  }

  /**
   * Checks that an acknowledged check-in has as many tickets of each type as were wanted. All must
   * be of this order, and none may occur twice.
   */
  private static void asWanted(ListHistory facts, Operation operation) {
    Map<String, Integer> got = new TreeMap<>();
    Set<Long> distinct = new HashSet<>();
    for (Seen seen : operation.answer().checkins()) {
      Ticket ticket = facts.roster.byId(seen.ticket());
      if (ticket == null || !facts.targets(operation.asked()).contains(ticket)) {
        facts.broken(HistoryRule.ALL_OR_NOTHING, "a ticket of another order: " + operation);
        return;
      }
      got.merge(ticket.type(), 1, Integer::sum);
      distinct.add(seen.ticket());
    }
    Map<String, Integer> wanted = new TreeMap<>(operation.asked().wanted());
    wanted.values().removeIf(number -> number == 0);
    if (!got.equals(wanted) || distinct.size() != operation.answer().checkins().size()) {
      facts.broken(HistoryRule.ALL_OR_NOTHING, "not what was wanted: " + operation);
    }
  }

  /**
   * Checks that each row has an explanation. If no answer names the row, it must be the whole
   * check-in of a request without an answer, or consist of scans of an upload.
   *
   * @param open the requests without an answer, by the ids of the tickets that they can have let in
   */
  private static void unexplained(
      ListHistory facts, Set<Long> explained, Map<Long, List<Asked>> open) {
    TreeMap<Long, List<Seen>> rows = new TreeMap<>();
    for (Seen seen : facts.walk.rows()) {
      rows.computeIfAbsent(seen.id() / ROW, any -> new ArrayList<>()).add(seen);
    }
    rows.forEach(
        (row, seen) -> {
          if (!explained.contains(row)
              && !isUpload(seen, open)
              && open.getOrDefault(seen.getFirst().ticket(), List.of()).stream()
                  .noneMatch(asked -> explains(facts, asked, rows, row))) {
            facts.broken(
                HistoryRule.ALL_OR_NOTHING,
                seen.size() + " tickets from " + seen.getFirst() + " came in as nobody asked");
          }
        });
  }

  /** Returns whether this row can come from scans of an upload that got no answer. */
  private static boolean isUpload(List<Seen> seen, Map<Long, List<Asked>> open) {
    return seen.stream()
        .allMatch(
            each ->
                open.getOrDefault(each.ticket(), List.of()).stream()
                    .anyMatch(asked -> asked.kind() == Kind.TICKET && asked.offline()));
  }

  /**
   * Returns whether this row can come from a request without an answer that took effect as a whole.
   */
  private static boolean explains(
      ListHistory facts, Asked asked, TreeMap<Long, List<Seen>> rows, long row) {
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

  private static boolean ofSubject(ListHistory facts, Asked asked, List<Seen> seen) {
    List<Ticket> targets = facts.targets(asked);
    return seen.stream()
        .allMatch(each -> targets.stream().anyMatch(ticket -> ticket.id() == each.ticket()));
  }

  /**
   * Checks the answers that show a whole list. A row is one item, so each of these answers must
   * have all of a row's tickets, or none.
   */
  private static void inPages(ListHistory facts) {
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
                facts.broken(HistoryRule.ALL_OR_NOTHING, "a part of a group: " + operation);
              }
            });
      }
    }
  }
}
