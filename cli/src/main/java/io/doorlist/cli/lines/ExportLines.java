package io.doorlist.cli.lines;

import io.doorlist.domain.JsonObject;
import io.doorlist.domain.Mode;
import io.doorlist.domain.event.Account;
import io.doorlist.domain.event.Area;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.DeskTerms;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.ListRules;
import io.doorlist.domain.event.ListTerms;
import io.doorlist.domain.event.TicketType;
import io.doorlist.domain.order.AddedAtDoor;
import io.doorlist.domain.order.Correction;
import io.doorlist.domain.order.Corrections;
import io.doorlist.domain.order.DeskNote;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Payment;
import io.doorlist.domain.order.Ticket;
import io.doorlist.json.Json;
import io.doorlist.json.MalformedJsonException;
import io.doorlist.json.OrderJson;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes accounts, events, lists and orders as import lines, which {@link ImportLines} reads.
 * Members are always in the same order, so equal data gives equal text. Some members are left out
 * if they have no value, or their default value.
 */
public final class ExportLines {
  private ExportLines() {}

  public static Map<String, Object> account(Account account) {
    Map<String, Object> line = line("account");
    line.put("slug", account.slug());
    line.put("name", account.name());
    return line;
  }

  public static Map<String, Object> event(Event event) {
    Map<String, Object> line = line("event");
    line.put("account", event.account());
    line.put("id", event.id());
    line.put("slug", event.slug());
    line.put("title", event.title());
    List<Object> types = new ArrayList<>();
    for (TicketType type : event.ticketTypes()) {
      Map<String, Object> members = new LinkedHashMap<>();
      members.put("id", type.id());
      members.put("slug", type.slug());
      members.put("name", type.name());
      members.put("note", type.note());
      members.put("attention", type.attention());
      if (type.product() != type.id()) {
        members.put("product", type.product());
      }
      if (type.variation() != null) {
        members.put("variation", type.variation());
      }
      if (type.price() != null) {
        members.put("price", type.price());
      }
      types.add(members);
    }
    line.put("ticket_types", types);
    line.put("time_zone", event.timeZone() == null ? null : event.timeZone().getId());
    line.put("areas", event.areas().stream().map(ExportLines::area).toList());
    if (event.date() != null) {
      line.put("date", event.date().toString());
    }
    if (event.place() != null) {
      line.put("place", event.place());
    }
    if (event.desk() != null) {
      line.put("desk", desk(event.desk()));
    }
    if (event.currency() != null) {
      line.put("currency", event.currency());
    }
    return line;
  }

  private static Map<String, Object> desk(DeskTerms terms) {
    Map<String, Object> members = new LinkedHashMap<>();
    DeskTerms.AddGuests add = terms.addGuests();
    Map<String, Object> adding = new LinkedHashMap<>();
    if (add != null) {
      adding.put("types", add.ticketTypes());
      adding.put("per_hour", add.perHour());
    }
    members.put("add_guests", add == null ? null : adding);
    members.put("correct_guests", terms.correctGuests());
    members.put("take_money", terms.takeMoney());
    members.put("names_offline", terms.namesOffline());
    if (terms.notesAt() != DeskTerms.NotesAt.DESK) {
      members.put("notes_at", terms.notesAt().word());
    }
    return members;
  }

  private static Map<String, Object> area(Area area) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("slug", area.slug());
    members.put("name", area.name());
    members.put("capacity", area.capacity());
    members.put("empties_at", area.emptiesAt() == null ? null : area.emptiesAt().toString());
    return members;
  }

  public static Map<String, Object> checkinList(Event event, CheckinList list) {
    Map<String, Object> line = line("checkin_list", event);
    line.put("id", list.id());
    line.put("name", list.name());
    line.put("ticket_types", list.allTicketTypes() ? null : list.ticketTypes());
    ListTerms terms = list.terms();
    line.put("include_pending", terms.includePending());
    line.put("series_dates", terms.seriesDates().isEmpty() ? null : terms.seriesDates());
    line.put("opens_at", text(terms.opensAt()));
    line.put("closes_at", text(terms.closesAt()));
    line.put("area", terms.area());
    line.put("reentry", terms.reentry().word());
    line.put("addon_match", terms.addonMatch());
    if (terms.rules() != null) {
      line.put("rules", members(terms.rules().text()));
      line.put("rule_dates", dates(terms.rules()));
    }
    return line;
  }

  private static List<Object> dates(ListRules rules) {
    List<Object> dates = new ArrayList<>();
    rules
        .dates()
        .forEach(
            (word, times) -> {
              Map<String, Object> members = new LinkedHashMap<>();
              members.put("series_date", word.equals(ListRules.THE_EVENT) ? null : word);
              members.put("date_from", text(times.from()));
              members.put("date_to", text(times.to()));
              members.put("date_admission", text(times.opening()));
              dates.add(members);
            });
    return dates;
  }

  private static String text(Long epochSecond) {
    return epochSecond == null ? null : text(Instant.ofEpochSecond(epochSecond));
  }

  public static Map<String, Object> order(Event event, Order order) {
    Map<String, Object> line = line("order", event);
    line.put("id", order.id());
    line.put("reference", order.reference());
    line.put("test_mode", order.mode() == Mode.TEST);
    line.put("state", order.state().word());
    line.put("payment_state", order.paymentState().word());
    line.put("customer", OrderJson.customer(order.customer()));
    line.put("currency", order.currency());
    line.put("amount", order.amount());
    line.put("amount_refunded", order.amountRefunded());
    line.put("invoice", OrderJson.invoice(order.invoice()));
    line.put("responses", members(order.responses()));
    line.put("created_at", order.createdAt().toString());
    line.put("updated_at", order.updatedAt().toString());
    line.put("qr_code_identifier", order.qrCodeIdentifier());
    line.put("valid_if_pending", order.validIfPending());
    if (order.forgotten()) {
      line.put("forgotten", true);
    }
    if (order.isAdded()) {
      line.put("added", added(order.desk().added()));
    }
    putCorrections(line, order.desk().corrections());
    if (!order.desk().payments().isEmpty()) {
      line.put("payments", order.desk().payments().stream().map(ExportLines::payment).toList());
    }
    line.put("tickets", order.tickets().stream().map(ExportLines::ticket).toList());
    return line;
  }

  private static Map<String, Object> payment(Payment payment) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("id", payment.key());
    members.put("ticket_id", payment.ticket());
    members.put("amount", payment.amount());
    members.put("currency", payment.currency());
    members.put("created_at", payment.at().toString());
    members.put("token", payment.token());
    members.put("by", payment.by());
    return members;
  }

  private static Map<String, Object> added(AddedAtDoor added) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("created_at", added.at().toString());
    members.put("by", added.by());
    members.put("request", added.request());
    AddedAtDoor.Arrival arrival = added.arrival();
    members.put("checkin_list_id", arrival == null ? null : arrival.list());
    members.put("place", arrival == null ? null : arrival.ordinal());
    return members;
  }

  private static Map<String, Object> ticket(Ticket ticket) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("id", ticket.id());
    members.put("reference", ticket.reference());
    members.put("state", ticket.state().word());
    members.put("name", ticket.name());
    members.put("email", ticket.email());
    members.put("phone_number", ticket.phoneNumber());
    members.put("ticket_type", ticket.ticketType());
    members.put("responses", members(ticket.responses()));
    members.put("qr_code_identifier", ticket.qrCodeIdentifier());
    members.put("created_at", ticket.createdAt().toString());
    members.put("updated_at", ticket.updatedAt().toString());
    members.put("valid_from", text(ticket.terms().validFrom()));
    members.put("valid_until", text(ticket.terms().validUntil()));
    members.put("blocked", ticket.terms().blocked());
    members.put("series_date", ticket.terms().seriesDate());
    members.put("addon_to", ticket.terms().addonTo());
    if (ticket.forgotten()) {
      members.put("forgotten", true);
    }
    if (ticket.note().says()) {
      members.put("note", ticket.note().text());
      members.put("attention", ticket.note().attention());
    }
    if (!ticket.note().shown().isEmpty()) {
      members.put("shown", ticket.note().shown().stream().map(ExportLines::shown).toList());
    }
    putCorrections(members, ticket.corrections());
    return members;
  }

  private static Map<String, Object> shown(DeskNote.Shown shown) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("title", shown.title());
    members.put("value", shown.value());
    return members;
  }

  private static void putCorrections(Map<String, Object> members, Corrections corrections) {
    if (!corrections.equals(Corrections.NONE)) {
      members.put("corrections", corrections.all().stream().map(ExportLines::correction).toList());
    }
  }

  private static Map<String, Object> correction(Correction correction) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("field", correction.field().word());
    members.put("was", correction.was());
    members.put("at", correction.at().toString());
    members.put("by", correction.by());
    members.put("in_force", correction.inForce());
    return members;
  }

  private static String text(Instant time) {
    return time == null ? null : time.toString();
  }

  private static Map<String, Object> members(JsonObject object) {
    try {
      return Json.readObject(object.text());
    } catch (MalformedJsonException e) {
      throw new IllegalStateException("what was imported is JSON", e);
    }
  }

  private static Map<String, Object> line(String kind, Event event) {
    Map<String, Object> line = line(kind);
    line.put("account", event.account());
    line.put("event", event.slug());
    return line;
  }

  private static Map<String, Object> line(String kind) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("kind", kind);
    return line;
  }
}
