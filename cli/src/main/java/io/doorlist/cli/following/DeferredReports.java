package io.doorlist.cli.following;

import io.doorlist.domain.checkin.Happening;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reports of one list that the shop answered in an unexpected way. They wait here together with
 * later reports of the same tickets, so other tickets' reports need not wait. Every minute they are
 * tried again. Thread-safe.
 */
final class DeferredReports {
  static final Duration AGAIN = Duration.ofMinutes(1);

  /**
   * How often a ticket's report is tried before it is given up. Only tries count during which the
   * shop accepted other reports.
   */
  static final int TRIES = 10;

  private static final class Held {
    final Map<Long, Happening> happenings = new LinkedHashMap<>();
    int tries;
  }

  private final Map<Long, Held> tickets = new LinkedHashMap<>();
  private Instant due = Instant.MAX;
  private long answersBefore;

  synchronized boolean isEmpty() {
    return tickets.isEmpty();
  }

  synchronized boolean isHeld(Happening happening) {
    return tickets.containsKey(happening.ticketId());
  }

  /** Keeps a report if another one of the same ticket waits. Returns whether it does. */
  synchronized boolean keepBehind(Happening happening) {
    Held held = tickets.get(happening.ticketId());
    if (held != null) {
      held.happenings.putIfAbsent(happening.id(), happening);
    }
    return held != null;
  }

  /** Keeps a ticket's reports, beginning with the one that the shop did not understand. */
  synchronized void keep(List<Happening> ofTicket, Instant now) {
    Held held = new Held();
    ofTicket.forEach(each -> held.happenings.put(each.id(), each));
    tickets.put(ofTicket.getFirst().ticketId(), held);
    if (due.equals(Instant.MAX)) {
      due = now.plus(AGAIN);
    }
  }

  /** Returns the reports to try again now, in order for each ticket; empty if it is too early. */
  synchronized List<Happening> due(Instant now) {
    if (now.isBefore(due)) {
      return List.of();
    }
    due = now.plus(AGAIN);
    return tickets.values().stream().flatMap(held -> held.happenings.values().stream()).toList();
  }

  /** Removes a report that the shop accepted, or refused for good. */
  synchronized void settled(Happening happening) {
    Held held = tickets.get(happening.ticketId());
    if (held != null) {
      held.happenings.remove(happening.id());
      held.tries = 0;
      if (held.happenings.isEmpty()) {
        tickets.remove(happening.ticketId());
      }
    }
    if (tickets.isEmpty()) {
      due = Instant.MAX;
    }
  }

  /**
   * Returns whether the shop has answered any report as expected since the last call.
   *
   * @param answers how many expected answers there were so far
   */
  synchronized boolean isPassed(long answers) {
    boolean passed = answers > answersBefore;
    answersBefore = answers;
    return passed;
  }

  /** Counts a try of a ticket that waits. Returns whether its report is to be given up. */
  synchronized boolean isTriedTooOften(long ticketId) {
    return ++tickets.get(ticketId).tries >= TRIES;
  }
}
