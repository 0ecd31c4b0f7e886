package io.doorlist.json;

import io.doorlist.domain.JsonObject;
import io.doorlist.domain.order.Erasure;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Removes personal data from the payloads of webhook events. A payload is an order or a ticket as
 * getOrder shows it. As in a forgotten order, all members stay and only their values are removed.
 */
public final class PersonalData {
  private PersonalData() {}

  public static JsonObject without(JsonObject order, Erasure erasure) {
    return erasure.whole()
        ? withoutAll(order)
        : changed(
            order,
            members -> emptyTickets(members, each -> erasure.tickets().contains(each.get("id"))));
  }

  public static JsonObject withoutAll(JsonObject order) {
    return changed(order, PersonalData::emptyOrder);
  }

  public static JsonObject ofTicketWithout(JsonObject ticket) {
    return changed(ticket, PersonalData::emptyTicket);
  }

  /** Returns an order or a ticket without the data of the person with this e-mail address. */
  public static JsonObject without(JsonObject object, String email) {
    return changed(
        object,
        members -> {
          if (isOf(members, email)) {
            emptyTicket(members);
          } else if (members.get("customer") instanceof Map<?, ?> customer
              && isOf(customer, email)) {
            emptyOrder(members);
          } else {
            emptyTickets(members, ticket -> isOf(ticket, email));
          }
        });
  }

  /**
   * Changes a payload. If nothing changes, the text stays the same. An unreadable payload becomes
   * an empty object.
   */
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

  private static boolean isOf(Map<?, ?> person, String email) {
    return person.get("email") instanceof String its && its.strip().equalsIgnoreCase(email);
  }

  private static void emptyOrder(Map<String, Object> order) {
    emptyTickets(order, ticket -> true);
    order.computeIfPresent("customer", (name, customer) -> emptied(customer));
    if (order.get("invoice") instanceof Map<?, ?> invoice) {
      objects(invoice.get("line_items")).forEach(line -> line.replace("description", null));
    }
    order.replace("responses", Map.of());
  }

  private static void emptyTickets(Map<String, Object> order, Predicate<Map<?, ?>> forgotten) {
    objects(order.get("tickets")).stream().filter(forgotten).forEach(PersonalData::emptyTicket);
  }

  private static void emptyTicket(Map<String, Object> ticket) {
    Set.of("name", "email", "phone_number").forEach(name -> ticket.replace(name, null));
    ticket.replace("responses", Map.of());
  }

  /**
   * Returns an object with all values removed, at any depth, and {@code null} for any other value.
   */
  private static Object emptied(Object value) {
    Map<String, Object> object = object(value);
    if (object != null) {
      object.replaceAll((name, member) -> emptied(member));
    }
    return object;
  }

  private static List<Map<String, Object>> objects(Object array) {
    return Json.elements(array).stream()
        .filter(Map.class::isInstance)
        .map(PersonalData::object)
        .toList();
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> object(Object value) {
    return value instanceof Map<?, ?> ? (Map<String, Object>) value : null;
  }
}
