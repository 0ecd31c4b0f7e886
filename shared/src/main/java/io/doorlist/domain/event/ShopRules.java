package io.doorlist.domain.event;

import io.doorlist.door.rules.ListRule;
import io.doorlist.door.rules.ListRule.Product;
import io.doorlist.door.rules.Rule;
import io.doorlist.door.rules.Zone;
import io.doorlist.door.rules.ZoneTable;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Turns the shop's rules of a list into the form in which doors evaluate them. */
public final class ShopRules {
  /**
   * The rule's table of clock changes begins this long before the list's creation, and ends {@link
   * #CLOCK_AFTER} after it.
   */
  private static final Duration CLOCK_BEFORE = Duration.ofDays(366);

  private static final Duration CLOCK_AFTER = Duration.ofDays(3_653);

  private ShopRules() {}

  /** Returns the rule of a list, or {@code null} if it has none. The gate may be {@code null}. */
  public static ListRule of(EventDefinition definition, CheckinList list, Long gate) {
    ListRules rules = list.terms().rules();
    return rules == null
        ? null
        : new ListRule(
            Rule.of(rules.text().text()),
            rules.dates(),
            products(definition.event()),
            zone(definition.event(), list),
            gate);
  }

  private static Map<String, Product> products(Event event) {
    Map<String, Product> products = new HashMap<>();
    event
        .ticketTypes()
        .forEach(type -> products.put(type.slug(), new Product(type.product(), type.variation())));
    return products;
  }

  private static Zone zone(Event event, CheckinList list) {
    return ZoneTable.of(
        event.zone(), list.createdAt().minus(CLOCK_BEFORE), list.createdAt().plus(CLOCK_AFTER));
  }
}
