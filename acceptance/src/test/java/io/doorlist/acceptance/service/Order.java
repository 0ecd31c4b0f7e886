package io.doorlist.acceptance.service;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** An order as it is imported, and the suite's own model of what the contract requires for it. */
public record Order(
    long id, boolean test, String state, String paymentState, List<Ticket> tickets) {
  private static final String TIMESTAMP = "2026-08-02T10:15:30Z";

  /** Returns a live, confirmed and paid order with one valid ticket of each type given. */
  public static Order of(long id, String... types) {
    List<Ticket> tickets = new ArrayList<>();
    for (String type : types) {
      int number = tickets.size() + 1;
      tickets.add(new Ticket(id * 1000 + number, "R" + id + "-" + number, type, "valid"));
    }
    return new Order(id, false, "confirmed", "paid", tickets);
  }

  /** Returns a live, confirmed and paid order with many valid tickets of one type. */
  public static Order group(long id, int size, String type) {
    return of(id, IntStream.range(0, size).mapToObj(i -> type).toArray(String[]::new));
  }

  public Order asTest() {
    return new Order(id, true, state, paymentState, tickets);
  }

  public Order in(String otherState, String otherPaymentState) {
    return new Order(id, test, otherState, otherPaymentState, tickets);
  }

  /** Returns this order with one ticket void. */
  public Order withVoid(int index) {
    List<Ticket> changed = new ArrayList<>(tickets);
    Ticket ticket = tickets.get(index);
    changed.set(index, new Ticket(ticket.id(), ticket.reference(), ticket.type(), "void"));
    return new Order(id, test, state, paymentState, changed);
  }

  public String reference() {
    return "R" + id;
  }

  public String qr() {
    return "o-" + reference();
  }

  public Ticket ticket(int index) {
    return tickets.get(index);
  }

  /** Returns the tickets that this list admits (listOrdersOfList and listTicketsOfList). */
  public List<Ticket> admittedTo(CheckinList list) {
    return state.equals("confirmed")
        ? tickets.stream().filter(t -> t.valid() && list.admits(t.type())).toList()
        : List.of();
  }

  /** Returns how many tickets of each type this list admits. */
  public SortedMap<String, Long> countsAt(CheckinList list) {
    SortedMap<String, Long> counts = new TreeMap<>();
    admittedTo(list).forEach(ticket -> counts.merge(ticket.type(), 1L, Long::sum));
    return counts;
  }

  public Map<String, Object> line(String account, String event) {
    Map<String, Object> line = CheckinList.line("order", account, event);
    line.put("id", id);
    line.put("reference", reference());
    line.put("test_mode", test);
    line.put("state", state);
    line.put("payment_state", paymentState);
    line.put("customer", customer(account));
    line.put("currency", "EUR");
    line.put("amount", 1000 * tickets.size());
    line.put("amount_refunded", paymentState.equals("refunded") ? 1000 * tickets.size() : 0);
    line.put("invoice", null);
    line.put("responses", Map.of());
    line.put("created_at", TIMESTAMP);
    line.put("updated_at", TIMESTAMP);
    line.put("qr_code_identifier", qr());
    line.put("tickets", tickets.stream().map(ticket -> ticket.line(TIMESTAMP)).toList());
    return line;
  }

  /** Returns the customer with every member; the last name contains the account. */
  private Map<String, Object> customer(String account) {
    Map<String, Object> address = new LinkedHashMap<>();
    for (String member :
        List.of(
            "address", "city", "state_province_region", "postal_code", "country", "country_code")) {
      address.put(member, null);
    }
    Map<String, Object> customer = new LinkedHashMap<>();
    customer.put("first_name", "Buyer " + id);
    customer.put("last_name", "of " + account);
    customer.put("email", "buyer" + id + "@example.org");
    customer.put("phone_number", null);
    customer.put("company_name", null);
    customer.put("tax_id", null);
    customer.put("address", address);
    return customer;
  }
}
