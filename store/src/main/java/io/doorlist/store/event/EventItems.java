package io.doorlist.store.event;

import io.doorlist.domain.JsonObject;
import io.doorlist.domain.Worded;
import io.doorlist.domain.event.Area;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.DeskTerms;
import io.doorlist.domain.event.DeskTerms.NotesAt;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.event.ListRules;
import io.doorlist.domain.event.ListTerms;
import io.doorlist.domain.event.TicketType;
import io.doorlist.door.Reentry;
import io.doorlist.door.rules.EventDates;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Item;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Maps events and check-in lists to items and back. */
public final class EventItems {
  private EventItems() {}

  public static Item event(Item item, Event event) {
    return item.put("id", event.id())
        .put("account", event.account())
        .put("slug", event.slug())
        .put("title", event.title())
        .put("ticket_types", event.ticketTypes(), EventItems::type)
        .put("time_zone", event.timeZone() == null ? null : event.timeZone().getId())
        .put(
            "areas",
            event.areas().isEmpty() ? null : event.areas().stream().map(EventItems::area).toList())
        .put("date", event.date() == null ? null : event.date().toString())
        .put("place", event.place())
        .put("desk", event.desk() == null ? null : desk(event.desk()))
        .put("currency", event.currency());
  }

  private static Item desk(DeskTerms terms) {
    DeskTerms.AddGuests add = terms.addGuests();
    return new Item()
        .put("add", add == null ? null : add.ticketTypes())
        .put("per_hour", add == null ? null : (Long) (long) add.perHour())
        .put("correct", terms.correctGuests() ? Boolean.TRUE : null)
        .put("take_money", terms.takeMoney() ? Boolean.TRUE : null)
        .put("names", terms.namesOffline() ? Boolean.TRUE : null)
        .put("notes_at", terms.notesAt() == NotesAt.DESK ? null : terms.notesAt().word());
  }

  private static DeskTerms desk(Item event) {
    if (!event.has("desk")) {
      return null;
    }
    Item item = event.map("desk");
    return new DeskTerms(
        item.has("add")
            ? new DeskTerms.AddGuests(item.texts("add"), (int) item.number("per_hour"))
            : null,
        item.flag("correct"),
        item.flag("take_money"),
        item.flag("names"),
        item.has("notes_at") ? Worded.read(NotesAt.class, item.text("notes_at")) : NotesAt.DESK);
  }

  static Event event(Item item) {
    return new Event(
        item.text("account"),
        item.number("id"),
        item.text("slug"),
        item.text("title"),
        item.items("ticket_types", EventItems::type),
        item.has("time_zone") ? ZoneId.of(item.text("time_zone")) : null,
        item.items("areas", EventItems::area),
        item.has("date") ? LocalDate.parse(item.text("date")) : null,
        item.text("place"),
        desk(item),
        item.text("currency"));
  }

  private static Item area(Area area) {
    return new Item()
        .put("slug", area.slug())
        .put("name", area.name())
        .put("capacity", area.capacity())
        .put("empties_at", area.emptiesAt() == null ? null : area.emptiesAt().toString());
  }

  private static Area area(Item item) {
    Long capacity = item.numberOrNull("capacity");
    return new Area(
        item.text("slug"),
        item.text("name"),
        capacity == null ? null : (Integer) capacity.intValue(),
        item.has("empties_at") ? LocalTime.parse(item.text("empties_at")) : null);
  }

  private static Item type(TicketType type) {
    return new Item()
        .put("id", type.id())
        .put("slug", type.slug())
        .put("name", type.name())
        .put("note", type.note())
        .put("attention", type.attention() ? Boolean.TRUE : null)
        .put("product", type.product() == type.id() ? null : (Long) type.product())
        .put("variation", type.variation())
        .put("price", type.price());
  }

  private static TicketType type(Item item) {
    return new TicketType(
        item.number("id"),
        item.text("slug"),
        item.text("name"),
        item.text("note"),
        item.flag("attention"),
        item.has("product") ? item.number("product") : item.number("id"),
        item.numberOrNull("variation"),
        item.numberOrNull("price"));
  }

  public static Item list(Item item, CheckinList list) {
    return item.put("id", list.id())
        .put("number", list.number())
        .put("name", list.name())
        .put("all", list.allTicketTypes())
        .put("ticket_types", list.ticketTypes())
        .put("pending", list.terms().includePending() ? Boolean.TRUE : null)
        .put("dates", list.terms().seriesDates())
        .put("opens_at", list.terms().opensAt())
        .put("closes_at", list.terms().closesAt())
        .put("area", list.terms().area())
        .put(
            "reentry",
            list.terms().reentry() == Reentry.NEVER ? null : list.terms().reentry().word())
        .put("rules", rules(list.terms().rules()))
        .put("addon_match", list.terms().addonMatch() ? Boolean.TRUE : null)
        .put("created_at", list.createdAt())
        .put("updated_at", list.updatedAt());
  }

  static CheckinList list(Item item) {
    return new CheckinList(
        item.number("id"),
        item.number("number"),
        item.text("name"),
        item.flag("all"),
        item.texts("ticket_types"),
        new ListTerms(
            item.flag("pending"),
            item.texts("dates"),
            item.time("opens_at"),
            item.time("closes_at"),
            item.text("area"),
            item.has("reentry") ? reentry(item.text("reentry")) : Reentry.NEVER,
            rules(item.map("rules")),
            item.flag("addon_match")),
        item.time("created_at"),
        item.time("updated_at"));
  }

  private static Item rules(ListRules rules) {
    return rules == null
        ? null
        : new Item()
            .put("text", rules.text().text())
            .put("dates", List.copyOf(rules.dates().entrySet()), EventItems::dates);
  }

  private static Item dates(Map.Entry<String, EventDates> entry) {
    EventDates dates = entry.getValue();
    return new Item()
        .put("date", entry.getKey())
        .put("from", dates.from())
        .put("to", dates.to())
        .put("admission", dates.opening());
  }

  private static ListRules rules(Item item) {
    if (!item.has("text")) {
      return null;
    }
    Map<String, EventDates> dates = new TreeMap<>();
    for (Item each : item.items("dates")) {
      dates.put(
          each.text("date"),
          new EventDates(
              each.number("from"), each.numberOrNull("to"), each.numberOrNull("admission")));
    }
    return new ListRules(new JsonObject(item.text("text")), dates);
  }

  /**
   * Reads a rule of re-entry. An unknown word makes the list unreadable, because the list must not
   * let guests in by another rule.
   */
  private static Reentry reentry(String word) {
    Reentry reentry = Reentry.of(word);
    if (!reentry.word().equals(word)) {
      throw new IllegalArgumentException("'" + word + "' is not a rule of re-entry");
    }
    return reentry;
  }

  /**
   * Assembles a definition from its items; empty without the event itself. An unreadable list is
   * left out, so that it does not close the doors of the others.
   */
  static Optional<EventDefinition> definition(List<Item> items) {
    Event event = null;
    List<CheckinList> lists = new ArrayList<>();
    Set<Long> unreadable = new HashSet<>();
    for (Item item : items) {
      String key = item.text(TableSchema.SK);
      if (key.equals(TableSchema.EVENT)) {
        event = event(item);
      } else {
        Item.tryRead(() -> list(item))
            .ifPresentOrElse(
                lists::add,
                () -> unreadable.add(Long.valueOf(key.substring(TableSchema.LIST.length()))));
      }
    }
    return event == null
        ? Optional.empty()
        : Optional.of(new EventDefinition(event, lists, unreadable));
  }
}
