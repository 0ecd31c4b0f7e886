package io.doorlist.domain.order;

import io.doorlist.domain.Digests;
import io.doorlist.domain.Ids;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A record that people of an order are forgotten, so their data is erased. It holds no data about
 * these people, only digests by which an import recognises their rows.
 *
 * @param tickets ids of the tickets whose people are forgotten; empty for the whole order
 * @param doneAt when the last run that still erased something ended, or {@code null} if the erasure
 *     is not done
 * @param key of the digests; {@code null} if there are none
 * @param digests of what a guest list says of these people, see {@link Digests#keyed}
 */
public record Erasure(
    String event,
    long order,
    Set<Long> tickets,
    Instant askedAt,
    Instant doneAt,
    String key,
    Set<String> digests) {
  public Erasure {
    digests = Set.copyOf(digests);
    Objects.requireNonNull(event, "event");
    Ids.check(order);
    tickets = Set.copyOf(tickets);
    Objects.requireNonNull(askedAt, "askedAt");
  }

  public Erasure(String event, long order, Set<Long> tickets, Instant askedAt, Instant doneAt) {
    this(event, order, tickets, askedAt, doneAt, null, Set.of());
  }

  /** Returns this record with digests of what a guest list says of these people. */
  public Erasure knownBy(String digestKey, Set<String> texts) {
    Set<String> made =
        texts.stream().map(text -> Digests.keyed(digestKey, text)).collect(Collectors.toSet());
    return new Erasure(event, order, tickets, askedAt, doneAt, digestKey, made);
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
    return new Erasure(event, order, tickets, askedAt, at, key, digests);
  }

  /**
   * Returns an erasure that covers both this one and another one of the same order. It is not done
   * yet.
   */
  public Erasure with(Erasure other) {
    Set<Long> all = new TreeSet<>();
    if (!whole() && !other.whole()) {
      all.addAll(tickets);
      all.addAll(other.tickets);
    }
    Set<String> known = new TreeSet<>(digests);
    known.addAll(other.digests);
    return new Erasure(event, order, all, askedAt, null, key == null ? other.key : key, known);
  }
}
