package io.doorlist.acceptance.door;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.client.Json;
import io.doorlist.acceptance.service.ContractTest;
import io.doorlist.acceptance.service.Event;
import io.doorlist.acceptance.service.Order;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** listCheckins, and the counts of listCheckinLists and getCheckinList. */
class CheckinsTest extends ContractTest {
  @Test
  void listCheckins_isNewestFirst_andShowsEachAsItWasAnswered() {
    Event event = service.eventWithOneList(Order.of(1, "adult", "child", "adult"));
    List<String> answered = new ArrayList<>();
    for (int ticket : List.of(1, 0, 2)) {
      Call call = event.checkIn(1, event.order(1).ticket(ticket)).by(service.door);
      String row = Json.compact(service.client.expect(201, call).text());
      // The note for the staff is only in the answer of a check-in.
      answered.addFirst(row.replace(",\"note\":null,\"attention\":false", ""));
    }

    Answer answer = get(event.list(1) + "/checkins", service.door);

    assertEquals(
        """
        {"checkins":[%s],"meta":{"lookup_mode":"live","pagination":{"page":1,"items":50,"pages":1,"count":3}}}\
        """
            .formatted(String.join(",", answered)),
        Json.compact(answer.text()));
  }

  @Test
  void listCheckins_knowsOnlyItsOwnListAndMode() {
    Event event = service.freshEvent(Order.of(1, "adult", "crew"), Order.of(2, "adult").asTest());
    service.client.expect(201, event.checkIn(1, event.order(1).ticket(0)).by(service.door));
    service.client.expect(201, event.checkIn(3, event.order(1).ticket(0)).by(service.door));
    service.client.expect(201, event.checkIn(3, event.order(1).ticket(1)).by(service.door));
    service.client.expect(201, event.checkIn(1, event.order(2).ticket(0)).by(service.testDoor));

    Answer test = get(event.list(1) + "/checkins", service.testDoor);

    assertEquals(2, get(event.list(3) + "/checkins", service.door).rows("checkins").size());
    assertEquals("test", test.at("meta", "lookup_mode"));
    assertEquals(2001L, test.at("checkins", 0, "ticket", "id"));
    assertEquals(List.of(1L, 0L, 2L), counts(event, service.door));
    assertEquals(List.of(1L, 0L, 0L), counts(event, service.testDoor));
  }

  @Test
  void listCheckins_hasEverybodyOnce_whenManyComeAtOnce() throws Exception {
    Event event = service.freshEvent(Order.group(1, 10, "adult"), Order.group(2, 10, "adult"));
    List<Callable<Answer>> visitors = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      Call alone = event.checkIn(1, event.order(1).ticket(i)).by(service.door).key("one-" + i);
      visitors.add(() -> service.client.expect(201, alone));
      if (i % 4 == 0) {
        Call together =
            event.checkIn(1, event.order(2), "adult=3").by(service.otherDoor).key("three-" + i);
        visitors.add(() -> service.client.expect(201, together));
      }
    }

    try (ExecutorService doors = Executors.newFixedThreadPool(8)) {
      for (Future<Answer> each : doors.invokeAll(visitors)) {
        each.get();
      }
    }

    List<Object> tickets = new ArrayList<>();
    List<Long> ids = new ArrayList<>();
    for (int page = 1; page <= 2; page++) {
      Answer answer = get(event.list(1) + "/checkins?items=10&page=" + page, service.door);
      assertEquals(19L, answer.at("meta", "pagination", "count"));
      for (Map<String, Object> row : answer.rows("checkins")) {
        tickets.add(Json.at(row, "ticket", "id"));
        ids.add((Long) Json.at(row, "id"));
      }
    }
    assertEquals(19, new HashSet<>(tickets).size());
    assertEquals(ids.stream().sorted(Comparator.reverseOrder()).toList(), ids);
    assertEquals(List.of(19L, 0L, 0L), counts(event, service.door));
  }

  @Test
  void checkedInCount_countsTickets_notAttempts() {
    Event event = service.freshEvent(Order.of(1, "adult", "adult", "child"));
    Order order = event.order(1);
    service.client.expect(201, event.checkIn(1, order, "adult=2").by(service.door));
    service.client.expect(409, event.checkIn(1, order.ticket(0)).by(service.door));
    service.client.expect(409, event.checkIn(1, order, "adult=1&child=1").by(service.door));
    service.client.expect(422, event.checkIn(2, order.ticket(0)).by(service.door));

    assertEquals(List.of(2L, 0L, 0L), counts(event, service.door));
    assertEquals(2L, get(event.list(1), service.door).at("checked_in_count"));
    assertEquals(0L, get(event.list(1), service.testDoor).at("checked_in_count"));
  }

  /** Returns checked_in_count of each list, as listCheckinLists has it. */
  private List<Object> counts(Event event, String token) {
    Answer answer = get(event.listsPath(), token);
    return answer.rows("checkin_lists").stream()
        .map(row -> Json.at(row, "checked_in_count"))
        .toList();
  }
}
