package io.doorlist.cli.forgetting;

import io.doorlist.cli.mailing.MailLog;
import io.doorlist.domain.order.Customer;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Ticket;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The person with an e-mail address, and the tickets that were found to be theirs. Without an
 * address, this stands for everybody.
 */
final class AddressOwner {
  /** The characters that may surround an address in a cell. */
  private static final Pattern AROUND = Pattern.compile("[\\s,;<>()\"]+");

  private final String email;
  private final Map<String, Map<Long, Set<Long>>> found = new HashMap<>();

  /** Creates the owner of an address, or everybody if the address is {@code null}. */
  AddressOwner(String email) {
    this.email = email == null ? null : email.strip();
  }

  String email() {
    return email;
  }

  /**
   * Returns which tickets of an order are theirs. An empty set stands for the whole order. An empty
   * result means that none are theirs.
   */
  Optional<Set<Long>> tickets(Order order) {
    if (email == null || has(order.customer().email())) {
      return Optional.of(Set.of());
    }
    List<Ticket> tickets =
        order.tickets().stream()
            .filter(ticket -> has(ticket.email()) || has(ticket.asSourceSaid().email()))
            .toList();
    if (tickets.stream().anyMatch(ticket -> isBuyer(order, ticket.asSourceSaid()))) {
      return Optional.of(Set.of());
    }
    return tickets.isEmpty()
        ? Optional.empty()
        : Optional.of(tickets.stream().map(Ticket::id).collect(Collectors.toSet()));
  }

  /**
   * Returns whether the guest of a ticket is the order's customer. A desk may have corrected the
   * ticket since its import, so this compares the ticket as the import had it.
   */
  private static boolean isBuyer(Order order, Ticket said) {
    Customer customer = order.customer();
    return said.email() != null
        && said.email().equalsIgnoreCase(customer.email())
        && (order.tickets().size() == 1 || customer.name().equals(said.name()));
  }

  boolean has(String other) {
    return email != null && other != null && other.strip().equalsIgnoreCase(email);
  }

  /** Returns whether a text contains their address, perhaps beside a name. */
  boolean isIn(String text) {
    return AROUND.splitAsStream(text).anyMatch(this::has);
  }

  /** Remembers their tickets of an order. An empty set stands for the whole order. */
  void found(String event, long order, Set<Long> tickets) {
    found.computeIfAbsent(event, any -> new HashMap<>()).put(order, tickets);
  }

  /** Returns whether a line of the mail log is about them. */
  boolean isIn(String event, MailLog.Line line) {
    Set<Long> tickets = found.getOrDefault(event, Map.of()).get(line.order());
    return has(line.to())
        || tickets != null && (tickets.isEmpty() || tickets.contains(line.ticket()));
  }
}
