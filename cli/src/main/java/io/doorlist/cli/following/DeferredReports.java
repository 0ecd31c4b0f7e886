package io.doorlist.cli.following;

import io.doorlist.domain.checkin.Happening;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a shop answered to in a way that nobody expects, of one list: it waits here, with what
 * happened to the same tickets later, and holds up nothing else. It is tried again each minute.
 * Thread-safe.
 */
final class DeferredReports {
  static final Duration AGAIN = Duration.ofMinutes(1);

  /** A ticket's report is given up after this many tries during which the shop took others. */
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

  /** Keeps what happened to a ticket if something of that ticket waits; returns whether. */
  synchronized boolean keepBehind(Happening happening) {
    Held held = tickets.get(happening.ticketId());
    if (held != null) {
      held.happenings.putIfAbsent(happening.id(), happening);
    }
    return held != null;
  }

  /** Keeps what happened to a ticket, from what the shop did not understand on. */
  synchronized void keep(List<Happening> ofTicket, Instant now) {
    Held held = new Held();
    ofTicket.forEach(each -> held.happenings.put(each.id(), each));
    tickets.put(ofTicket.getFirst().ticketId(), held);
    if (due.equals(Instant.MAX)) {
      due = now.plus(AGAIN);
    }
  }

  /** Returns what to try again now, in the order of each ticket; empty if it is not time. */
  synchronized List<Happening> due(Instant now) {
    if (now.isBefore(due)) {
      return List.of();
    }
    due = now.plus(AGAIN);
    return tickets.values().stream().flatMap(held -> held.happenings.values().stream()).toList();
  }

  /** The shop took this, or refused it for good. */
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

  /** Returns whether the shop has answered to anything as expected since this was last asked. */
  synchronized boolean isPassed(long answers) {
    boolean passed = answers > answersBefore;
    answersBefore = answers;
    return passed;
  }

  /** Counts one more try of a ticket that waits; returns whether it is one too many. */
  synchronized boolean isTriedTooOften(long ticketId) {
    return ++tickets.get(ticketId).tries >= TRIES;
  }
}
