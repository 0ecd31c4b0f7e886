package io.doorlist.acceptance.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.client.Json;
import io.doorlist.acceptance.service.CheckinList;
import io.doorlist.acceptance.service.ContractTest;
import io.doorlist.acceptance.service.Event;
import io.doorlist.acceptance.service.Order;
import io.doorlist.acceptance.service.Ticket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A random evening: people come, alone and in groups, to right and wrong doors, repeatedly, while
 * the organiser voids tickets and cancels orders. A model of a few lines predicts every answer and
 * every list.
 */
class EveningTest extends ContractTest {
  private static final int STEPS = 120;
  private static final List<String> TYPES = List.copyOf(Event.TYPES.keySet());

  private final Map<Long, Order> orders = new TreeMap<>();

  /** List to the ids of its checked-in tickets, in order. */
  private final Map<Long, LinkedHashSet<Long>> in = new HashMap<>();

  private Random random;
  private Event event;

  /** One evening; a long run has three. */
  static LongStream seeds() {
    return LongStream.rangeClosed(1, Boolean.getBoolean("doorlist.long") ? 3 : 1);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void everyAnswerAndEveryList_isAsTheModelSays(long seed) {
    random = new Random(seed);
    for (long id = 1; id <= 8; id++) {
      String[] types = new String[1 + random.nextInt(5)];
      Arrays.setAll(types, i -> TYPES.get(random.nextInt(TYPES.size())));
      orders.put(id, Order.of(id, types));
    }
    event = service.freshEvent(orders.values().toArray(Order[]::new));
    event.lists().forEach(list -> in.put(list.id(), new LinkedHashSet<>()));

    for (int step = 0; step < STEPS; step++) {
      Order order = orders.get(1L + random.nextInt(orders.size()));
      CheckinList list = event.lists().get(random.nextInt(event.lists().size()));
      switch (random.nextInt(8)) {
        case 0 -> change(order);
        case 1, 2, 3 -> comeTogether(list, order);
        default -> comeAlone(list, order);
      }
    }

    event.lists().forEach(this::checkList);
  }

  private void comeAlone(CheckinList list, Order order) {
    Ticket ticket = order.ticket(random.nextInt(order.tickets().size()));
    Set<String> reasons = new TreeSet<>();
    if (!list.admits(ticket.type())) {
      reasons.add("wrong_list");
    }
    if (!ticket.valid()) {
      reasons.add("void");
    }
    if (!order.state().equals("confirmed")) {
      reasons.add("order_not_confirmed");
    }
    boolean before = in.get(list.id()).contains(ticket.id());

    Answer answer = service.client.send(event.checkIn(list.id(), ticket).by(service.door));

    if (answer.status() == 422) {
      assertTrue(reasons.contains(answer.at("reason")), answer::toString);
    } else if (before) {
      assertEquals("already_checked_in", answer.code(), answer::toString);
      assertEquals(ticket.id(), answer.at("checkin", "ticket", "id"));
    } else {
      assertEquals(201, answer.status(), answer::toString);
      assertEquals(Set.of(), reasons, answer::toString);
      in.get(list.id()).add(ticket.id());
    }
  }

  private void comeTogether(CheckinList list, Order order) {
    SortedMap<String, Integer> wanted = new TreeMap<>();
    for (String type : TYPES) {
      if (list.admits(type) ? random.nextBoolean() : random.nextInt(6) == 0) {
        wanted.put(type, 1 + random.nextInt(2));
      }
    }
    if (wanted.isEmpty()) {
      return;
    }
    List<Ticket> free =
        order.admittedTo(list).stream()
            .filter(ticket -> !in.get(list.id()).contains(ticket.id()))
            .toList();
    List<Long> chosen = new ArrayList<>();
    wanted.forEach(
        (type, count) ->
            free.stream()
                .filter(ticket -> ticket.type().equals(type))
                .limit(count)
                .forEach(ticket -> chosen.add(ticket.id())));
    int asked = wanted.values().stream().mapToInt(count -> count).sum();
    String form = wanted.entrySet().stream().map(Object::toString).collect(Collectors.joining("&"));

    Answer answer = service.client.send(event.checkIn(list.id(), order, form).by(service.door));

    if (!wanted.keySet().stream().allMatch(list::admits)) {
      assertEquals(422, answer.status(), answer::toString);
    } else if (!order.state().equals("confirmed")) {
      assertEquals("order_not_confirmed", answer.at("reason"), answer::toString);
    } else if (chosen.size() < asked) {
      assertEquals("not_enough_tickets", answer.code(), answer::toString);
      checkRemaining(answer, list, order);
    } else {
      assertEquals(201, answer.status(), answer::toString);
      List<Long> let = new ArrayList<>();
      answer.rows("checkins").forEach(row -> let.add((Long) Json.at(row, "ticket", "id")));
      assertEquals(new TreeSet<>(chosen), new TreeSet<>(let));
      in.get(list.id()).addAll(let);
      checkRemaining(answer, list, order);
    }
  }

  /** Checks how many of the order's tickets can still be let in. */
  private void checkRemaining(Answer answer, CheckinList list, Order order) {
    Map<String, Object> remaining = Json.object(answer.at("remaining"));
    for (Map.Entry<String, Object> each : remaining.entrySet()) {
      long left =
          order.admittedTo(list).stream()
              .filter(ticket -> ticket.type().equals(each.getKey()))
              .filter(ticket -> !in.get(list.id()).contains(ticket.id()))
              .count();
      assertEquals((int) left, each.getValue(), answer::toString);
    }
    order.countsAt(list).keySet().forEach(type -> assertTrue(remaining.containsKey(type), type));
  }

  private void change(Order order) {
    Order changed =
        switch (random.nextInt(3)) {
          case 0 -> order.withVoid(random.nextInt(order.tickets().size()));
          case 1 -> order.in("cancelled", "refunded");
          default -> event.order(order.id());
        };
    orders.put(order.id(), changed);
    service.cli.load(List.of(changed.line(event.account(), event.slug())));
  }

  private void checkList(CheckinList list) {
    List<Long> tickets = new ArrayList<>();
    List<Long> references = new ArrayList<>();
    for (Order order : orders.values()) {
      order.admittedTo(list).forEach(ticket -> tickets.add(ticket.id()));
      if (!order.admittedTo(list).isEmpty()) {
        references.add(order.id());
      }
    }
    List<Long> newestFirst = new ArrayList<>(in.get(list.id())).reversed();
    String path = event.list(list.id());

    assertEquals(newestFirst, walk(path + "/checkins?items=4", "checkins", "ticket", "id"));
    assertEquals(tickets, sorted(walk(path + "/tickets?items=5", "tickets", "id")));
    assertEquals(references, sorted(walk(path + "/orders?items=3", "orders", "order_id")));
    Answer shown = get(path, service.door);
    assertEquals((long) newestFirst.size(), shown.at("checked_in_count"));
  }

  /** Reads a list to its end by page numbers, and checks that its count is right. */
  private List<Long> walk(String path, String member, Object... id) {
    List<Long> all = new ArrayList<>();
    long pages = 1;
    for (int page = 1; page <= pages; page++) {
      Answer answer =
          service.client.expect(200, Call.get(path).query("page=" + page).by(service.door));
      answer.rows(member).forEach(row -> all.add((Long) Json.at(row, id)));
      pages = (Long) answer.at("meta", "pagination", "pages");
      if (page >= pages) {
        assertEquals((long) all.size(), answer.at("meta", "pagination", "count"));
      }
    }
    return all;
  }

  private static List<Long> sorted(List<Long> numbers) {
    return numbers.stream().sorted(Comparator.naturalOrder()).toList();
  }
}
