package io.doorlist.cli.following;

import io.doorlist.domain.checkin.Happening;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a shop answered to in a way that nobody expects, of one list: it waits here, with what
 * happened to the same tickets later, and holds up nothing else. It is tried again each minute.
 * Thread-safe.
 */
final class HeldReports {
  static final Duration AGAIN = Duration.ofMinutes(1);

  /** A ticket's report is given up after this many tries during which the shop took others. */
  static final int TRIES = 10;

  private static final class Held {
    final List<Happening> happenings = new ArrayList<>();
    int tries;

    boolean has(Happening happening) {
      return happenings.stream().anyMatch(each -> each.id().equals(happening.id()));
    }
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
    if (held != null && !held.has(happening)) {
      held.happenings.add(happening);
    }
    return held != null;
  }

  /** Keeps what happened to a ticket, from what the shop did not understand on. */
  synchronized void keep(List<Happening> ofTicket, Instant now) {
    tickets
        .computeIfAbsent(ofTicket.getFirst().ticketId(), ticket -> new Held())
        .happenings
        .addAll(ofTicket);
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
    return tickets.values().stream().flatMap(held -> held.happenings.stream()).toList();
  }

  /** The shop took this, or refused it for good. */
  synchronized void settled(Happening happening) {
    Held held = tickets.get(happening.ticketId());
    if (held != null) {
      held.happenings.removeIf(each -> each.id().equals(happening.id()));
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

  /** Counts one more try of a ticket; returns whether it is one too many. */
  synchronized boolean isTriedTooOften(long ticketId) {
    Held held = tickets.get(ticketId);
    return held != null && ++held.tries >= TRIES;
  }
}
