package io.doorlist.domain.order;

import io.doorlist.domain.Ids;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The note that people of an order are forgotten; it holds no data about them.
 *
 * @param tickets ids of the tickets whose people are forgotten; empty if it is the whole order
 * @param doneAt when the last run that had something to do ended, or {@code null} if it is not done
 */
public record Erasure(
    String event, long order, Set<Long> tickets, Instant askedAt, Instant doneAt) {
  public Erasure {
    Objects.requireNonNull(event, "event");
    Ids.check(order);
    tickets = Set.copyOf(tickets);
    Objects.requireNonNull(askedAt, "askedAt");
  }

  public boolean whole() {
    return tickets.isEmpty();
  }

  public boolean covers(long ticket) {
    return whole() || tickets.contains(ticket);
  }

  public Set<Long> coveredTickets(Order original) {
    return original.tickets().stream()
        .map(Ticket::id)
        .filter(this::covers)
        .collect(Collectors.toUnmodifiableSet());
  }

  public Order applyTo(Order original) {
    return whole() ? original.forget() : original.forget(tickets);
  }

  public Erasure done(Instant at) {
    return new Erasure(event, order, tickets, askedAt, at);
  }

  /** Returns an erasure, not done, that covers this and another one of the same order. */
  public Erasure with(Erasure other) {
    if (whole() || other.whole()) {
      return new Erasure(event, order, Set.of(), askedAt, null);
    }
    Set<Long> all = new TreeSet<>(tickets);
    all.addAll(other.tickets);
    return new Erasure(event, order, all, askedAt, null);
  }
}
