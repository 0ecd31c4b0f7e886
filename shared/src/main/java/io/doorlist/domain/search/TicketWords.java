package io.doorlist.domain.search;

import io.doorlist.domain.order.Customer;
import io.doorlist.domain.order.Erasure;
import io.doorlist.domain.order.Order;
import java.util.List;
import java.util.Set;

/**
 * The folded words by which {@link TicketSearch} finds a ticket. A missing value is empty, and so
 * is a buyer's value that equals the attendee's.
 */
public record TicketWords(
    long order,
    long ticket,
    String orderReference,
    String reference,
    String name,
    String email,
    String buyer,
    String buyerEmail,
    String phone,
    String buyerPhone) {
  /** Longer values are cut, so they are found by their beginning only. */
  private static final int MAX_CHARACTERS = 200;

  public static List<TicketWords> of(Order order) {
    Customer customer = order.customer();
    String orderReference = fold(order.reference());
    String buyer = words(text(customer.firstName()) + " " + text(customer.lastName()));
    String buyerEmail = fold(customer.email());
    String buyerPhone = Folding.phone(cut(customer.phoneNumber()));
    return order.tickets().stream()
        .map(
            ticket -> {
              String name = words(ticket.name());
              String email = fold(ticket.email());
              String phone = Folding.phone(cut(ticket.phoneNumber()));
              return new TicketWords(
                  order.id(),
                  ticket.id(),
                  orderReference,
                  fold(ticket.reference()),
                  name,
                  email,
                  buyer.equals(name) ? "" : buyer,
                  buyerEmail.equals(email) ? "" : buyerEmail,
                  phone,
                  buyerPhone.equals(phone) ? "" : buyerPhone);
            })
        .toList();
  }

  /** Returns the words that remain after the people of these tickets are forgotten. */
  public TicketWords without(Erasure erasure, Set<Long> tickets) {
    if (erasure.whole() && order == erasure.order()) {
      return new TicketWords(order, ticket, orderReference, reference, "", "", "", "", "", "");
    }
    return tickets.contains(ticket)
        ? new TicketWords(
            order, ticket, orderReference, reference, "", "", buyer, buyerEmail, "", buyerPhone)
        : this;
  }

  private static String fold(String text) {
    return Folding.fold(cut(text));
  }

  private static String words(String text) {
    return String.join(" ", Folding.wordsOfName(cut(text)));
  }

  private static String cut(String text) {
    String all = text(text);
    return all.length() <= MAX_CHARACTERS
        ? all
        : all.substring(0, all.offsetByCodePoints(0, MAX_CHARACTERS / 2));
  }

  private static String text(String text) {
    return text == null ? "" : text;
  }
}
