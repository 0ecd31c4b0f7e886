package io.doorlist.domain.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.JsonObject;
import io.doorlist.door.Reentry;
import io.doorlist.door.rules.EventDates;
import io.doorlist.door.rules.ListRule;
import io.doorlist.door.rules.PastEntries;
import io.doorlist.door.rules.UnmetRuleWords;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EventTest {
  private static final Instant AT = Instant.parse("2026-06-01T10:00:00Z");
  private static final TicketType ADULT = new TicketType(7, "adult", "Adult");
  private static final Area SITE = new Area("site", "Site", 9, null);
  private static final Event EVENT =
      new Event(
          "acme",
          1,
          "gala",
          "Gala",
          List.of(ADULT),
          ZoneId.of("Europe/Berlin"),
          List.of(new Area("club", "Club", null, null), SITE));

  @Test
  void slugsThatNoPathCanHave_andACapacityOfZero_areRefused() {
    List<Area> none = List.of();
    assertThrows(
        IllegalArgumentException.class,
        () -> new Event("2026", 1, "gala", "Gala", List.of(), null, none));
    assertThrows(
        IllegalArgumentException.class, () -> new Event("acme", 1, "events", "Gala", List.of()));
    assertThrows(IllegalArgumentException.class, () -> new Account("2026", "Acme"));
    assertThrows(IllegalArgumentException.class, () -> new TicketType(1, "2026", "Adult"));
    assertThrows(IllegalArgumentException.class, () -> new Area("site", "Site", 0, null));
    assertEquals(1, new Area("site", "Site", 1, null).capacity());
  }

  @Test
  void list_admitsByTicketType_andByDateIfItNamesAny() {
    CheckinList all = list(1, true, terms(null, Reentry.NEVER));
    CheckinList adults = list(2, false, terms(null, Reentry.NEVER));
    CheckinList friday = list(3, false, terms(null, Reentry.NEVER, "friday"));
    EventDefinition definition =
        new EventDefinition(EVENT, List.of(all, adults, friday), Set.of(4L));

    assertEquals(List.of(all, adults, friday), definition.admitting("adult"));
    assertEquals(List.of(all), definition.admitting("child"));
    assertEquals(List.of(all, adults, friday), definition.admitting("adult", "friday"));
    assertEquals(List.of(all, adults), definition.admitting("adult", "sunday"));
    assertEquals(List.of(all, adults), definition.admitting("adult", null));
    assertEquals(List.of(all), definition.admitting("child", "friday"));
    assertEquals(Optional.of(adults), definition.list(2));
    assertEquals(Optional.empty(), definition.list(9));
    assertThrows(IllegalStateException.class, () -> definition.list(4));
  }

  @Test
  void list_isTracked_ifItLeadsToAnArea_orLetsPeopleInAgain() {
    assertFalse(terms(null, Reentry.NEVER).tracked());
    assertTrue(terms("site", Reentry.NEVER).tracked());
    assertTrue(terms(null, Reentry.ALWAYS).tracked());
  }

  @Test
  void areas_areTheEvents_thenThoseOfListsThatNameNone() {
    CheckinList north = list(1, true, terms("site", Reentry.NEVER));
    CheckinList south = list(2, true, terms("site", Reentry.NEVER));
    CheckinList tent = list(3, true, terms("tent", Reentry.NEVER));
    CheckinList alone = list(4, true, terms(null, Reentry.NEVER));
    EventDefinition definition = new EventDefinition(EVENT, List.of(north, south, tent, alone));

    Area.Doors site = new Area.Doors(SITE, List.of(north, south));
    Area.Doors ofTent = new Area.Doors(new Area(null, "List 3", null, null), List.of(tent));
    Area.Doors ofAlone = new Area.Doors(new Area(null, "List 4", null, null), List.of(alone));
    assertEquals(
        List.of(new Area.Doors(EVENT.areas().getFirst(), List.of()), site, ofTent, ofAlone),
        definition.areas());
    assertEquals(site, definition.area(south));
    assertEquals(ofTent, definition.area(tent));
    assertEquals(ofAlone, definition.area(alone));
  }

  @Test
  void rule_asksByTheShopsNumbers_andTheEventsClock() {
    JsonObject logic =
        new JsonObject(
            """
            {"and":[{"==":[{"var":"product"},7]},
                    {"isBefore":[{"var":"now"},{"buildTime":["customtime","12:00"]}]}]}\
            """);
    ListRules rules = new ListRules(logic, Map.of(ListRules.THE_EVENT, new EventDates(0, 0L, 0L)));
    ListTerms terms =
        new ListTerms(false, List.of(), null, null, null, Reentry.NEVER, rules, false);
    CheckinList ruled = list(1, true, terms);
    EventDefinition definition = new EventDefinition(EVENT, List.of(ruled));

    ListRule rule = ShopRules.of(definition, ruled, 3L);

    ListRule.Guest guest = new ListRule.Guest("adult", "", PastEntries.NONE);
    assertEquals(List.of(), rule.judge(guest, AT.minusSeconds(1).getEpochSecond()));
    assertEquals(
        "until 12:00",
        UnmetRuleWords.of(
            rule.judge(guest, AT.getEpochSecond()), AT.getEpochSecond(), rule.zone()));
    assertEquals(3L, rule.gate());
    assertNull(ShopRules.of(definition, list(2, true, ListTerms.NONE), 3L));
  }

  private static ListTerms terms(String area, Reentry reentry, String... seriesDates) {
    return new ListTerms(false, List.of(seriesDates), null, null, area, reentry, null, false);
  }

  private static CheckinList list(long id, boolean all, ListTerms terms) {
    return new CheckinList(id, id, "List " + id, all, List.of("adult"), terms, AT, AT);
  }
}
