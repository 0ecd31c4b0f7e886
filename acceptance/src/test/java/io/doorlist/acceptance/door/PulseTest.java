package io.doorlist.acceptance.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.client.Json;
import io.doorlist.acceptance.client.Link;
import io.doorlist.acceptance.service.CheckinList;
import io.doorlist.acceptance.service.ContractTest;
import io.doorlist.acceptance.service.Event;
import io.doorlist.acceptance.service.Order;
import io.doorlist.acceptance.service.Ticket;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * {@code getPulse} during a storm of check-ins, undos, double admissions and imports: a board shows
 * each arrival in time, and after the storm the pulse agrees with the lists, row by row.
 */
class PulseTest extends ContractTest {
  private static final Duration MAX_LAG = Duration.ofSeconds(10);
  private static final Duration BOARD_PAUSE = Duration.ofMillis(100);
  private static final int ORDERS = 24;
  private static final int DOORS = 8;

  private final List<Instant> arrivals = Collections.synchronizedList(new ArrayList<>());

  /** The count that a board showed, and since when. */
  private record Shown(Instant at, long people) {}

  @Test
  void pulse_isInTime_andIsWhatTheListsSayInTheEnd() throws Exception {
    List<Order> orders =
        IntStream.rangeClosed(1, ORDERS).mapToObj(id -> Order.of(id, "adult", "child")).toList();
    Event event = service.freshEvent(orders.toArray(Order[]::new));
    AtomicBoolean over = new AtomicBoolean();
    try (ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<List<Shown>> board = workers.submit(() -> watch(event, over));
      List<Future<?>> doors = new ArrayList<>();
      for (int door = 0; door < DOORS; door++) {
        int first = door;
        doors.add(workers.submit(() -> admit(event, orders, first)));
      }
      for (int id = ORDERS + 1; id <= ORDERS + 3; id++) {
        service.cli.load(event.with(Order.of(id, "adult", "crew")).lines());
      }
      finish(doors);
      over.set(true);

      assertTrue(
          lag(board.get()).compareTo(MAX_LAG) <= 0, () -> "late by " + lag(board.resultNow()));
    }
    Map<String, Object> cancelled =
        orders.getFirst().in("cancelled", "paid").line(event.account(), event.slug());
    cancelled.put("updated_at", "2026-08-03T10:15:30Z");
    service.cli.load(List.of(cancelled));
    assertIsWhatTheListsSay(event);
  }

  /** The measurement must be able to find a board that shows somebody late, or never. */
  @Test
  void lag_isThatOfTheLastToBeShown() {
    Instant start = Instant.parse("2026-09-14T17:00:00Z");
    arrivals.add(start);
    arrivals.add(start.plusSeconds(1));

    assertEquals(
        Duration.ofSeconds(11),
        lag(
            List.of(
                new Shown(start, 0),
                new Shown(start.plusSeconds(2), 1),
                new Shown(start.plusSeconds(12), 2))));
    assertTrue(lag(List.of(new Shown(start.plusSeconds(2), 1))).compareTo(MAX_LAG) > 0);
  }

  /** Returns the longest time from a check-in until a board showed it. */
  private Duration lag(List<Shown> board) {
    List<Instant> sorted = arrivals.stream().sorted().toList();
    Duration worst = Duration.ZERO;
    for (int i = 0; i < sorted.size(); i++) {
      int people = i + 1;
      Instant came = sorted.get(i);
      Duration lag =
          board.stream()
              .filter(shown -> shown.people() >= people)
              .findFirst()
              .map(shown -> Duration.between(came, shown.at()))
              .orElse(Duration.ofDays(1));
      worst = lag.compareTo(worst) > 0 ? lag : worst;
    }
    return worst;
  }

  /** Polls like a board until it shows everybody, or until time is up. */
  private List<Shown> watch(Event event, AtomicBoolean over) {
    List<Shown> shown = new ArrayList<>();
    Call call = Call.get(event.path() + "/pulse").by(service.door);
    String tag = "\"none\"";
    long people = 0;
    Instant end = Instant.MAX;
    while (Instant.now().isBefore(end) && !(over.get() && people >= arrivals.size())) {
      if (over.get() && end.equals(Instant.MAX)) {
        end = Instant.now().plus(MAX_LAG);
      }
      Answer answer = service.client.send(call.header("If-None-Match", tag));
      if (answer.status() == 200) {
        tag = answer.header("ETag").orElseThrow();
        people = sum(byType(pulse(answer, 1)));
      }
      shown.add(new Shown(Instant.now(), people));
      LockSupport.parkNanos(BOARD_PAUSE.toNanos());
    }
    return shown;
  }

  /** Checks in every eighth ticket, some at another door too, some twice. */
  private void admit(Event event, List<Order> orders, int first) {
    List<Ticket> tickets = orders.stream().flatMap(order -> order.tickets().stream()).toList();
    for (int i = first; i < tickets.size(); i += DOORS) {
      Ticket ticket = tickets.get(i);
      String key = event.slug() + "-" + i;
      service.client.expect(201, event.checkIn(1, ticket).by(service.door).key(key + "-in"));
      arrivals.add(Instant.now());
      if (i % 3 == 0) {
        Answer there =
            service.client.expect(
                201, event.checkIn(3, ticket).by(service.door).key(key + "-there"));
        if (i % 2 == 0) {
          Call undo = Call.of("DELETE", event.list(3) + "/checkins/" + there.at("id"));
          service.client.expect(204, undo.by(service.door));
        }
      }
      if (i % 5 == 0) {
        Call offline = event.checkIn(1, ticket).by(service.otherDoor).key(key + "-offline");
        service.client.expect(409, offline.query("online=false"));
      }
      if (i % 7 == 0) {
        service.client.expect(
            409, event.checkIn(1, ticket).by(service.otherDoor).key(key + "-again"));
      }
    }
  }

  private static void finish(List<Future<?>> doors) throws InterruptedException {
    for (Future<?> door : doors) {
      try {
        door.get();
      } catch (ExecutionException e) {
        throw new AssertionError("a door failed", e.getCause());
      }
    }
  }

  private void assertIsWhatTheListsSay(Event event) {
    Answer answer = get(event.path() + "/pulse?minutes=180", service.door);
    Map<Long, String> typeOf = new HashMap<>();
    event.orders().stream()
        .flatMap(order -> order.tickets().stream())
        .forEach(ticket -> typeOf.put(ticket.id(), ticket.type()));
    Set<Long> people = new HashSet<>();
    for (CheckinList list : event.lists()) {
      Map<String, Object> pulse = pulse(answer, list.id());
      SortedMap<String, Long> types = new TreeMap<>();
      List<Map<String, Object>> checkins = walk(event.list(list.id()) + "/checkins", "checkins");
      for (Map<String, Object> checkin : checkins) {
        long ticket = number(Json.at(checkin, "ticket", "id"));
        people.add(ticket);
        types.merge(typeOf.get(ticket), 1L, Long::sum);
      }
      assertEquals(number(checkins.size()), number(pulse.get("checked_in_count")));
      assertEquals(types, byType(pulse));
      assertEquals(
          number(walk(event.list(list.id()) + "/tickets", "tickets").size()),
          number(pulse.get("admitted_count")));
      String doubles = event.list(list.id()) + "/double_admissions";
      assertEquals(
          number(walk(doubles, "double_admissions").size()),
          number(pulse.get("double_admissions")));
      assertEquals(
          number(checkins.size()),
          ((List<?>) pulse.get("per_minute")).stream().mapToLong(PulseTest::number).sum());
    }
    assertEquals(2 * ORDERS, people.size());
    assertEquals(number(people.size()), number(answer.at("people_in")));
    long twice = IntStream.range(0, 2 * ORDERS).filter(i -> i % 7 == 0).count();
    Call call = Call.get(event.path() + "/pulse").by(service.door);
    // Refusals are counted after their answers.
    service.await(
        () ->
            Map.of("already_checked_in", twice)
                .equals(numbers(pulse(service.client.expect(200, call), 1).get("refused"))));
  }

  private List<Map<String, Object>> walk(String path, String member) {
    List<Map<String, Object>> rows = new ArrayList<>();
    String next = path + "?items=30";
    while (next != null) {
      Answer answer = get(next, service.door);
      rows.addAll(answer.rows(member));
      next = Link.read(answer).get("next");
    }
    return rows;
  }

  private static Map<String, Object> pulse(Answer answer, long list) {
    return answer.rows("lists").stream()
        .filter(pulse -> number(pulse.get("id")) == list)
        .findFirst()
        .orElseThrow();
  }

  private static SortedMap<String, Long> byType(Map<String, Object> pulse) {
    return numbers(pulse.get("by_type"));
  }

  private static SortedMap<String, Long> numbers(Object counts) {
    SortedMap<String, Long> numbers = new TreeMap<>();
    Json.object(counts).forEach((name, count) -> numbers.put(name, number(count)));
    return numbers;
  }

  private static long sum(SortedMap<String, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  private static long number(Object number) {
    return ((Number) number).longValue();
  }
}
