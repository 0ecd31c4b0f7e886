package io.doorlist.admin.importing.pretix;

import io.doorlist.admin.console.Failure;
import io.doorlist.admin.importing.foreign.ForeignOrders;
import io.doorlist.admin.importing.foreign.ForeignValues;
import io.doorlist.admin.importing.lines.RefusedLine;
import io.doorlist.domain.OrderState;
import io.doorlist.domain.PaymentState;
import io.doorlist.json.Json;
import io.doorlist.json.MalformedJsonException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads orders of pretix: a page of its REST API's list of orders, or its data export "Order data
 * (JSON)".
 *
 * <p>What becomes of each field is in this module's README. Not thread-safe.
 */
public final class PretixFormat implements ForeignOrders.Format {
  private final String currency;
  private final Map<String, String> ticketTypes = new LinkedHashMap<>();
  private final Map<String, String> itemNames = new HashMap<>();
  private final Map<Object, String> questions = new HashMap<>();

  /**
   * Creates one.
   *
   * @param currency of the event, which orders of pretix do not say
   */
  public PretixFormat(String currency) {
    this.currency = currency;
  }

  @Override
  public ForeignOrders read(String text) {
    Map<String, Object> file;
    try {
      file = Json.readObject(text);
    } catch (MalformedJsonException e) {
      throw new Failure("the file is not JSON: " + e.getMessage(), e);
    }
    List<?> orders;
    if (file.get("results") instanceof List<?> results) {
      orders = results;
    } else if (file.get("event") instanceof Map<?, ?> event
        && event.get("orders") instanceof List<?> exported) {
      readNames(event);
      orders = exported;
    } else {
      throw new Failure(
          "the file is neither a page of pretix's list of orders nor its data export");
    }
    List<ForeignOrders.ForeignOrder> read = new ArrayList<>();
    for (Object order : orders) {
      read.add(order(read.size() + 1, order));
    }
    return new ForeignOrders(ticketTypes, read);
  }

  private void readNames(Map<?, ?> event) {
    for (Map<?, ?> item : objects(event.get("items"))) {
      String name = String.valueOf(item.get("name"));
      itemNames.put(type(item.get("id"), null), name);
      for (Map<?, ?> variation : objects(item.get("variations"))) {
        itemNames.put(
            type(item.get("id"), variation.get("id")), name + " – " + variation.get("name"));
      }
    }
    for (Map<?, ?> question : objects(event.get("questions"))) {
      questions.put(question.get("id"), String.valueOf(question.get("identifier")));
    }
  }

  private ForeignOrders.ForeignOrder order(long number, Object order) {
    try {
      if (order instanceof Map<?, ?> members) {
        return new ForeignOrders.ForeignOrder("order", number, order(members), null);
      }
      throw new RefusedLine(null, "is not an object");
    } catch (RefusedLine e) {
      return new ForeignOrders.ForeignOrder("order", number, null, e);
    }
  }

  private Map<String, Object> order(Map<?, ?> order) throws RefusedLine {
    String code = ForeignValues.textOrNull(order.get("code"));
    long total = ForeignValues.cents("total", order.get("total"));
    long refunded = refunded(order);
    OrderState state = state(order.get("status"));
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("id", ForeignValues.id("code", code));
    members.put("reference", code);
    members.put("test_mode", order.get("testmode"));
    members.put("state", state.word());
    members.put("payment_state", payment(state, order.get("status"), total, refunded).word());
    members.put("customer", customer(order));
    members.put("currency", currency);
    members.put("amount", total);
    members.put("amount_refunded", refunded);
    members.put("created_at", order.get("datetime"));
    members.put("updated_at", updated(order));
    List<Object> tickets = new ArrayList<>();
    for (Map<?, ?> position : objects(order.get("positions"))) {
      tickets.add(ticket(order, code, position, "positions[" + tickets.size() + "]"));
    }
    members.put("tickets", tickets);
    return members;
  }

  private static Object updated(Map<?, ?> order) {
    Object modified = order.get("last_modified");
    return modified == null ? order.get("datetime") : modified;
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

  /** Adds up the refunds that have been made. */
  private static long refunded(Map<?, ?> order) throws RefusedLine {
    long cents = 0;
    for (Map<?, ?> refund : objects(order.get("refunds"))) {
      if ("done".equals(refund.get("state"))) {
        cents += ForeignValues.cents("refunds", refund.get("amount"));
      }
    }
    return cents;
  }

  private static Map<String, Object> customer(Map<?, ?> order) {
    Map<String, Object> customer = new LinkedHashMap<>();
    customer.put("email", ForeignValues.textOrNull(order.get("email")));
    customer.put("phone_number", ForeignValues.textOrNull(order.get("phone")));
    if (order.get("invoice_address") instanceof Map<?, ?> invoice) {
      name(customer, invoice);
      customer.put("company_name", ForeignValues.textOrNull(invoice.get("company")));
      customer.put("tax_id", ForeignValues.textOrNull(invoice.get("vat_id")));
      Map<String, Object> address = new LinkedHashMap<>();
      address.put("address", ForeignValues.textOrNull(invoice.get("street")));
      address.put("city", ForeignValues.textOrNull(invoice.get("city")));
      address.put("state_province_region", ForeignValues.textOrNull(invoice.get("state")));
      address.put("postal_code", ForeignValues.textOrNull(invoice.get("zipcode")));
      String country = ForeignValues.textOrNull(invoice.get("country"));
      boolean isCode = country != null && country.length() == 2;
      address.put("country", isCode ? null : country);
      address.put("country_code", isCode ? country : null);
      customer.put("address", address);
    }
    return customer;
  }

  private static void name(Map<String, Object> customer, Map<?, ?> invoice) {
    if (invoice.get("name_parts") instanceof Map<?, ?> parts && parts.get("family_name") != null) {
      customer.put("first_name", ForeignValues.textOrNull(parts.get("given_name")));
      customer.put("last_name", ForeignValues.textOrNull(parts.get("family_name")));
    } else {
      customer.put("last_name", ForeignValues.textOrNull(invoice.get("name")));
    }
  }

  private Map<String, Object> ticket(Map<?, ?> order, String code, Map<?, ?> position, String place)
      throws RefusedLine {
    if (position.get("item") == null || position.get("positionid") == null) {
      throw new RefusedLine(place, "must have an item and a positionid");
    }
    String type = type(position.get("item"), position.get("variation"));
    ticketTypes.putIfAbsent(type, itemNames.getOrDefault(type, type));
    Map<String, Object> ticket = new LinkedHashMap<>();
    ticket.put("id", position.get("id"));
    ticket.put("reference", code + "-" + position.get("positionid"));
    ticket.put("state", Boolean.TRUE.equals(position.get("canceled")) ? "void" : "valid");
    ticket.put("name", ForeignValues.textOrNull(position.get("attendee_name")));
    ticket.put("email", ForeignValues.textOrNull(position.get("attendee_email")));
    ticket.put("ticket_type", type);
    ticket.put("responses", responses(position));
    ticket.put("qr_code_identifier", position.get("secret"));
    ticket.put("created_at", order.get("datetime"));
    ticket.put("updated_at", updated(order));
    return ticket;
  }

  private Map<String, Object> responses(Map<?, ?> position) {
    Map<String, Object> responses = new LinkedHashMap<>();
    for (Map<?, ?> answer : objects(position.get("answers"))) {
      Object identifier = answer.get("question_identifier");
      String question =
          identifier == null
              ? questions.getOrDefault(answer.get("question"), "question-" + answer.get("question"))
              : identifier.toString();
      responses.put(question, answer.get("answer"));
    }
    return responses;
  }

  private static String type(Object item, Object variation) {
    return "item-" + item + (variation == null ? "" : "-" + variation);
  }

  private static List<Map<?, ?>> objects(Object value) {
    List<Map<?, ?>> objects = new ArrayList<>();
    if (value instanceof List<?> elements) {
      for (Object element : elements) {
        if (element instanceof Map<?, ?> object) {
          objects.add(object);
        }
      }
    }
    return objects;
  }
}
