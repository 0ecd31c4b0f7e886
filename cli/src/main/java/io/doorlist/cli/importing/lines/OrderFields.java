package io.doorlist.cli.importing.lines;

import io.doorlist.domain.Mode;
import io.doorlist.domain.order.Address;
import io.doorlist.domain.order.Customer;
import io.doorlist.domain.order.Invoice;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.PaymentState;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import io.doorlist.domain.order.TicketTerms;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Reads the import line of an order, with its customer, invoice and tickets. */
final class OrderFields {
  static final Set<String> ORDER =
      Set.of(
          ("kind account event id reference test_mode state payment_state customer "
                  + "currency amount amount_refunded invoice responses created_at updated_at "
                  + "qr_code_identifier valid_if_pending forgotten tickets")
              .split(" "));

  private static final Set<String> CUSTOMER =
      Set.of(
          "first_name", "last_name", "email", "phone_number", "company_name", "tax_id", "address");
  private static final Set<String> ADDRESS =
      Set.of("address", "city", "state_province_region", "postal_code", "country", "country_code");
  private static final Set<String> INVOICE =
      Set.of("number", "due_at", "paid", "line_items", "subtotal", "taxes", "discount", "total");
  private static final Set<String> LINE_ITEM = Set.of("description", "quantity", "amount");
  private static final Set<String> TAX = Set.of("name", "amount");
  private static final Set<String> TICKET =
      Set.of(
          ("id reference state name email phone_number ticket_type responses "
                  + "qr_code_identifier created_at updated_at valid_from valid_until blocked "
                  + "series_date addon_to forgotten")
              .split(" "));

  private static final int MAX_TICKETS = 1_000;
  private static final int MAX_INVOICE_ROWS = 1_000;

  private OrderFields() {}

  static ImportLine read(Fields line) throws RefusedLine {
    String account = line.slug("account");
    String event = line.eventSlug("event");
    Long refunded = line.optionalAmount("amount_refunded");
    boolean testMode = Boolean.TRUE.equals(line.optionalFlag("test_mode"));
    Order order =
        new Order(
            line.id("id"),
            line.text("reference"),
            testMode ? Mode.TEST : Mode.LIVE,
            line.word("state", OrderState.values(), OrderState::word),
            line.word("payment_state", PaymentState.values(), PaymentState::word),
            customer(line.optionalObject("customer", CUSTOMER)),
            line.time("created_at"),
            line.time("updated_at"),
            line.currency("currency"),
            line.amount("amount"),
            refunded == null ? 0 : refunded,
            invoice(line.optionalObject("invoice", INVOICE)),
            line.optionalAnyObject("responses"),
            line.optionalQrCodeIdentifier("qr_code_identifier"),
            tickets(line),
            Boolean.TRUE.equals(line.optionalFlag("valid_if_pending")),
            Boolean.TRUE.equals(line.optionalFlag("forgotten")));
    return new ImportLine.OrderLine(account, event, order);
  }

  private static Customer customer(Fields customer) throws RefusedLine {
    if (customer == null) {
      return Customer.UNKNOWN;
    }
    return new Customer(
        customer.optionalText("first_name"),
        customer.optionalText("last_name"),
        customer.optionalText("email"),
        customer.optionalText("phone_number"),
        customer.optionalText("company_name"),
        customer.optionalText("tax_id"),
        address(customer.optionalObject("address", ADDRESS)));
  }

  private static Address address(Fields address) throws RefusedLine {
    if (address == null) {
      return Address.UNKNOWN;
    }
    return new Address(
        address.optionalText("address"),
        address.optionalText("city"),
        address.optionalText("state_province_region"),
        address.optionalText("postal_code"),
        address.optionalText("country"),
        address.optionalText("country_code"));
  }

  private static Invoice invoice(Fields invoice) throws RefusedLine {
    if (invoice == null) {
      return null;
    }
    List<Invoice.LineItem> items = new ArrayList<>();
    for (Fields item : invoice.optionalObjects("line_items", MAX_INVOICE_ROWS, LINE_ITEM)) {
      // Deductions on an invoice are below 0.
      items.add(
          new Invoice.LineItem(
              item.optionalText("description"),
              item.optionalAmount("quantity"),
              item.optionalSignedAmount("amount")));
    }
    List<Invoice.Tax> taxes = new ArrayList<>();
    for (Fields tax : invoice.optionalObjects("taxes", MAX_INVOICE_ROWS, TAX)) {
      taxes.add(new Invoice.Tax(tax.optionalText("name"), tax.optionalAmount("amount")));
    }
    return new Invoice(
        invoice.optionalText("number"),
        invoice.optionalTimeOrDate("due_at"),
        invoice.optionalFlag("paid"),
        items,
        invoice.optionalAmount("subtotal"),
        taxes,
        invoice.optionalAmount("discount"),
        invoice.optionalAmount("total"));
  }

  private static List<Ticket> tickets(Fields line) throws RefusedLine {
    List<Ticket> tickets = new ArrayList<>();
    for (Fields ticket : line.objects("tickets", MAX_TICKETS, TICKET)) {
      tickets.add(ticket(ticket));
    }
    return tickets;
  }

  private static Ticket ticket(Fields ticket) throws RefusedLine {
    return new Ticket(
        ticket.id("id"),
        ticket.text("reference"),
        ticket.word("state", TicketState.values(), TicketState::word),
        ticket.optionalText("name"),
        ticket.optionalText("email"),
        ticket.optionalText("phone_number"),
        ticket.slug("ticket_type"),
        ticket.optionalAnyObject("responses"),
        ticket.optionalQrCodeIdentifier("qr_code_identifier"),
        ticket.time("created_at"),
        ticket.time("updated_at"),
        terms(ticket),
        Boolean.TRUE.equals(ticket.optionalFlag("forgotten")));
  }

  private static TicketTerms terms(Fields ticket) throws RefusedLine {
    return new TicketTerms(
        ticket.optionalTime("valid_from"),
        ticket.optionalTime("valid_until"),
        ticket.optionalWord("blocked"),
        ticket.optionalWord("series_date"),
        ticket.optionalId("addon_to"));
  }
}
