package io.doorlist.json;

import com.fasterxml.jackson.core.JsonGenerator;
import io.doorlist.domain.JsonObject;
import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.event.Area;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.TicketType;
import io.doorlist.domain.order.Address;
import io.doorlist.domain.order.Customer;
import io.doorlist.domain.order.Invoice;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderSummary;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.webhook.Change;
import io.doorlist.paging.Page;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Writes orders and their tickets. */
public final class OrderJson {
  private OrderJson() {}

  /** Writes the answer of listOrders. */
  public static JsonValue page(Page<OrderSummary> page, Mode mode) {
    return PageJson.of("orders", page, mode, OrderJson::writeSummary);
  }

  /**
   * Writes the answer of listOrders to somebody who reads on.
   *
   * @param next a link to what follows, or {@code null}
   */
  public static JsonValue part(List<OrderSummary> orders, String next, Mode mode) {
    return PageJson.part("orders", orders, next, mode, OrderJson::writeSummary);
  }

  /**
   * Writes the answer of getOrder.
   *
   * @param event has the ticket types; an unknown one is written without id and name
   */
  public static JsonValue of(Order order, Event event) {
    return new JsonValue(json -> write(json, order, event));
  }

  /** Returns the order as the payload of a webhook event: as getOrder shows it. */
  public static JsonObject object(Order order, Event event) {
    return new JsonObject(of(order, event).text());
  }

  /** Returns the ticket as the payload of a webhook event: as its order shows it. */
  public static JsonObject object(Ticket ticket, Event event) {
    return new JsonObject(new JsonValue(json -> writeTicket(json, ticket, event)).text());
  }

  /**
   * Returns the ticket as the payload of a webhook event about a door that is there no more: with
   * the check-in list's id.
   */
  public static JsonObject object(Ticket ticket, Event event, long list) {
    return object(ticket, event, json -> Fields.checkinList(json, list, null));
  }

  /**
   * Returns the ticket as the payload of a webhook event about a door: with the check-in list, of a
   * passage its area and what it explains, and what happened as listHappenings shows it.
   *
   * @param area its slug is null for a list that names none
   */
  public static JsonObject object(
      Ticket ticket, Event event, Area area, Happening happening, Change.AtDoor change) {
    return object(
        ticket,
        event,
        json -> {
          Fields.checkinList(json, happening.list());
          if (change.isPassage()) {
            AreaJson.writeName(json, area);
            PassageJson.write(json, happening);
            if (!change.opens().isEmpty() || !change.closes().isEmpty()) {
              Fields.numbers(json, "unexplained", change.opens());
              Fields.numbers(json, "explained", change.closes());
            }
          }
          json.writeObjectFieldStart("happening");
          HappeningJson.writeMembers(json, happening, event);
          json.writeEndObject();
        });
  }

  private static JsonObject object(Ticket ticket, Event event, JsonValue.Content door) {
    JsonValue value =
        JsonValue.objectOf(
            json -> {
              writeMembers(json, ticket, event);
              door.write(json);
            });
    return new JsonObject(value.text());
  }

  /** Returns a customer as orders show it. */
  public static JsonValue customer(Customer customer) {
    return new JsonValue(json -> writeCustomer(json, customer));
  }

  /** Returns an invoice as orders show it; {@code null} if there is none. */
  public static JsonValue invoice(Invoice invoice) {
    return new JsonValue(json -> writeInvoice(json, invoice));
  }

  private static void writeSummary(JsonGenerator json, OrderSummary order) throws IOException {
    json.writeNumberField("id", order.id());
    json.writeObjectFieldStart("customer");
    json.writeStringField("first_name", order.firstName());
    json.writeStringField("last_name", order.lastName());
    json.writeStringField("email", order.email());
    json.writeEndObject();
    json.writeStringField("reference", order.reference());
    json.writeStringField("currency", order.currency());
    json.writeNumberField("amount", order.amount());
    json.writeStringField("created_at", Times.exact(order.createdAt()));
    json.writeStringField("updated_at", Times.exact(order.updatedAt()));
  }

  private static void write(JsonGenerator json, Order order, Event event) throws IOException {
    json.writeStartObject();
    json.writeNumberField("id", order.id());
    json.writeStringField("reference", order.reference());
    json.writeBooleanField("test_mode", order.mode() == Mode.TEST);
    json.writeStringField("state", order.state().word());
    json.writeStringField("payment_state", order.paymentState().word());
    json.writeFieldName("customer");
    writeCustomer(json, order.customer());
    json.writeStringField("created_at", Times.exact(order.createdAt()));
    json.writeStringField("updated_at", Times.exact(order.updatedAt()));
    json.writeStringField("currency", order.currency());
    json.writeNumberField("amount", order.amount());
    json.writeNumberField("amount_refunded", order.amountRefunded());
    json.writeFieldName("invoice");
    writeInvoice(json, order.invoice());
    writeResponses(json, order.responses());
    json.writeArrayFieldStart("tickets");
    for (Ticket ticket : order.tickets()) {
      writeTicket(json, ticket, event);
    }
    json.writeEndArray();
    json.writeBooleanField("valid_if_pending", order.validIfPending());
    json.writeEndObject();
  }

  private static void writeCustomer(JsonGenerator json, Customer customer) throws IOException {
    json.writeStartObject();
    json.writeStringField("first_name", customer.firstName());
    json.writeStringField("last_name", customer.lastName());
    json.writeStringField("email", customer.email());
    json.writeStringField("phone_number", customer.phoneNumber());
    json.writeStringField("company_name", customer.companyName());
    json.writeStringField("tax_id", customer.taxId());
    Address address = customer.address();
    json.writeObjectFieldStart("address");
    json.writeStringField("address", address.address());
    json.writeStringField("city", address.city());
    json.writeStringField("state_province_region", address.stateProvinceRegion());
    json.writeStringField("postal_code", address.postalCode());
    json.writeStringField("country", address.country());
    json.writeStringField("country_code", address.countryCode());
    json.writeEndObject();
    json.writeEndObject();
  }

  private static void writeInvoice(JsonGenerator json, Invoice invoice) throws IOException {
    if (invoice == null) {
      json.writeNull();
      return;
    }
    json.writeStartObject();
    json.writeStringField("number", invoice.number());
    json.writeStringField("due_at", invoice.dueAt());
    json.writeFieldName("paid");
    if (invoice.paid() == null) {
      json.writeNull();
    } else {
      json.writeBoolean(invoice.paid());
    }
    json.writeArrayFieldStart("line_items");
    for (Invoice.LineItem item : invoice.lineItems()) {
      json.writeStartObject();
      json.writeStringField("description", item.description());
      Fields.number(json, "quantity", item.quantity());
      Fields.number(json, "amount", item.amount());
      json.writeEndObject();
    }
    json.writeEndArray();
    Fields.number(json, "subtotal", invoice.subtotal());
    json.writeArrayFieldStart("taxes");
    for (Invoice.Tax tax : invoice.taxes()) {
      json.writeStartObject();
      json.writeStringField("name", tax.name());
      Fields.number(json, "amount", tax.amount());
      json.writeEndObject();
    }
    json.writeEndArray();
    Fields.number(json, "discount", invoice.discount());
    Fields.number(json, "total", invoice.total());
    json.writeEndObject();
  }

  private static void writeTicket(JsonGenerator json, Ticket ticket, Event event)
      throws IOException {
    json.writeStartObject();
    writeMembers(json, ticket, event);
    json.writeEndObject();
  }

  private static void writeMembers(JsonGenerator json, Ticket ticket, Event event)
      throws IOException {
    json.writeNumberField("id", ticket.id());
    json.writeStringField("reference", ticket.reference());
    json.writeStringField("state", ticket.state().word());
    json.writeStringField("name", ticket.name());
    json.writeStringField("email", ticket.email());
    json.writeStringField("phone_number", ticket.phoneNumber());
    Optional<TicketType> type = event.ticketType(ticket.ticketType());
    json.writeObjectFieldStart("ticket_type");
    Fields.number(json, "id", type.map(TicketType::id).orElse(null));
    json.writeStringField("name", type.map(TicketType::name).orElse(null));
    json.writeEndObject();
    writeResponses(json, ticket.responses());
    json.writeStringField("created_at", Times.exact(ticket.createdAt()));
    json.writeStringField("updated_at", Times.exact(ticket.updatedAt()));
    json.writeStringField("valid_from", Times.exactOrNull(ticket.terms().validFrom()));
    json.writeStringField("valid_until", Times.exactOrNull(ticket.terms().validUntil()));
    json.writeStringField("blocked", ticket.terms().blocked());
  }

  private static void writeResponses(JsonGenerator json, JsonObject responses) throws IOException {
    json.writeFieldName("responses");
    json.writeRawValue(responses.text());
  }
}
