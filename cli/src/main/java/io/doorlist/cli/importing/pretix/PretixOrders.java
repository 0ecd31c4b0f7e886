package io.doorlist.cli.importing.pretix;

import io.doorlist.cli.lines.RefusedLine;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.PaymentState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Reads pretix's orders. Their positions become tickets. Not thread-safe. */
final class PretixOrders {
  /** Why tickets are blocked if the organiser has not approved the order yet. */
  private static final String NOT_APPROVED = "not approved";

  private final String currency;
  private final Map<String, String> currencies = new HashMap<>();

  PretixOrders(String currency) {
    this.currency = currency;
  }

  void setCurrency(String event, String code) {
    currencies.put(event, code);
  }

  boolean hasCurrency(Object event) {
    return currencies.containsKey(event);
  }

  Map<String, Object> read(String event, Map<?, ?> order) throws RefusedLine {
    String money = currencies.getOrDefault(event, currency);
    if (money == null) {
      throw new RefusedLine(
          "currency", "is missing: --currency says it, or the event's own file before the orders");
    }
    String code = PretixValues.textOrNull(order.get("code"));
    long total = PretixValues.amount("total", order.get("total"), money);
    long refunded = refunded(order, money);
    OrderState state = state(order.get("status"));
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("id", PretixValues.id("code", code));
    members.put("reference", code);
    members.put("test_mode", order.get("testmode"));
    members.put("state", state.word());
    members.put("payment_state", payment(state, order.get("status"), total, refunded).word());
    members.put("customer", customer(order));
    members.put("currency", money);
    members.put("amount", total);
    members.put("amount_refunded", refunded);
    members.put("created_at", order.get("datetime"));
    Object modified = order.get("last_modified");
    Object updated = modified == null ? order.get("datetime") : modified;
    members.put("updated_at", updated);
    members.put("valid_if_pending", Boolean.TRUE.equals(order.get("valid_if_pending")));
    List<Object> tickets = new ArrayList<>();
    for (Map<?, ?> position : PretixValues.objects(order.get("positions"))) {
      tickets.add(ticket(order, code, position, "positions[" + tickets.size() + "]", updated));
    }
    members.put("tickets", tickets);
    return members;
  }

  private static OrderState state(Object status) throws RefusedLine {
    return switch (String.valueOf(status)) {
      case "n" -> OrderState.PENDING;
      case "p" -> OrderState.CONFIRMED;
      case "e", "c", "r" -> OrderState.CANCELLED;
      default -> throw new RefusedLine("status", "must be one of n, p, e, c, r");
    };
  }

  private static PaymentState payment(OrderState state, Object status, long total, long refunded) {
    if (refunded > 0) {
      return refunded >= total ? PaymentState.REFUNDED : PaymentState.PARTIALLY_REFUNDED;
    }
    if ("r".equals(status)) {
      return PaymentState.REFUNDED;
    }
    return state == OrderState.CONFIRMED ? PaymentState.PAID : PaymentState.UNPAID;
  }

  private static long refunded(Map<?, ?> order, String currency) throws RefusedLine {
    long refunded = 0;
    for (Map<?, ?> refund : PretixValues.objects(order.get("refunds"))) {
      if ("done".equals(refund.get("state"))) {
        refunded += PretixValues.amount("refunds", refund.get("amount"), currency);
      }
    }
    return refunded;
  }

  private static Map<String, Object> customer(Map<?, ?> order) {
    Map<String, Object> customer = new LinkedHashMap<>();
    customer.put("email", PretixValues.textOrNull(order.get("email")));
    customer.put("phone_number", PretixValues.textOrNull(order.get("phone")));
    if (order.get("invoice_address") instanceof Map<?, ?> invoice) {
      boolean inParts =
          invoice.get("name_parts") instanceof Map<?, ?> given && given.get("family_name") != null;
      Map<?, ?> parts = inParts ? (Map<?, ?>) invoice.get("name_parts") : Map.of();
      customer.put("first_name", PretixValues.textOrNull(parts.get("given_name")));
      Object last = inParts ? parts.get("family_name") : invoice.get("name");
      customer.put("last_name", PretixValues.textOrNull(last));
      customer.put("company_name", PretixValues.textOrNull(invoice.get("company")));
      customer.put("tax_id", PretixValues.textOrNull(invoice.get("vat_id")));
      Map<String, Object> address = new LinkedHashMap<>();
      address.put("address", PretixValues.textOrNull(invoice.get("street")));
      address.put("city", PretixValues.textOrNull(invoice.get("city")));
      address.put("state_province_region", PretixValues.textOrNull(invoice.get("state")));
      address.put("postal_code", PretixValues.textOrNull(invoice.get("zipcode")));
      String country = PretixValues.textOrNull(invoice.get("country"));
      boolean isCode = country != null && country.length() == 2;
      address.put("country", isCode ? null : country);
      address.put("country_code", isCode ? country : null);
      customer.put("address", address);
    }
    return customer;
  }

  private static Map<String, Object> ticket(
      Map<?, ?> order, String code, Map<?, ?> position, String place, Object updated)
      throws RefusedLine {
    if (position.get("item") == null || position.get("positionid") == null) {
      throw new RefusedLine(place, "must have an item and a positionid");
    }
    Object date = position.get("subevent");
    Map<String, Object> ticket = new LinkedHashMap<>();
    ticket.put("id", position.get("id"));
    ticket.put("reference", code + "-" + position.get("positionid"));
    ticket.put("state", Boolean.TRUE.equals(position.get("canceled")) ? "void" : "valid");
    ticket.put("name", PretixValues.textOrNull(position.get("attendee_name")));
    ticket.put("email", PretixValues.textOrNull(position.get("attendee_email")));
    ticket.put("ticket_type", PretixProducts.slug(position.get("item"), position.get("variation")));
    ticket.put("responses", responses(position));
    ticket.put("qr_code_identifier", position.get("secret"));
    ticket.put("created_at", order.get("datetime"));
    ticket.put("updated_at", updated);
    ticket.put("valid_from", position.get("valid_from"));
    ticket.put("valid_until", position.get("valid_until"));
    ticket.put("blocked", blocked(order, position));
    ticket.put("series_date", date == null ? null : date.toString());
    ticket.put("addon_to", position.get("addon_to"));
    return ticket;
  }

  private static String blocked(Map<?, ?> order, Map<?, ?> position) {
    if (position.get("blocked") instanceof List<?> names && !names.isEmpty()) {
      return names.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }
    boolean waits =
        "n".equals(order.get("status")) && Boolean.TRUE.equals(order.get("require_approval"));
    return waits ? NOT_APPROVED : null;
  }

  private static Map<String, Object> responses(Map<?, ?> position) {
    Map<String, Object> responses = new LinkedHashMap<>();
    for (Map<?, ?> answer : PretixValues.objects(position.get("answers"))) {
      Object question = answer.get("question_identifier");
      responses.put(
          question == null ? "question-" + answer.get("question") : question.toString(),
          answer.get("answer"));
    }
    return responses;
  }
}
