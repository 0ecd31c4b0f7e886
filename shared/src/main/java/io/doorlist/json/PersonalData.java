package io.doorlist.json;

import io.doorlist.domain.JsonObject;
import io.doorlist.domain.order.Erasure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Removes personal data from the payloads of webhook events: an order or a ticket as getOrder shows
 * it. All members stay, without their values, as in a forgotten order.
 */
public final class PersonalData {
  private static final Set<String> OF_A_TICKET = Set.of("name", "email", "phone_number");

  private PersonalData() {}

  /** Returns an order without the personal data that an erasure of it covers. */
  public static JsonObject without(JsonObject order, Erasure erasure) {
    return erasure.whole() ? withoutAll(order) : without(order, erasure.tickets());
  }

  /** Returns an order without its personal data. */
  public static JsonObject withoutAll(JsonObject order) {
    return changed(order, PersonalData::emptyOrder);
  }

  /** Returns an order without the personal data of some tickets. */
  public static JsonObject without(JsonObject order, Set<Long> tickets) {
    return changed(
        order, members -> emptyTickets(members, ticket -> tickets.contains(ticket.get("id"))));
  }

  /** Returns a ticket without its personal data. */
  public static JsonObject ofTicketWithout(JsonObject ticket) {
    return changed(ticket, PersonalData::emptyTicket);
  }

  /** Returns an order or a ticket without the data of the person with this e-mail address. */
  public static JsonObject without(JsonObject object, String email) {
    return changed(
        object,
        members -> {
          if (isText(members.get("email"), email)) {
            emptyTicket(members);
          } else if (members.get("customer") instanceof Map<?, ?> customer
              && isText(customer.get("email"), email)) {
            emptyOrder(members);
          } else {
            emptyTickets(members, ticket -> isText(ticket.get("email"), email));
          }
        });
  }

  /** Changes a payload. An unchanged one keeps its text; of an unreadable one nothing is kept. */
  private static JsonObject changed(JsonObject object, Consumer<Map<String, Object>> change) {
    try {
      Map<String, Object> members = Json.readObject(object.text());
      change.accept(members);
      return members.equals(Json.readObject(object.text()))
          ? object
          : new JsonObject(Json.writeValue(members));
    } catch (MalformedJsonException e) {
      return JsonObject.EMPTY;
    }
  }

  private static void emptyOrder(Map<String, Object> order) {
    emptyTickets(order, ticket -> true);
    order.computeIfPresent("customer", (name, customer) -> emptied(customer));
    order.computeIfPresent("invoice", (name, invoice) -> withoutDescriptions(invoice));
    order.computeIfPresent("responses", (name, responses) -> Map.of());
  }

  private static boolean isText(Object value, String text) {
    return value instanceof String other && other.strip().equalsIgnoreCase(text);
  }

  private static void emptyTickets(Map<String, Object> order, Predicate<Map<?, ?>> forgotten) {
    if (order.get("tickets") instanceof List<?> tickets) {
      List<Object> changed = new ArrayList<>(tickets.size());
      for (Object each : tickets) {
        if (each instanceof Map<?, ?> ticket && forgotten.test(ticket)) {
          Map<String, Object> emptied = copy(ticket);
          emptyTicket(emptied);
          changed.add(emptied);
        } else {
          changed.add(each);
        }
      }
      order.put("tickets", changed);
    }
  }

  private static void emptyTicket(Map<String, Object> ticket) {
    OF_A_TICKET.forEach(name -> ticket.replace(name, null));
    ticket.replace("responses", Map.of());
  }

  /** Returns the same members, at any depth, without their values. */
  private static Object emptied(Object value) {
    if (!(value instanceof Map<?, ?> object)) {
      return null;
    }
    Map<String, Object> emptied = copy(object);
    emptied.replaceAll((name, member) -> emptied(member));
    return emptied;
  }

  private static Object withoutDescriptions(Object invoice) {
    if (!(invoice instanceof Map<?, ?> members)
        || !(members.get("line_items") instanceof List<?> items)) {
      return invoice;
    }
    Map<String, Object> changed = copy(members);
    List<Object> lines = new ArrayList<>(items.size());
    for (Object item : items) {
      if (item instanceof Map<?, ?> line) {
        Map<String, Object> silent = copy(line);
        silent.replace("description", null);
        lines.add(silent);
      }
    }
    changed.put("line_items", lines);
    return changed;
  }

  private static Map<String, Object> copy(Map<?, ?> members) {
    Map<String, Object> copy = new LinkedHashMap<>();
    members.forEach((name, value) -> copy.put((String) name, value));
    return copy;
  }
}
