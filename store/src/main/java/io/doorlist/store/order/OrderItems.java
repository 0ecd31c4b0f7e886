package io.doorlist.store.order;

import io.doorlist.domain.JsonObject;
import io.doorlist.domain.Mode;
import io.doorlist.domain.Worded;
import io.doorlist.domain.checkin.AdmittedOrder;
import io.doorlist.domain.checkin.AdmittedTicket;
import io.doorlist.domain.order.AddedAtDoor;
import io.doorlist.domain.order.Address;
import io.doorlist.domain.order.AtDesk;
import io.doorlist.domain.order.Correction;
import io.doorlist.domain.order.Corrections;
import io.doorlist.domain.order.Customer;
import io.doorlist.domain.order.Erasure;
import io.doorlist.domain.order.GuestField;
import io.doorlist.domain.order.Invoice;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.OrderSummary;
import io.doorlist.domain.order.Payment;
import io.doorlist.domain.order.PaymentState;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import io.doorlist.domain.order.TicketTerms;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Item;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Maps orders, what lists show of them, and notes of their erasures to items and back. */
public final class OrderItems {
  private static final String FORGOTTEN = "forgotten";
  private static final String ADDED = "added";
  private static final String CORRECTIONS = "corrections";
  private static final String PAYMENTS = "payments";
  private static final String KEY = "key";

  private OrderItems() {}

  /** Puts everything of an order but its tickets. */
  public static Item order(Item item, Order order) {
    return item.put(OrderFacts.ID, order.id())
        .put("reference", order.reference())
        .put(OrderFacts.MODE, order.mode().word())
        .put(OrderFacts.STATE, order.state().word())
        .put("payment_state", order.paymentState().word())
        .put("customer", customer(order.customer()))
        .put("created_at", order.createdAt())
        .put("updated_at", order.updatedAt())
        .put(OrderFacts.CURRENCY, order.currency())
        .put("amount", order.amount())
        .put("amount_refunded", order.amountRefunded())
        .put("invoice", order.invoice() == null ? null : invoice(order.invoice()))
        .put("responses", order.responses().text())
        .put(OrderFacts.QR_CODE, order.qrCodeIdentifier())
        .put(OrderFacts.VALID_IF_PENDING, order.validIfPending() ? Boolean.TRUE : null)
        .put(FORGOTTEN, order.forgotten() ? Boolean.TRUE : null)
        .put(ADDED, order.isAdded() ? added(order.desk().added()) : null)
        .put(CORRECTIONS, corrections(order.desk().corrections()))
        .put(PAYMENTS, order.desk().payments().isEmpty() ? null : payments(order))
        .put(OrderFacts.PAID_AT_DESK, order.isPaidAtDesk() ? Boolean.TRUE : null)
        .put(OrderFacts.DUE, isDue(order) ? (Long) order.due() : null);
  }

  private static boolean isDue(Order order) {
    return order.due() > 0 && order.state() == OrderState.PENDING && !order.validIfPending();
  }

  private static List<Item> payments(Order order) {
    return order.desk().payments().stream()
        .map(payment -> payment(new Item(), payment).put(KEY, payment.key()))
        .toList();
  }

  /** Puts all of a payment but its key. */
  public static Item payment(Item item, Payment payment) {
    return item.put("ticket", payment.ticket())
        .put("amount", payment.amount())
        .put(OrderFacts.CURRENCY, payment.currency())
        .put("at", payment.at())
        .put("by", payment.token())
        .put("by_name", payment.by());
  }

  static Payment payment(Item item, String key) {
    return new Payment(
        key,
        item.number("ticket"),
        item.number("amount"),
        item.text(OrderFacts.CURRENCY),
        item.time("at"),
        item.text("by"),
        item.text("by_name"));
  }

  private static Item added(AddedAtDoor added) {
    AddedAtDoor.Arrival arrival = added.arrival();
    return new Item()
        .put("at", added.at())
        .put("by", added.by())
        .put("request", added.request())
        .put("list", arrival == null ? null : (Long) arrival.list())
        .put("ordinal", arrival == null ? null : (Long) arrival.ordinal());
  }

  private static AddedAtDoor added(Item order) {
    Item item = order.map(ADDED);
    return item.isEmpty()
        ? null
        : new AddedAtDoor(
            item.time("at"),
            item.text("by"),
            item.text("request"),
            item.has("list")
                ? new AddedAtDoor.Arrival(item.number("list"), item.number("ordinal"))
                : null);
  }

  public static Order order(Item item) {
    return new Order(
        item.number(OrderFacts.ID),
        item.text("reference"),
        Worded.read(Mode.class, item.text(OrderFacts.MODE)),
        Worded.read(OrderState.class, item.text(OrderFacts.STATE)),
        Worded.read(PaymentState.class, item.text("payment_state")),
        customer(item.map("customer")),
        item.time("created_at"),
        item.time("updated_at"),
        item.text("currency"),
        item.number("amount"),
        item.number("amount_refunded"),
        item.has("invoice") ? invoice(item.map("invoice")) : null,
        new JsonObject(item.text("responses")),
        item.text(OrderFacts.QR_CODE),
        item.items(OrderFacts.TICKETS, OrderItems::ticket),
        item.flag(OrderFacts.VALID_IF_PENDING),
        item.flag(FORGOTTEN),
        new AtDesk(
            added(item),
            corrections(item),
            item.items(PAYMENTS, payment -> payment(payment, payment.text(KEY)))));
  }

  private static List<Item> corrections(Corrections corrections) {
    List<Item> items = corrections.all().stream().map(OrderItems::correction).toList();
    return items.isEmpty() ? null : items;
  }

  private static Item correction(Correction correction) {
    return new Item()
        .put("field", correction.field().word())
        .put("was", correction.was())
        .put("at", correction.at())
        .put("by", correction.by())
        .put("in_force", correction.inForce() ? Boolean.TRUE : null);
  }

  private static Corrections corrections(Item item) {
    return new Corrections(
        item.items(
            CORRECTIONS,
            each ->
                new Correction(
                    Worded.read(GuestField.class, each.text("field")),
                    each.text("was"),
                    each.time("at"),
                    each.text("by"),
                    each.flag("in_force"))));
  }

  public static Item ticket(Ticket ticket) {
    Item item =
        new Item()
            .put(OrderFacts.ID, ticket.id())
            .put("reference", ticket.reference())
            .put(OrderFacts.STATE, ticket.state().word())
            .put("name", ticket.name())
            .put("email", ticket.email())
            .put("phone_number", ticket.phoneNumber())
            .put(OrderFacts.TICKET_TYPE, ticket.ticketType())
            .put("responses", ticket.responses().text())
            .put(OrderFacts.QR_CODE, ticket.qrCodeIdentifier())
            .put("created_at", ticket.createdAt())
            .put("updated_at", ticket.updatedAt())
            .put(OrderFacts.VALID_FROM, ticket.terms().validFrom())
            .put(OrderFacts.VALID_UNTIL, ticket.terms().validUntil())
            .put(OrderFacts.BLOCKED, ticket.terms().blocked())
            .put(OrderFacts.SERIES_DATE, ticket.terms().seriesDate())
            .put(OrderFacts.ADDON_TO, ticket.terms().addonTo())
            .put(FORGOTTEN, ticket.forgotten() ? Boolean.TRUE : null)
            .put(CORRECTIONS, corrections(ticket.corrections()));
    return NoteItems.put(item, ticket.note());
  }

  private static Ticket ticket(Item item) {
    return new Ticket(
        item.number(OrderFacts.ID),
        item.text("reference"),
        Worded.read(TicketState.class, item.text(OrderFacts.STATE)),
        item.text("name"),
        item.text("email"),
        item.text("phone_number"),
        item.text(OrderFacts.TICKET_TYPE),
        new JsonObject(item.text("responses")),
        item.text(OrderFacts.QR_CODE),
        item.time("created_at"),
        item.time("updated_at"),
        new TicketTerms(
            item.time(OrderFacts.VALID_FROM),
            item.time(OrderFacts.VALID_UNTIL),
            item.text(OrderFacts.BLOCKED),
            item.text(OrderFacts.SERIES_DATE),
            item.numberOrNull(OrderFacts.ADDON_TO)),
        item.flag(FORGOTTEN),
        NoteItems.of(item),
        corrections(item));
  }

  private static Item customer(Customer customer) {
    Address address = customer.address();
    return new Item()
        .put("first_name", customer.firstName())
        .put("last_name", customer.lastName())
        .put("email", customer.email())
        .put("phone_number", customer.phoneNumber())
        .put("company_name", customer.companyName())
        .put("tax_id", customer.taxId())
        .put(
            "address",
            new Item()
                .put("address", address.address())
                .put("city", address.city())
                .put("state_province_region", address.stateProvinceRegion())
                .put("postal_code", address.postalCode())
                .put("country", address.country())
                .put("country_code", address.countryCode()));
  }

  private static Customer customer(Item item) {
    Item address = item.map("address");
    return new Customer(
        item.text("first_name"),
        item.text("last_name"),
        item.text("email"),
        item.text("phone_number"),
        item.text("company_name"),
        item.text("tax_id"),
        new Address(
            address.text("address"),
            address.text("city"),
            address.text("state_province_region"),
            address.text("postal_code"),
            address.text("country"),
            address.text("country_code")));
  }

  private static Item invoice(Invoice invoice) {
    return new Item()
        .put("number", invoice.number())
        .put("due_at", invoice.dueAt())
        .put("paid", invoice.paid())
        .put(
            "line_items",
            invoice.lineItems(),
            line ->
                new Item()
                    .put("description", line.description())
                    .put("quantity", line.quantity())
                    .put("amount", line.amount()))
        .put("subtotal", invoice.subtotal())
        .put(
            "taxes",
            invoice.taxes(),
            tax -> new Item().put("name", tax.name()).put("amount", tax.amount()))
        .put("discount", invoice.discount())
        .put("total", invoice.total());
  }

  private static Invoice invoice(Item item) {
    return new Invoice(
        item.text("number"),
        item.text("due_at"),
        item.flagOrNull("paid"),
        item.items("line_items", OrderItems::line),
        item.numberOrNull("subtotal"),
        item.items("taxes", OrderItems::tax),
        item.numberOrNull("discount"),
        item.numberOrNull("total"));
  }

  private static Invoice.LineItem line(Item item) {
    return new Invoice.LineItem(
        item.text("description"), item.numberOrNull("quantity"), item.numberOrNull("amount"));
  }

  private static Invoice.Tax tax(Item item) {
    return new Invoice.Tax(item.text("name"), item.numberOrNull("amount"));
  }

  public static Item summary(Item row, OrderSummary summary) {
    return row.put(OrderFacts.ID, summary.id())
        .put("first_name", summary.firstName())
        .put("last_name", summary.lastName())
        .put("email", summary.email())
        .put("reference", summary.reference())
        .put("currency", summary.currency())
        .put("amount", summary.amount())
        .put("created_at", summary.createdAt())
        .put("updated_at", summary.updatedAt());
  }

  static OrderSummary summary(Item row) {
    return new OrderSummary(
        row.number(OrderFacts.ID),
        row.text("first_name"),
        row.text("last_name"),
        row.text("email"),
        row.text("reference"),
        row.text("currency"),
        row.number("amount"),
        row.time("created_at"),
        row.time("updated_at"));
  }

  public static Item admittedOrder(Item row, AdmittedOrder order) {
    return row.put(OrderFacts.ID, order.orderId())
        .put("qr", order.qrCodeIdentifier())
        .put("reference", order.reference())
        .put("types", order.ticketTypes());
  }

  static AdmittedOrder admittedOrder(Item row) {
    return new AdmittedOrder(
        row.text("qr"), row.text("reference"), row.number(OrderFacts.ID), row.counts("types"));
  }

  public static Item admittedTicket(Item row, AdmittedTicket ticket) {
    return row.put(OrderFacts.ID, ticket.id())
        .put("qr", ticket.qrCodeIdentifier())
        .put("reference", ticket.reference())
        .put("type", ticket.ticketType())
        .put("from", seconds(ticket.validFrom()))
        .put("until", seconds(ticket.validUntil()))
        .put("main", ticket.mainCode())
        .put("unpaid", ticket.unpaid() ? Boolean.TRUE : null)
        .put("noted", ticket.noted() ? Boolean.TRUE : null);
  }

  public static AdmittedTicket admittedTicket(Item row) {
    return new AdmittedTicket(
        row.text("qr"),
        row.text("reference"),
        row.number(OrderFacts.ID),
        row.text("type"),
        time(row.numberOrNull("from")),
        time(row.numberOrNull("until")),
        row.text("main"),
        row.flag("unpaid"),
        row.flag("noted"));
  }

  /** Returns a time in whole seconds, the precision with which doors decide. */
  public static Long seconds(Instant time) {
    return time == null ? null : Long.valueOf(time.getEpochSecond());
  }

  private static Instant time(Long epochSecond) {
    return epochSecond == null ? null : Instant.ofEpochSecond(epochSecond);
  }

  public static Item erasure(String account, Erasure erasure) {
    return new Item(TableSchema.erasure(account, erasure.event(), erasure.order()))
        .put("event", erasure.event())
        .put("order", erasure.order())
        .put("tickets", List.copyOf(new TreeSet<>(erasure.tickets())))
        .put("asked_at", erasure.askedAt())
        .put("done_at", erasure.doneAt())
        .put("key", erasure.key())
        .put(
            "digests",
            erasure.digests().isEmpty() ? null : List.copyOf(new TreeSet<>(erasure.digests())));
  }

  public static Erasure erasure(Item item) {
    return new Erasure(
        item.text("event"),
        item.number("order"),
        Set.copyOf(item.numbers("tickets")),
        item.time("asked_at"),
        item.time("done_at"),
        item.text("key"),
        Set.copyOf(item.texts("digests")));
  }
}
