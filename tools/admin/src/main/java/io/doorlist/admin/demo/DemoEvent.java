package io.doorlist.admin.demo;

import io.doorlist.admin.importing.lines.ImportLine;
import io.doorlist.domain.Mode;
import io.doorlist.domain.event.Area;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.ListTerms;
import io.doorlist.domain.event.TicketType;
import io.doorlist.door.Reentry;
import io.doorlist.ingest.ListDefinition;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * An event of the demo data.
 *
 * @param prices of its ticket types by slug, in cents
 * @param lists its check-in lists
 * @param liveOrders how many orders it has
 * @param testOrders how many test orders it has
 */
public record DemoEvent(
    Event event,
    String currency,
    Map<String, Integer> prices,
    List<ImportLine.CheckinListLine> lists,
    int liveOrders,
    int testOrders) {
  /** The account of all events. */
  public static final String ACCOUNT = "demo";

  /** The slug of the largest event. */
  public static final String LARGEST = "summer-festival";

  private static final String SITE = "site";
  private static final int SITE_CAPACITY = 600;
  private static final int SITE_EMPTIES_AT = 6;

  public DemoEvent {
    prices = Map.copyOf(prices);
    lists = List.copyOf(lists);
  }

  /**
   * Returns all events.
   *
   * @param orders how many orders the largest has
   */
  static List<DemoEvent> all(int orders) {
    return List.of(
        new DemoEvent(
            withSite(
                event(1, LARGEST, "Summer Festival", "Day", "Weekend", "VIP", "Child", "Crew")),
            "EUR",
            Map.of("day", 4_900, "weekend", 11_900, "vip", 24_900, "child", 1_500, "crew", 0),
            List.of(
                siteDoor(1, "Main gate"),
                list(LARGEST, 2, "VIP lounge", List.of("vip", "crew")),
                list(LARGEST, 3, "Camping", List.of("weekend", "vip", "child")),
                list(LARGEST, 4, "Family area – spielen & malen", List.of("child", "day")),
                siteDoor(5, "Smoking door")),
            orders,
            20),
        new DemoEvent(
            event(2, "jazz-night", "Jazz Night", "Seated", "Standing"),
            "GBP",
            Map.of("seated", 3_500, "standing", 2_200),
            List.of(
                list("jazz-night", 1, "Doors", null),
                list("jazz-night", 2, "Balcony", List.of("seated"))),
            48,
            4),
        new DemoEvent(
            event(3, "ceramics-workshop", "Ceramics Workshop · 陶芸", "Place"),
            "EUR",
            Map.of("place", 8_000),
            List.of(list("ceramics-workshop", 1, "Front desk", List.of("place"))),
            7,
            2));
  }

  /** Returns how many orders it has in this mode. */
  int orders(Mode mode) {
    return mode == Mode.LIVE ? liveOrders : testOrders;
  }

  private static Event event(long id, String slug, String title, String... types) {
    List<TicketType> ticketTypes = new ArrayList<>();
    for (String name : types) {
      String typeSlug = name.toLowerCase(Locale.ROOT);
      ticketTypes.add(new TicketType(ticketTypes.size() + 1L, typeSlug, name));
    }
    return new Event(ACCOUNT, id, slug, title, ticketTypes);
  }

  /** Returns the festival with the site that people leave through the smoking door. */
  private static Event withSite(Event event) {
    Area site = new Area(SITE, "Festival site", SITE_CAPACITY, LocalTime.of(SITE_EMPTIES_AT, 0));
    return new Event(
        event.account(),
        event.id(),
        event.slug(),
        event.title(),
        event.ticketTypes(),
        ZoneId.of("Europe/Berlin"),
        List.of(site));
  }

  private static ImportLine.CheckinListLine siteDoor(long id, String name) {
    ListTerms terms =
        new ListTerms(false, List.of(), null, null, SITE, Reentry.AFTER_EXIT, null, false);
    return new ImportLine.CheckinListLine(
        ACCOUNT, LARGEST, new ListDefinition(id, name, null, terms));
  }

  private static ImportLine.CheckinListLine list(
      String event, long id, String name, List<String> types) {
    return new ImportLine.CheckinListLine(
        ACCOUNT, event, new ListDefinition(id, name, types, ListTerms.NONE));
  }
}
