package io.doorlist.json;

import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.event.ListRules;
import io.doorlist.domain.event.ListTerms;
import io.doorlist.domain.event.ShopRules;
import io.doorlist.door.Emptying;
import io.doorlist.door.rules.EventDates;
import io.doorlist.door.rules.ListRule;
import io.doorlist.json.JsonValue.ObjectWriter;
import java.util.Map;
import java.util.TreeMap;

/** Writes the texts of door copies: what they say about the list and its ticket types. */
public final class DoorCopyJson {
  private DoorCopyJson() {}

  /** Writes the texts of the list. If they change, so does the version of the copy. */
  public static void writeWords(
      ObjectWriter json,
      EventDefinition definition,
      CheckinList list,
      Emptying emptying,
      String qrBaseUrl) {
    ListTerms terms = list.terms();
    json.putObject(
            "list",
            object ->
                object
                    .put("id", list.id())
                    .put("name", list.name())
                    .put("opens_at", terms.opensAt())
                    .put("closes_at", terms.closesAt())
                    .put("area", terms.area())
                    .put("reentry", terms.reentry().word())
                    .putNumbers("empties", emptying.moments())
                    .putObject(
                        "rules",
                        terms.rules(),
                        (rules, its) ->
                            writeRules(rules, terms, ShopRules.of(definition, list, null))))
        .putArray(
            "ticket_types",
            definition.event().ticketTypes(),
            (object, type) ->
                object
                    .put("slug", type.slug())
                    .put("name", type.name())
                    .put("note", type.note())
                    .put("attention", type.attention())
                    .put("admitted_on", CheckinListJson.names(definition.admitting(type.slug()))))
        .put("qr_base_url", qrBaseUrl);
  }

  private static void writeRules(ObjectWriter json, ListTerms terms, ListRule rule) {
    Map<String, EventDates> dates = new TreeMap<>(terms.rules().dates());
    dates.keySet().removeIf(date -> !terms.admits(date));
    json.put("logic", terms.rules().text())
        .put("clock", rule.zone().text())
        .putArray(
            "dates",
            dates.entrySet(),
            (object, each) ->
                object
                    .put(
                        "series_date",
                        each.getKey().equals(ListRules.THE_EVENT) ? null : each.getKey())
                    .put("date_from", each.getValue().from())
                    .put("date_to", each.getValue().to())
                    .put("date_admission", each.getValue().opening()))
        .putArray(
            "products",
            new TreeMap<>(rule.products()).entrySet(),
            (object, each) ->
                object
                    .put("ticket_type", each.getKey())
                    .put("product", each.getValue().number())
                    .put("variation", each.getValue().variation()));
  }
}
