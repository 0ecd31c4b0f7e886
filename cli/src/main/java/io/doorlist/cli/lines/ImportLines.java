package io.doorlist.cli.lines;

import io.doorlist.domain.JsonObject;
import io.doorlist.domain.Mode;
import io.doorlist.domain.event.Account;
import io.doorlist.domain.event.Area;
import io.doorlist.domain.event.DeskTerms;
import io.doorlist.domain.event.DeskTerms.NotesAt;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.ListRules;
import io.doorlist.domain.event.ListTerms;
import io.doorlist.domain.event.TicketType;
import io.doorlist.domain.order.AddedAtDoor;
import io.doorlist.domain.order.Address;
import io.doorlist.domain.order.AtDesk;
import io.doorlist.domain.order.Correction;
import io.doorlist.domain.order.Corrections;
import io.doorlist.domain.order.Customer;
import io.doorlist.domain.order.DeskNote;
import io.doorlist.domain.order.GuestField;
import io.doorlist.domain.order.Invoice;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.Payment;
import io.doorlist.domain.order.PaymentState;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import io.doorlist.domain.order.TicketTerms;
import io.doorlist.door.Reentry;
import io.doorlist.door.rules.EventDates;
import io.doorlist.ingest.ListDefinition;
import io.doorlist.json.Json;
import io.doorlist.json.MalformedJsonException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads import lines. They are JSON objects with a {@code kind}. */
public final class ImportLines {
  private static final int MAX_TICKET_TYPES = 1_000;
  private static final int MAX_DATES = 1_000;
  private static final int MAX_AREAS = 100;
  private static final int MAX_CAPACITY = 100_000_000;
  private static final Pattern CURRENCY = Pattern.compile("[A-Z]{3}");
  private static final Pattern KEY = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
  private static final int MAX_TICKETS = 1_000;
  private static final int MAX_PAYMENTS = 200;
  private static final int MAX_INVOICE_ROWS = 1_000;
  private static final int MAX_CORRECTIONS = 1_000;
  private static final Pattern MINUTE = Pattern.compile("([01]\\d|2[0-3]):[0-5]\\d");

  private ImportLines() {}

  /** Reads a line. Refuses a text that is no JSON object, or no valid import line. */
  public static ImportLine read(String text) throws RefusedLine {
    try {
      return read(Json.readObject(text));
    } catch (MalformedJsonException e) {
      throw new RefusedLine(null, "column " + e.column() + ": " + e.reason());
    }
  }

  public static ImportLine read(Map<String, Object> members) throws RefusedLine {
    return Fields.read(members, "", ImportLines::line);
  }

  private static ImportLine line(Fields line) throws RefusedLine {
    return switch (String.valueOf(line.required("kind"))) {
      case "account" -> account(line);
      case "event" -> event(line);
      case "checkin_list" -> checkinList(line);
      case "order" -> order(line);
      default -> throw line.wrong("kind", "must be one of account, event, checkin_list, order");
    };
  }

  private static ImportLine account(Fields line) throws RefusedLine {
    return new ImportLine.AccountLine(new Account(line.slug("slug"), line.text("name")));
  }

  private static ImportLine event(Fields line) throws RefusedLine {
    Set<Object> types = new HashSet<>();
    Set<Object> areas = new HashSet<>();
    return new ImportLine.EventLine(
        new Event(
            line.slug("account"),
            line.id("id"),
            line.eventSlug("slug"),
            line.text("title"),
            line.objects("ticket_types", MAX_TICKET_TYPES, type -> ticketType(type, types)),
            timeZone(line),
            line.optionalObjects("areas", MAX_AREAS, area -> area(area, areas)),
            date(line),
            line.optionalText("place"),
            line.optionalObject("desk", null, ImportLines::desk),
            line.optional("currency", ImportLines::currency)));
  }

  private static DeskTerms desk(Fields desk) throws RefusedLine {
    NotesAt notesAt =
        desk.optional("notes_at", (its, name) -> its.word(name, NotesAt.values(), NotesAt::word));
    return new DeskTerms(
        desk.optionalObject("add_guests", null, ImportLines::addGuests),
        desk.isSet("correct_guests"),
        desk.isSet("take_money"),
        desk.isSet("names_offline"),
        notesAt == null ? NotesAt.DESK : notesAt);
  }

  private static String currency(Fields fields, String name) throws RefusedLine {
    return fields.matching(
        name, CURRENCY.asMatchPredicate(), "must be three capital letters, such as EUR");
  }

  private static DeskTerms.AddGuests addGuests(Fields adding) throws RefusedLine {
    long perHour = adding.amount("per_hour");
    if (perHour < 1 || perHour > DeskTerms.AddGuests.MAX_PER_HOUR) {
      throw adding.wrong(
          "per_hour", "must be an integer from 1 to " + DeskTerms.AddGuests.MAX_PER_HOUR);
    }
    return new DeskTerms.AddGuests(adding.slugs("types"), (int) perHour);
  }

  private static TicketType ticketType(Fields type, Set<Object> seen) throws RefusedLine {
    Long product = type.optional("product", Fields::id);
    return new TicketType(
        unseen(seen, type, "id", type.id("id")),
        unseen(seen, type, "slug", type.slug("slug")),
        type.text("name"),
        type.optionalText("note"),
        type.isSet("attention"),
        product == null ? type.id("id") : product,
        type.optional("variation", Fields::id),
        type.optional("price", ImportLines::price));
  }

  private static Long price(Fields type, String name) throws RefusedLine {
    long price = type.amount(name);
    if (price > Payment.MAX_AMOUNT) {
      throw type.wrong(name, "must be an integer from 0 to " + Payment.MAX_AMOUNT);
    }
    return price;
  }

  private static <T> T unseen(Set<Object> seen, Fields fields, String name, T value)
      throws RefusedLine {
    if (!seen.add(value)) {
      throw fields.wrong(name, "occurs twice");
    }
    return value;
  }

  private static ZoneId timeZone(Fields event) throws RefusedLine {
    String name = event.optional("time_zone", Fields::text);
    try {
      return name == null ? null : ZoneId.of(name);
    } catch (DateTimeException e) {
      throw event.wrong("time_zone", "must be a time zone such as Europe/Berlin");
    }
  }

  private static LocalDate date(Fields event) throws RefusedLine {
    String date = event.optionalText("date");
    try {
      return date == null ? null : LocalDate.parse(date);
    } catch (DateTimeException e) {
      throw event.wrong("date", "must be a date such as 2026-05-01");
    }
  }

  private static Area area(Fields area, Set<Object> seen) throws RefusedLine {
    Long capacity = area.optional("capacity", Fields::amount);
    if (capacity != null && (capacity == 0 || capacity > MAX_CAPACITY)) {
      throw area.wrong("capacity", "must be an integer from 1 to " + MAX_CAPACITY);
    }
    return new Area(
        unseen(seen, area, "slug", area.slug("slug")),
        area.text("name"),
        capacity == null ? null : (Integer) capacity.intValue(),
        area.optional("empties_at", ImportLines::minute));
  }

  private static LocalTime minute(Fields area, String name) throws RefusedLine {
    String reason = "must be a time of day such as 04:00";
    return LocalTime.parse(area.matching(name, MINUTE.asMatchPredicate(), reason));
  }

  private static ImportLine checkinList(Fields line) throws RefusedLine {
    boolean once = line.optional("reentry", Fields::text) == null;
    return new ImportLine.CheckinListLine(
        line.slug("account"),
        line.eventSlug("event"),
        new ListDefinition(
            line.id("id"),
            line.text("name"),
            line.optional("ticket_types", Fields::slugs),
            new ListTerms(
                line.isSet("include_pending"),
                line.optionalTexts("series_dates", MAX_DATES),
                line.optional("opens_at", Fields::time),
                line.optional("closes_at", Fields::time),
                line.optional("area", Fields::text),
                once ? Reentry.NEVER : line.word("reentry", Reentry.values(), Reentry::word),
                rules(line),
                line.isSet("addon_match"))));
  }

  /**
   * Returns the rules of a list, even if Doorlist does not understand them; {@code null} if the
   * list has none.
   */
  private static ListRules rules(Fields list) throws RefusedLine {
    Map<String, EventDates> dates = new HashMap<>();
    list.optionalObjects(
        "rule_dates", MAX_DATES, date -> dates.put(word(date, dates), times(date)));
    JsonObject rules = list.optionalAnyObject("rules");
    return rules.equals(JsonObject.EMPTY) ? null : new ListRules(rules, dates);
  }

  /**
   * Returns the name by which rules find the times of a date. Refuses a name that another date has.
   */
  private static String word(Fields date, Map<String, EventDates> others) throws RefusedLine {
    String named = date.optional("series_date", Fields::text);
    String word = named == null ? ListRules.THE_EVENT : named;
    if (others.containsKey(word)) {
      throw date.wrong("series_date", "is there twice");
    }
    return word;
  }

  private static EventDates times(Fields date) throws RefusedLine {
    return new EventDates(
        date.time("date_from").getEpochSecond(),
        seconds(date.optional("date_to", Fields::time)),
        seconds(date.optional("date_admission", Fields::time)));
  }

  private static Long seconds(Instant time) {
    return time == null ? null : (Long) time.getEpochSecond();
  }

  private static ImportLine order(Fields line) throws RefusedLine {
    Long refunded = line.optional("amount_refunded", Fields::amount);
    Order order =
        new Order(
            line.id("id"),
            line.text("reference"),
            line.isSet("test_mode") ? Mode.TEST : Mode.LIVE,
            line.word("state", OrderState.values(), OrderState::word),
            line.word("payment_state", PaymentState.values(), PaymentState::word),
            line.optionalObject("customer", Customer.UNKNOWN, ImportLines::customer),
            line.time("created_at"),
            line.time("updated_at"),
            currency(line, "currency"),
            line.amount("amount"),
            refunded == null ? 0 : refunded,
            line.optionalObject("invoice", null, ImportLines::invoice),
            line.optionalAnyObject("responses"),
            line.optionalQrCodeIdentifier("qr_code_identifier"),
            line.objects("tickets", MAX_TICKETS, ImportLines::ticket),
            line.isSet("valid_if_pending"),
            line.isSet("forgotten"),
            new AtDesk(
                line.optionalObject("added", null, ImportLines::added),
                corrections(line, true),
                line.optionalObjects("payments", MAX_PAYMENTS, payments(new HashSet<>()))));
    return new ImportLine.OrderLine(line.slug("account"), line.eventSlug("event"), order);
  }

  private static Corrections corrections(Fields corrected, boolean ofOrder) throws RefusedLine {
    return new Corrections(
        corrected.optionalObjects(
            "corrections", MAX_CORRECTIONS, each -> correction(each, ofOrder)));
  }

  private static Correction correction(Fields correction, boolean ofOrder) throws RefusedLine {
    GuestField field = correction.word("field", GuestField.values(), GuestField::word);
    if (field.isOfOrder() != ofOrder) {
      throw correction.wrong("field", "must be of " + (ofOrder ? "an order" : "a ticket"));
    }
    return new Correction(
        field,
        was(correction, field),
        correction.time("at"),
        correction.optionalText("by"),
        correction.isSet("in_force"));
  }

  private static String was(Fields correction, GuestField field) throws RefusedLine {
    boolean state = field == GuestField.STATE && correction.isSet("in_force");
    if (state) {
      return correction.word("was", TicketState.values(), TicketState::word).word();
    }
    return field == GuestField.CODE
        ? correction.optionalQrCodeIdentifier("was")
        : correction.optionalText("was");
  }

  private static AddedAtDoor added(Fields added) throws RefusedLine {
    Long list = added.optional("checkin_list_id", Fields::id);
    Long place = added.optional("place", Fields::id);
    return new AddedAtDoor(
        added.time("created_at"),
        added.optionalText("by"),
        added.text("request"),
        list == null || place == null ? null : new AddedAtDoor.Arrival(list, place));
  }

  private static Fields.Part<Payment> payments(Set<Object> seen) {
    return payment -> {
      long amount = payment.integer("amount");
      if (amount == 0 || Math.abs(amount) > Payment.MAX_AMOUNT) {
        throw payment.wrong("amount", "must not be 0, nor beyond " + Payment.MAX_AMOUNT);
      }
      return new Payment(
          unseen(
              seen,
              payment,
              "id",
              payment.matching("id", KEY.asMatchPredicate(), "must be a UUID in small letters")),
          payment.id("ticket_id"),
          amount,
          currency(payment, "currency"),
          payment.time("created_at"),
          payment.text("token"),
          payment.optionalText("by"));
    };
  }

  private static Customer customer(Fields customer) throws RefusedLine {
    return new Customer(
        customer.optionalText("first_name"),
        customer.optionalText("last_name"),
        customer.optionalText("email"),
        customer.optionalText("phone_number"),
        customer.optionalText("company_name"),
        customer.optionalText("tax_id"),
        customer.optionalObject("address", Address.UNKNOWN, ImportLines::address));
  }

  private static Address address(Fields address) throws RefusedLine {
    return new Address(
        address.optionalText("address"),
        address.optionalText("city"),
        address.optionalText("state_province_region"),
        address.optionalText("postal_code"),
        address.optionalText("country"),
        address.optionalText("country_code"));
  }

  private static Invoice invoice(Fields invoice) throws RefusedLine {
    return new Invoice(
        invoice.optionalText("number"),
        invoice.optional("due_at", ImportLines::timeOrDate),
        invoice.optional("paid", Fields::flag),
        invoice.optionalObjects("line_items", MAX_INVOICE_ROWS, ImportLines::lineItem),
        invoice.optional("subtotal", Fields::amount),
        invoice.optionalObjects("taxes", MAX_INVOICE_ROWS, ImportLines::tax),
        invoice.optional("discount", Fields::amount),
        invoice.optional("total", Fields::amount));
  }

  /** Reads an item of an invoice. An amount below 0 is a deduction. */
  private static Invoice.LineItem lineItem(Fields item) throws RefusedLine {
    return new Invoice.LineItem(
        item.optionalText("description"),
        item.optional("quantity", Fields::amount),
        item.optional("amount", Fields::integer));
  }

  private static Invoice.Tax tax(Fields tax) throws RefusedLine {
    return new Invoice.Tax(tax.optionalText("name"), tax.optional("amount", Fields::amount));
  }

  /** Checks that a text is a timestamp or a date, and returns it unchanged. */
  private static String timeOrDate(Fields invoice, String name) throws RefusedLine {
    return invoice.matching(
        name,
        text -> TimestampReader.isDate(text) || TimestampReader.read(text).isPresent(),
        "must be an RFC 3339 timestamp with a zone, or a date such as 2026-05-01");
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
        new TicketTerms(
            ticket.optional("valid_from", Fields::time),
            ticket.optional("valid_until", Fields::time),
            ticket.optional("blocked", Fields::text),
            ticket.optional("series_date", Fields::text),
            ticket.optional("addon_to", Fields::id)),
        ticket.isSet("forgotten"),
        new DeskNote(
            ticket.optionalText("note"),
            ticket.isSet("attention"),
            ticket.optionalObjects("shown", DeskNote.MAX_SHOWN, ImportLines::shown)),
        corrections(ticket, false));
  }

  private static DeskNote.Shown shown(Fields shown) throws RefusedLine {
    return new DeskNote.Shown(shortText(shown, "title"), shortText(shown, "value"));
  }

  private static String shortText(Fields shown, String name) throws RefusedLine {
    String text = shown.text(name);
    if (text.codePointCount(0, text.length()) > DeskNote.Shown.MAX) {
      throw shown.wrong(name, "must have at most " + DeskNote.Shown.MAX + " characters");
    }
    return text;
  }
}
