package io.doorlist.door.rules;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The rule of a list, with what it asks about the list.
 *
 * @param dates when the dates are that tickets are for, by the shop's word; the event by an empty
 *     one
 * @param products what the rule calls the ticket types, by slug
 * @param zone of the event
 * @param gate the shop's number of the scanner's gate, or {@code null}
 */
public record ListRule(
    Rule rule, Map<String, EventDates> dates, Map<String, Product> products, Zone zone, Long gate) {
  public ListRule {
    dates = Map.copyOf(dates);
    products = Map.copyOf(products);
  }

  /** A ticket type in the shop's numbers; the variation may be {@code null}. */
  public record Product(long number, Long variation) {}

  /**
   * Who wants to come in.
   *
   * @param date that the ticket is for, in the shop's word, empty for the event. {@code null} if it
   *     is not known, as in a copy. Then the date counts that begins nearest to the scan, of two
   *     the earlier
   */
  public record Guest(String type, String date, PastEntries history) {}

  /** Reads the member {@code rules} of a door copy. */
  public static ListRule read(String json, Long gate) {
    Map<?, ?> members = (Map<?, ?>) RuleText.read(json);
    Map<String, EventDates> dates = new HashMap<>();
    for (Object each : (List<?>) members.get("dates")) {
      Map<?, ?> date = (Map<?, ?>) each;
      String word = date.get("series_date") == null ? "" : (String) date.get("series_date");
      dates.put(
          word,
          new EventDates(
              (Long) date.get("date_from"),
              (Long) date.get("date_to"),
              (Long) date.get("date_admission")));
    }
    Map<String, Product> products = new HashMap<>();
    for (Object each : (List<?>) members.get("products")) {
      Map<?, ?> product = (Map<?, ?>) each;
      products.put(
          (String) product.get("ticket_type"),
          new Product((Long) product.get("product"), (Long) product.get("variation")));
    }
    return new ListRule(
        Rule.of(members.get("logic")),
        dates,
        products,
        Zone.read((String) members.get("clock")),
        gate);
  }

  /** Returns what a guest lacks to come in at this time; nothing if the rule lets them in. */
  public List<UnmetRule> judge(Guest guest, long epochSecond) {
    Product product = products.getOrDefault(guest.type(), new Product(0, null));
    return rule.judge(
        new RuleFacts(
            product.number(),
            product.variation(),
            gate,
            guest.date() == null ? nearest(epochSecond) : dates.get(guest.date()),
            guest.history(),
            epochSecond,
            zone));
  }

  private EventDates nearest(long epochSecond) {
    return dates.values().stream()
        .min(
            Comparator.<EventDates>comparingLong(each -> Math.abs(each.from() - epochSecond))
                .thenComparingLong(EventDates::from)
                .thenComparingLong(EventDates::doors))
        .orElse(null);
  }
}
