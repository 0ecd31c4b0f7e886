package io.doorlist.cli.importing.tito;

import io.doorlist.cli.console.Failure;
import io.doorlist.cli.importing.foreign.ForeignFile;
import io.doorlist.cli.importing.foreign.ForeignValues;
import io.doorlist.cli.importing.lines.RefusedLine;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.PaymentState;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the tickets in the CSV export of a Tito event: one row per ticket, with its order.
 *
 * <p>docs/import.md says how each column is mapped. Not thread-safe.
 */
public final class TitoFormat implements ForeignFile.Format {
  private static final String TICKET = "Ticket";
  private static final String TICKET_REFERENCE = "Ticket Reference";
  private static final String ORDER_REFERENCE = "Order Reference";
  private static final String TICKET_URL = "Unique Ticket URL";

  /** Columns that are not answers to the organiser's questions. */
  private static final Set<String> OWN =
      Set.of(
          "Number",
          "Ticket Created Date",
          "Ticket Last Updated Date",
          TICKET,
          "Ticket Full Name",
          "Ticket First Name",
          "Ticket Last Name",
          "Ticket Email",
          "Ticket Company Name",
          "Ticket Phone Number",
          "Event",
          "Void Status",
          "Price",
          "Discount Status",
          TICKET_REFERENCE,
          "Tags",
          TICKET_URL,
          "Unique Order URL",
          ORDER_REFERENCE,
          "Order Name",
          "Order Email",
          "Order Company Name",
          "Order Phone Number",
          "Order Discount Code",
          "Order IP",
          "Order Created Date",
          "Order Completed Date",
          "Payment Reference");

  /** A day, a time and an optional zone, as exports and spreadsheets write them. */
  private static final Pattern TIME =
      Pattern.compile(
          "([0-9]{4}-[0-9]{2}-[0-9]{2})[ T]([0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:[.][0-9]{1,9})?)?)"
              + " ?(Z|UTC|[+-][0-9]{2}:?[0-9]{2})?");

  private static final long MAX_TICKETS = 1_000;

  private final String currency;
  private final ZoneId zone;
  private final Map<String, ForeignFile.TypeWords> ticketTypes = new LinkedHashMap<>();

  /**
   * Creates one.
   *
   * @param zone the zone of times without one, or {@code null} to refuse them
   */
  public TitoFormat(String currency, ZoneId zone) {
    this.currency = currency;
    this.zone = zone;
  }

  @Override
  public ForeignFile read(String text) {
    List<Csv.Row> rows = Csv.read(text);
    for (String column : List.of(TICKET, TICKET_REFERENCE, ORDER_REFERENCE, TICKET_URL)) {
      if (!rows.isEmpty() && !rows.getFirst().values().containsKey(column)) {
        throw new Failure("the file has no column '" + column + "', so it is not Tito's export");
      }
    }
    Map<String, List<Csv.Row>> byOrder = new LinkedHashMap<>();
    for (Csv.Row row : rows) {
      byOrder
          .computeIfAbsent(String.valueOf(row.get(ORDER_REFERENCE)), key -> new ArrayList<>())
          .add(row);
    }
    List<ForeignFile.ForeignLine> orders = new ArrayList<>();
    for (List<Csv.Row> order : byOrder.values()) {
      long line = order.getFirst().line();
      try {
        orders.add(
            new ForeignFile.ForeignLine(
                "line", line, "order", null, null, order(order), null, false));
      } catch (RefusedLine e) {
        orders.add(new ForeignFile.ForeignLine("line", line, "order", null, null, null, e, false));
      }
    }
    return new ForeignFile(List.of(new ForeignFile.ForeignEvent(null, null, ticketTypes)), orders);
  }

  private Map<String, Object> order(List<Csv.Row> rows) throws RefusedLine {
    Csv.Row first = rows.getFirst();
    String reference = first.get(ORDER_REFERENCE);
    long id = ForeignValues.id(ORDER_REFERENCE, reference);
    String created = time(first, "Order Created Date");
    String completed = time(first, "Order Completed Date");
    List<Map<String, Object>> tickets = new ArrayList<>();
    long amount = 0;
    long voided = 0;
    boolean valid = false;
    boolean refunded = false;
    Instant updated = Instant.parse(completed == null ? created : completed);
    for (Csv.Row row : rows) {
      String changed = time(row, "Ticket Last Updated Date");
      if (changed != null && Instant.parse(changed).isAfter(updated)) {
        updated = Instant.parse(changed);
      }
      long price =
          row.get("Price") == null ? 0 : ForeignValues.amount("Price", row.get("Price"), currency);
      amount += price;
      voided += isVoid(row) ? price : 0;
      valid |= !isVoid(row);
      refunded |= isVoid(row) && text(row, "Void Status").contains("refund");
      tickets.add(ticket(row, id, created));
    }
    tickets.sort(Comparator.comparingLong(ticket -> (Long) ticket.get("id")));
    OrderState state =
        !valid
            ? OrderState.CANCELLED
            : completed == null ? OrderState.PENDING : OrderState.CONFIRMED;
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("id", id);
    members.put("reference", reference);
    members.put("state", state.word());
    members.put("payment_state", payment(completed, valid, refunded).word());
    members.put("customer", customer(first));
    members.put("currency", currency);
    members.put("amount", amount);
    members.put("amount_refunded", refunded ? voided : 0L);
    members.put("created_at", created);
    members.put("updated_at", updated.toString());
    members.put("tickets", tickets);
    return members;
  }

  private static PaymentState payment(String completed, boolean valid, boolean refunded) {
    if (completed == null) {
      return PaymentState.UNPAID;
    }
    if (refunded) {
      return valid ? PaymentState.PARTIALLY_REFUNDED : PaymentState.REFUNDED;
    }
    return PaymentState.PAID;
  }

  private static Map<String, Object> customer(Csv.Row row) {
    Map<String, Object> customer = new LinkedHashMap<>();
    customer.put("last_name", row.get("Order Name"));
    customer.put("email", row.get("Order Email"));
    customer.put("phone_number", row.get("Order Phone Number"));
    customer.put("company_name", row.get("Order Company Name"));
    return customer;
  }

  private Map<String, Object> ticket(Csv.Row row, long order, String created) throws RefusedLine {
    String title = row.get(TICKET);
    if (title == null) {
      throw new RefusedLine(TICKET, "is missing");
    }
    String type = ForeignValues.slug(title);
    ticketTypes.putIfAbsent(type, new ForeignFile.TypeWords(title, null, false, null));
    String ticketCreated = time(row, "Ticket Created Date");
    Map<String, Object> ticket = new LinkedHashMap<>();
    ticket.put("id", order * MAX_TICKETS + serial(row.get(TICKET_REFERENCE)));
    ticket.put("reference", row.get(TICKET_REFERENCE));
    ticket.put("state", isVoid(row) ? "void" : "valid");
    ticket.put("name", row.get("Ticket Full Name"));
    ticket.put("email", row.get("Ticket Email"));
    ticket.put("phone_number", row.get("Ticket Phone Number"));
    ticket.put("ticket_type", type);
    ticket.put("responses", responses(row));
    ticket.put("qr_code_identifier", qrCodeIdentifier(row.get(TICKET_URL)));
    ticket.put("created_at", ticketCreated == null ? created : ticketCreated);
    ticket.put("updated_at", ticketCreated == null ? created : ticketCreated);
    return ticket;
  }

  /**
   * Reads the part of a reference that identifies a ticket in its order: nothing if it is the only
   * one, otherwise a number after a dash.
   */
  private static long serial(String reference) throws RefusedLine {
    int dash = reference == null ? -1 : reference.lastIndexOf('-');
    if (dash < 0) {
      return 0;
    }
    try {
      long serial = Long.parseLong(reference.substring(dash + 1));
      if (serial >= 1 && serial < MAX_TICKETS) {
        return serial;
      }
    } catch (NumberFormatException e) {
      throw new RefusedLine(TICKET_REFERENCE, "must end with the ticket's number, such as GIAO-1");
    }
    throw new RefusedLine(TICKET_REFERENCE, "must have a number from 1 to 999");
  }

  private static String qrCodeIdentifier(String url) throws RefusedLine {
    String code = url == null ? "" : url.substring(url.lastIndexOf('/') + 1);
    if (code.isEmpty()) {
      throw new RefusedLine(TICKET_URL, "must end with the ticket's code");
    }
    return code;
  }

  private static Map<String, Object> responses(Csv.Row row) {
    Map<String, Object> responses = new LinkedHashMap<>();
    for (String column : row.values().keySet()) {
      boolean question =
          !column.isEmpty() && !OWN.contains(column) && !column.startsWith("Check-ins");
      if (question && row.get(column) != null) {
        responses.put(column, row.get(column));
      }
    }
    return responses;
  }

  private static boolean isVoid(Csv.Row row) {
    return !Set.of("", "no", "false", "none").contains(text(row, "Void Status"));
  }

  private static String text(Csv.Row row, String column) {
    String value = row.get(column);
    return value == null ? "" : value.toLowerCase(Locale.ROOT);
  }

  /** Reads a time as RFC 3339, or {@code null} if the column is empty. */
  private String time(Csv.Row row, String column) throws RefusedLine {
    String text = row.get(column);
    if (text == null) {
      return null;
    }
    Matcher time = TIME.matcher(text);
    try {
      if (time.matches() && (time.group(3) != null || zone != null)) {
        LocalDateTime local = LocalDateTime.parse(time.group(1) + "T" + time.group(2));
        ZoneId named = time.group(3) == null ? zone : ZoneId.of(time.group(3));
        return local.atZone(named).toInstant().toString();
      }
    } catch (DateTimeException e) {
      throw new RefusedLine(column, "must be a time that there is");
    }
    throw new RefusedLine(
        column, "must be a time such as 2026-05-01 18:00:00 +0200; --zone names a missing zone");
  }
}
