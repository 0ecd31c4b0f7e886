package io.doorlist.door.rules;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The rule of a list, with the facts about list and event that it asks for.
 *
 * @param dates for each date that tickets are for, by the shop's name for it, when it takes place;
 *     an empty name stands for the event itself
 * @param products for each ticket type, by its slug, the numbers by which the rule names it
 * @param zone the clock at the event's place
 * @param gate the shop's number of the scanner's gate, or {@code null}
 */
public record ListRule(
    Rule rule, Map<String, EventDates> dates, Map<String, Product> products, Zone zone, Long gate) {
  public ListRule {
    dates = Map.copyOf(dates);
    products = Map.copyOf(products);
  }

  /** The shop's numbers for a ticket type. The variation may be {@code null}. */
  public record Product(long number, Long variation) {}

  /**
   * Who wants to come in.
   *
   * @param date the shop's name for the date that the ticket is for, empty for the event itself.
   *     {@code null} if it is not known, as in a copy. Then the date that begins nearest to the
   *     scan counts, or the earlier of two that are equally near
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

  /**
   * Returns the rules that a guest does not meet at this time. The result is empty if the rule lets
   * the guest in.
   */
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
