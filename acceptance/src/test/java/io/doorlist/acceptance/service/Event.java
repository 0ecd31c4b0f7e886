package io.doorlist.acceptance.service;

import io.doorlist.acceptance.client.Call;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** An event with its lists and orders as it is imported, and the paths to them. */
public record Event(
    String account,
    long id,
    String slug,
    String title,
    List<CheckinList> lists,
    List<Order> orders) {
  /** Slug of a ticket type to its name; their ids are 1, 2, 3 in this order. */
  public static final Map<String, String> TYPES =
      new TreeMap<>(Map.of("adult", "Adult", "child", "Child under 12", "crew", "Crew & artists"));

  /** The event of which somebody said when and where it is. */
  private static final String DATED = "winter-market";

  /** Returns the same event with other orders. */
  public Event with(Order... others) {
    return new Event(account, id, slug, title, lists, List.of(others));
  }

  /** Returns the same event by another slug. */
  public Event named(String otherSlug) {
    return new Event(account, id, otherSlug, title, lists, orders);
  }

  /** Returns the same event of another account. */
  public Event of(String otherAccount) {
    return new Event(otherAccount, id, slug, title, lists, orders);
  }

  public CheckinList checkinList(long number) {
    return lists.stream().filter(each -> each.id() == number).findFirst().orElseThrow();
  }

  public Order order(long number) {
    return orders.stream().filter(each -> each.id() == number).findFirst().orElseThrow();
  }

  /** Returns the orders of a mode, in the order in which they are imported. */
  public List<Order> orders(boolean test) {
    return orders.stream().filter(order -> order.test() == test).toList();
  }

  public String path() {
    return "/" + account + "/" + slug;
  }

  /** Returns the path of the check-in lists. */
  public String listsPath() {
    return path() + "/checkin_lists";
  }

  /** Returns the path of one check-in list. */
  public String list(long number) {
    return listsPath() + "/" + number;
  }

  /** Returns the request of checkInTicket. */
  public Call checkIn(long list, Ticket ticket) {
    return Call.post(list(list) + "/tickets/" + ticket.qr() + "/checkins");
  }

  /** Returns the request of checkInOrder. */
  public Call checkIn(long list, Order order, String form) {
    return Call.post(list(list) + "/orders/" + order.qr() + "/checkins").form(form);
  }

  /** Returns the lines of an import file, parents first. */
  public List<Map<String, Object>> lines() {
    List<Map<String, Object>> lines = new ArrayList<>();
    lines.add(line(Map.of()));
    lists.forEach(list -> lines.add(list.line(account, slug)));
    orders.forEach(order -> lines.add(order.line(account, slug)));
    return lines;
  }

  /** Returns the line of the event alone, whose desk has these terms besides. */
  Map<String, Object> line(Map<String, Object> moreOfDesk) {
    List<Map<String, Object>> types = new ArrayList<>();
    TYPES.forEach(
        (type, name) -> types.add(Map.of("id", types.size() + 1, "slug", type, "name", name)));
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("kind", "event");
    line.put("account", account);
    line.put("id", id);
    line.put("slug", slug);
    line.put("title", title);
    line.put("ticket_types", types);
    if (slug.equals(DATED)) {
      line.put("date", "2026-12-05");
      line.put("place", "Town Hall");
    }
    Map<String, Object> desk = new LinkedHashMap<>(moreOfDesk);
    desk.put("add_guests", Map.of("types", List.of("adult"), "per_hour", 1_000));
    desk.put("correct_guests", true);
    desk.put("take_money", true);
    desk.put("names_offline", true);
    line.put("desk", desk);
    line.put("currency", "EUR");
    return line;
  }
}
