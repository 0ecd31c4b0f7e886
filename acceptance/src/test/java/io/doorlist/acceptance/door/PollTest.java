package io.doorlist.acceptance.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.service.CheckinList;
import io.doorlist.acceptance.service.ContractTest;
import io.doorlist.acceptance.service.Event;
import io.doorlist.acceptance.service.Order;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** ETag and If-None-Match of the lists at a door, of its copy and of the pulse. */
class PollTest extends ContractTest {
  private static final int TRIES = 3;

  @Test
  void unchanged_is304WithoutABody_alsoForHead() {
    Event event = service.eventWithOneList(Order.of(1, "adult", "child"));
    for (String path : paths(event)) {
      Answer first = get(path);
      Answer head = service.client.expect(200, Call.of("HEAD", path).by(service.door));
      Answer again = service.client.expect(304, poll(first));

      assertEquals(first.header("ETag"), head.header("ETag"));
      assertEquals(first.header("ETag"), again.header("ETag"));
      service.client.expect(304, poll(first).as("HEAD"));
      service.client.expect(304, first.call().header("If-None-Match", "*"));
      service.client.expect(200, first.call().header("If-None-Match", "\"other\""));
    }
    for (String path : List.of(event.list(1) + "/door", event.path() + "/pulse")) {
      // A new minute makes another pulse.
      Answer again = null;
      for (int i = 0; i < TRIES && (again == null || again.status() != 304); i++) {
        again = service.client.send(poll(get(path)));
      }
      assertEquals(304, again.status(), again::toString);
    }
  }

  @Test
  void checkin_isNever304_whereItShows() {
    Event event = service.eventWithOneList(Order.of(1, "adult", "adult"));
    List<Answer> before = paths(event).stream().map(this::get).toList();

    service.client.expect(201, event.checkIn(1, event.order(1).ticket(0)).by(service.door));

    for (Answer each : before) {
      boolean shows = !each.call().path().matches(".*/(orders|tickets)");
      Answer now = service.client.expect(shows ? 200 : 304, poll(each));
      if (shows) {
        assertNotEquals(each.text(), now.text());
      }
    }
  }

  @Test
  void import_isNever304_whereItShows() {
    Event event = service.eventWithOneList(Order.of(1, "adult", "adult"), Order.of(2, "adult"));
    Answer orders = get(event.list(1) + "/orders");
    Answer tickets = get(event.list(1) + "/tickets");
    Answer list = get(event.list(1));
    CheckinList renamed = new CheckinList(1, "Other door", event.checkinList(1).types());

    service.cli.load(List.of(renamed.line(event.account(), event.slug())));
    assertEquals("Other door", service.client.expect(200, poll(list)).at("name"));
    service.cli.load(event.with(Order.of(3, "adult")).lines());
    Answer ordersMore = service.client.expect(200, poll(orders));
    Answer ticketsMore = service.client.expect(200, poll(tickets));
    assertEquals(3, ordersMore.rows("orders").size());
    assertEquals(4, ticketsMore.rows("tickets").size());

    service.cli.load(event.with(event.order(1).withVoid(0)).lines());
    Answer ordersLess = service.client.expect(200, poll(ordersMore));
    Answer ticketsLess = service.client.expect(200, poll(ticketsMore));
    assertEquals(1L, ordersLess.at("orders", 0, "ticket_types", "adult"));
    assertEquals(3, ticketsLess.rows("tickets").size());
    assertEquals(Optional.empty(), ordersLess.header("ETag"));
  }

  @Test
  void page_hasTheTagOfItsList_andErrorsHaveNone() {
    Event event = service.eventWithOneList(Order.of(1, "adult", "adult"));
    String tickets = event.list(1) + "/tickets";
    service.client.expect(304, poll(get(tickets + "?items=1&page=2")));
    for (String path : List.of(tickets + "?page=0", event.list(99))) {
      Call call = Call.get(path).by(service.door).header("If-None-Match", "*");
      Answer refused = service.client.send(call);
      assertTrue(refused.status() == 400 || refused.status() == 404, refused::toString);
    }
    service.client.expect(401, Call.get(tickets).header("If-None-Match", "*"));
    Call foreign = Call.get(world.springGala.list(3)).header("If-None-Match", "*");
    service.client.expect(403, foreign.by(service.door));
  }

  private static List<String> paths(Event event) {
    String list = event.list(1);
    return List.of(
        event.listsPath(), list, list + "/checkins", list + "/orders", list + "/tickets");
  }

  private Answer get(String path) {
    return get(path, service.door);
  }

  /** Returns a request with the tag of an answer. */
  private static Call poll(Answer known) {
    return known.call().header("If-None-Match", known.header("ETag").orElse("\"none\""));
  }
}
