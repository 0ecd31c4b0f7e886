package io.doorlist.cli.following;

import io.doorlist.domain.checkin.Happening;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Keeps the reports of one check-in list that did not get through, because the shop answered in an
 * unexpected way. Later reports of the same tickets wait here, too, so the reports of other tickets
 * need not wait. All of them are tried again every minute. Thread-safe.
 */
final class DeferredReports {
  static final Duration AGAIN = Duration.ofMinutes(1);

  /**
   * How often a ticket's report is tried before it is given up. A try counts only if the shop has
   * meanwhile answered another report as expected.
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

  /** Keeps a report if another one of the same ticket waits. Returns whether another one waits. */
  synchronized boolean keepBehind(Happening happening) {
    Held held = tickets.get(happening.ticketId());
    if (held != null) {
      held.happenings.putIfAbsent(happening.id(), happening);
    }
    return held != null;
  }

  /** Keeps a ticket's reports, beginning with the one that got the unexpected answer. */
  synchronized void keep(List<Happening> ofTicket, Instant now) {
    Held held = new Held();
    ofTicket.forEach(each -> held.happenings.put(each.id(), each));
    tickets.put(ofTicket.getFirst().ticketId(), held);
    if (due.equals(Instant.MAX)) {
      due = now.plus(AGAIN);
    }
  }

  /**
   * Returns the reports to try again now, with the reports of each ticket in their order; empty if
   * it is too early.
   */
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

  /**
   * Counts another try of a ticket's first waiting report. Returns whether to give up that report.
   */
  synchronized boolean isTriedTooOften(long ticketId) {
    return ++tickets.get(ticketId).tries >= TRIES;
  }
}
