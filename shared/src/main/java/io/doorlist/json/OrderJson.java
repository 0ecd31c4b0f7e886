package io.doorlist.json;

import io.doorlist.domain.Mode;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.TicketType;
import io.doorlist.domain.order.Address;
import io.doorlist.domain.order.Customer;
import io.doorlist.domain.order.Invoice;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderSummary;
import io.doorlist.domain.order.Ticket;
import io.doorlist.json.JsonValue.ObjectWriter;
import io.doorlist.paging.Page;
import java.util.List;
import java.util.Optional;

/** Writes orders and their tickets. */
public final class OrderJson {
  private OrderJson() {}

  public static JsonValue page(Page<OrderSummary> page, Mode mode) {
    return PageJson.of("orders", page, mode, OrderJson::writeSummary);
  }

  public static JsonValue part(List<OrderSummary> orders, String next, Mode mode) {
    return PageJson.part("orders", orders, next, mode, OrderJson::writeSummary);
  }

  /**
   * Writes the answer of getOrder. A ticket type that the event no longer has is written without id
   * and name.
   */
  public static JsonValue of(Order order, Event event) {
    return JsonValue.object(json -> write(json, order, event));
  }

  public static JsonValue customer(Customer customer) {
    return JsonValue.object(customer, OrderJson::write);
  }

  public static JsonValue invoice(Invoice invoice) {
    return JsonValue.object(invoice, OrderJson::write);
  }

  private static void writeSummary(ObjectWriter json, OrderSummary order) {
    json.put("id", order.id())
        .putObject(
            "customer",
            customer ->
                customer
                    .put("first_name", order.firstName())
                    .put("last_name", order.lastName())
                    .put("email", order.email()))
        .put("reference", order.reference())
        .put("currency", order.currency())
        .put("amount", order.amount())
        .put("created_at", order.createdAt())
        .put("updated_at", order.updatedAt());
  }

  private static void write(ObjectWriter json, Order order, Event event) {
    json.put("id", order.id())
        .put("reference", order.reference())
        .put("test_mode", order.mode() == Mode.TEST)
        .put("state", order.state())
        .put("payment_state", order.paymentState())
        .put("customer", customer(order.customer()))
        .put("created_at", order.createdAt())
        .put("updated_at", order.updatedAt())
        .put("currency", order.currency())
        .put("amount", order.amount())
        .put("amount_refunded", order.amountRefunded())
        .put("invoice", invoice(order.invoice()))
        .put("responses", order.responses())
        .putArray("tickets", order.tickets(), (object, ticket) -> write(object, ticket, event))
        .put("valid_if_pending", order.validIfPending());
  }

  private static void write(ObjectWriter json, Customer customer) {
    json.put("first_name", customer.firstName())
        .put("last_name", customer.lastName())
        .put("email", customer.email())
        .put("phone_number", customer.phoneNumber())
        .put("company_name", customer.companyName())
        .put("tax_id", customer.taxId())
        .putObject("address", customer.address(), OrderJson::write);
  }

  private static void write(ObjectWriter json, Address address) {
    json.put("address", address.address())
        .put("city", address.city())
        .put("state_province_region", address.stateProvinceRegion())
        .put("postal_code", address.postalCode())
        .put("country", address.country())
        .put("country_code", address.countryCode());
  }

  private static void write(ObjectWriter json, Invoice invoice) {
    json.put("number", invoice.number())
        .put("due_at", invoice.dueAt())
        .put("paid", invoice.paid())
        .putArray(
            "line_items",
            invoice.lineItems(),
            (line, item) ->
                line.put("description", item.description())
                    .put("quantity", item.quantity())
                    .put("amount", item.amount()))
        .put("subtotal", invoice.subtotal())
        .putArray(
            "taxes",
            invoice.taxes(),
            (object, tax) -> object.put("name", tax.name()).put("amount", tax.amount()))
        .put("discount", invoice.discount())
        .put("total", invoice.total());
  }

  static void write(ObjectWriter json, Ticket ticket, Event event) {
    Optional<TicketType> type = event.ticketType(ticket.ticketType());
    json.put("id", ticket.id())
        .put("reference", ticket.reference())
        .put("state", ticket.state())
        .put("name", ticket.name())
        .put("email", ticket.email())
        .put("phone_number", ticket.phoneNumber())
        .putObject(
            "ticket_type",
            object ->
                object
                    .put("id", type.map(TicketType::id).orElse(null))
                    .put("name", type.map(TicketType::name).orElse(null)))
        .put("responses", ticket.responses())
        .put("created_at", ticket.createdAt())
        .put("updated_at", ticket.updatedAt())
        .put("valid_from", ticket.terms().validFrom())
        .put("valid_until", ticket.terms().validUntil())
        .put("blocked", ticket.terms().blocked());
  }
}
