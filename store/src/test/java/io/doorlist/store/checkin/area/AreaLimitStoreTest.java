package io.doorlist.store.checkin.area;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.doorlist.domain.JsonObject;
import io.doorlist.domain.Mode;
import io.doorlist.domain.UnavailableException;
import io.doorlist.domain.event.Area;
import io.doorlist.domain.webhook.WebhookEventType;
import io.doorlist.store.Stores;
import io.doorlist.store.checkin.PassageFixture;
import io.doorlist.testing.CountingClient;
import io.doorlist.testing.Gala;
import io.doorlist.testing.Meanwhile;
import io.doorlist.testing.RelayingClient;
import io.doorlist.testing.TestTable;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;

/** Limits of an area for 20 people that empties at 4:00 in Berlin. */
class AreaLimitStoreTest extends PassageFixture {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

  @BeforeEach
  void putGuests() {
    // Nobody is inside by 22:00 of the evening.
    clock.moveTo(
        clock.instant().atZone(BERLIN).toLocalDate().atTime(22, 0).atZone(BERLIN).toInstant());
    gala.areas(new Area("site", "Site", 20, LocalTime.of(4, 0)));
    gala.put(Gala.order(1, Gala.adults(40)));
  }

  private static String code(int guest) {
    return "t" + (10_000 + guest);
  }

  private void enter(int from, int to) {
    enter(DOOR, from, to);
  }

  private void enter(long list, int from, int to) {
    for (int guest = from; guest < to; guest++) {
      enter(list, code(guest));
    }
  }

  private AreaLimitStore.Open look() {
    return look(stores);
  }

  private AreaLimitStore.Open look(Stores from) {
    return from.areaLimits()
        .look(
            gala.definition(),
            gala.definition().area(gala.list(DOOR)),
            Mode.LIVE,
            DOOR,
            counts -> new JsonObject("{\"inside\":" + counts.inside() + "}"));
  }

  @Test
  void limits_areTheSame_forAllWhoLookAtTheSameTime_andStayUntilTheyAreRecorded() {
    enter(0, 18);
    Meanwhile raced = new Meanwhile(TestTable.client());
    List<AreaLimitStore.Open> rival = new ArrayList<>();
    raced.before(PutItemRequest.class::isInstance, () -> rival.add(look()));
    AreaLimitStore.Open nearly = look(table.stores(raced, clock));
    assertEquals(rival, List.of(nearly));
    AreaLimitStore.Crossing crossing =
        new AreaLimitStore.Crossing(
            "gala/areas/site/live/1/1",
            WebhookEventType.AREA_NEARLY_FULL,
            DOOR,
            new JsonObject("{\"inside\":18}"));
    assertEquals(List.of(crossing), nearly.crossings());

    enter(18, 20);
    AreaLimitStore.Open both = look();
    assertEquals(2, both.crossings().size());
    stores.areaLimits().recorded(nearly);
    assertEquals(both, look());
    stores.areaLimits().recorded(both);
    assertEquals(List.of(), look().crossings());
  }

  @Test
  void look_readsNothingMore_afterItHasWritten() {
    enter(0, 18);
    assertEquals(18, area("site").inside());
    CountingClient counting = new CountingClient(TestTable.client());
    Stores counted = table.stores(counting, clock);

    look(counted);
    CountingClient.Cost first = counting.spent();
    look(counted);

    assertEquals(1, first.writes());
    assertEquals(first.reads(), counting.spent().reads());
  }

  @Test
  void look_givesUp_ifSomebodyElseAlwaysWrites() {
    enter(0, 18);
    Stores losing =
        table.stores(
            new RelayingClient(TestTable.client()) {
              @Override
              public PutItemResponse putItem(PutItemRequest request) {
                throw ConditionalCheckFailedException.builder().build();
              }
            },
            clock);

    assertThrows(UnavailableException.class, () -> look(losing));
  }

  /** Returns what is told and not recorded, and records it. */
  private List<String> told() {
    AreaLimitStore.Open open = look();
    assertEquals(open, look(), "somebody who looks again finds the same");
    stores.areaLimits().recorded(open);
    assertEquals(List.of(), look().crossings());
    return open.crossings().stream()
        .map(each -> each.type().word() + " " + each.object().text())
        .toList();
  }

  @Test
  void limits_areTold_onceForEachCrossing() {
    enter(0, 17);
    assertEquals(List.of(), told());
    enter(17, 18);
    assertEquals(List.of("area.nearly_full {\"inside\":18}"), told());
    enter(18, 19);
    assertEquals(List.of(), told());
    enter(19, 21);
    assertEquals(List.of("area.full {\"inside\":21}"), told());

    exit(SMOKERS, code(0));
    exit(SMOKERS, code(1));
    assertEquals(List.of(), told());
    enter(SMOKERS, code(0));
    assertEquals(List.of("area.full {\"inside\":20}"), told());
  }

  @Test
  void limits_areToldBoth_ifOneLookFindsBoth() {
    enter(0, 20);
    assertEquals(List.of("area.nearly_full {\"inside\":20}", "area.full {\"inside\":20}"), told());
  }

  /** What was scanned an hour ago counts by who is inside now. */
  @Test
  void lateUploads_countByWhoIsInsideNow() {
    enter(0, 16);
    clock.moveTo(clock.instant().plus(Duration.ofHours(1)));
    Instant before = clock.instant().minus(Duration.ofMinutes(50));
    assertEquals(List.of(), told());

    upload(DOOR, code(20), false, before);
    upload(DOOR, code(21), false, before);
    assertEquals(List.of("area.nearly_full {\"inside\":18}"), told());
    upload(SMOKERS, code(20), true, before.plusSeconds(300));
    assertEquals(List.of(), told());
    upload(DOOR, code(22), false, before);
    assertEquals(List.of("area.nearly_full {\"inside\":18}"), told());
  }

  /** Nobody looks between the emptying and the time when it is full again. */
  @Test
  void emptiedArea_startsFromNobody() {
    enter(0, 20);
    assertEquals(2, told().size());

    clock.moveTo(clock.instant().plus(Duration.ofHours(7)));
    Instant yesterday = clock.instant().minus(Duration.ofHours(2));
    upload(DOOR, code(39), false, yesterday);
    assertEquals(List.of(), told());
    enter(20, 38);
    assertEquals(List.of("area.nearly_full {\"inside\":18}"), told());
    enter(38, 39);
    enter(SMOKERS, 0, 2);
    assertEquals(List.of("area.full {\"inside\":21}"), told());

    clock.moveTo(clock.instant().plus(Duration.ofDays(1)));
    enter(SMOKERS, 0, 20);
    assertEquals(2, told().size(), "full before and after it emptied");
  }
}
