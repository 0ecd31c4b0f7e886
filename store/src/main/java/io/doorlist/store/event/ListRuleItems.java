package io.doorlist.store.event;

import io.doorlist.domain.JsonObject;
import io.doorlist.domain.event.ListRules;
import io.doorlist.door.rules.EventDates;
import io.doorlist.store.table.Item;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Maps the rules of a list to a part of its item and back. */
final class ListRuleItems {
  private static final String TEXT = "text";

  private ListRuleItems() {}

  /** Returns {@code null} for no rules. */
  static Item item(ListRules rules) {
    if (rules == null) {
      return null;
    }
    return new Item()
        .put(TEXT, rules.text().text())
        .put("dates", List.copyOf(rules.dates().entrySet()), ListRuleItems::dates);
  }

  private static Item dates(Map.Entry<String, EventDates> entry) {
    EventDates dates = entry.getValue();
    return new Item()
        .put("date", entry.getKey())
        .put("from", dates.from())
        .put("to", dates.to())
        .put("admission", dates.opening());
  }

  /** Returns {@code null} if the item is empty. */
  static ListRules rules(Item item) {
    if (!item.has(TEXT)) {
      return null;
    }
    Map<String, EventDates> dates = new TreeMap<>();
    item.items("dates", ListRuleItems::put)
        .forEach(each -> dates.put(each.getKey(), each.getValue()));
    return new ListRules(new JsonObject(item.text(TEXT)), dates);
  }

  private static Map.Entry<String, EventDates> put(Item item) {
    return Map.entry(
        item.text("date"),
        new EventDates(
            item.number("from"), item.numberOrNull("to"), item.numberOrNull("admission")));
  }
}
