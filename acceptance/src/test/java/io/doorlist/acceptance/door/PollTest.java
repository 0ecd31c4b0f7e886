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

/**
 * ETag and If-None-Match on listCheckinLists, getCheckinList, listCheckins, listOrdersOfList and
 * listTicketsOfList.
 */
class PollTest extends ContractTest {
  @Test
  void unchanged_is304WithoutABody_alsoForHead() {
    paths(service.eventWithOneList(Order.of(1, "adult", "child"))).forEach(this::assertUnchanged);
  }

  private void assertUnchanged(String path) {
    Answer first = get(path);
    Answer head = service.client.expect(200, Call.of("HEAD", path).by(service.door));
    Answer again = service.client.expect(304, poll(first));

    assertEquals(Optional.of("private, no-cache"), first.header("Cache-Control"));
    assertEquals(first.header("ETag"), head.header("ETag"));
    assertEquals(first.header("Cache-Control"), head.header("Cache-Control"));
    assertEquals(first.header("ETag"), again.header("ETag"));
    assertEquals("", again.text());
    service.client.expect(304, poll(first).as("HEAD"));
    service.client.expect(304, Call.get(path).by(service.door).header("If-None-Match", "*"));
    service.client.expect(
        200, Call.get(path).by(service.door).header("If-None-Match", "\"other\""));
  }

  @Test
  void checkin_isNever304_whereItShows() {
    Event event = service.eventWithOneList(Order.of(1, "adult", "adult"));
    List<Answer> before = paths(event).stream().map(this::get).toList();

    service.client.expect(201, event.checkIn(1, event.order(1).ticket(0)).by(service.door));

    for (Answer each : before) {
      Answer now = service.client.send(poll(each));
      boolean shows =
          !each.call().path().contains("/orders") && !each.call().path().contains("/tickets");
      assertEquals(shows ? 200 : 304, now.status(), now::toString);
      if (shows) {
        assertNotEquals(each.text(), now.text());
      }
    }
  }

  @Test
  void import_isNever304_whereItShows() {
    Event event = service.eventWithOneList(Order.of(1, "adult", "adult"), Order.of(2, "adult"));
    String orders = event.list(1) + "/orders";
    String tickets = event.list(1) + "/tickets";
    Answer ordersBefore = get(orders);
    Answer ticketsBefore = get(tickets);

    load(event, Order.of(3, "adult"));
    Answer ordersMore = service.client.expect(200, poll(ordersBefore));
    Answer ticketsMore = service.client.expect(200, poll(ticketsBefore));
    assertEquals(3, ordersMore.rows("orders").size());
    assertEquals(4, ticketsMore.rows("tickets").size());

    load(event, event.order(1).withVoid(0));
    Answer ordersLess = service.client.expect(200, poll(ordersMore));
    Answer ticketsLess = service.client.expect(200, poll(ticketsMore));
    assertEquals(1L, ordersLess.at("orders", 0, "ticket_types", "adult"));
    assertEquals(3, ticketsLess.rows("tickets").size());
    assertEquals(Optional.empty(), ordersLess.header("ETag"));
    assertEquals(Optional.of("no-store"), ordersLess.header("Cache-Control"));
    service.client.expect(200, poll(ordersBefore));
    service.client.expect(200, poll(ticketsBefore));
  }

  @Test
  void renamedList_isNever304() {
    Event event = service.freshEvent(Order.of(1, "adult"));
    Answer list = get(event.list(1));
    Answer lists = get(event.listsPath());
    CheckinList renamed = new CheckinList(1, "Other door", event.checkinList(1).types());

    service.cli.load(List.of(renamed.line(event.account(), event.slug())));

    assertEquals("Other door", service.client.expect(200, poll(list)).at("name"));
    service.client.expect(200, poll(lists));
  }

  @Test
  void page_hasTheTagOfItsList_andErrorsHaveNone() {
    Event event = service.eventWithOneList(Order.of(1, "adult", "adult"));
    String tickets = event.list(1) + "/tickets";
    Answer second = get(tickets + "?items=1&page=2");
    service.client.expect(304, poll(second));
    for (Call call :
        List.of(
            Call.get(tickets + "?page=0"),
            Call.get(event.list(99)),
            Call.get(event.list(99) + "/tickets"))) {
      Answer refused = service.client.send(call.by(service.door).header("If-None-Match", "*"));
      assertTrue(refused.status() == 400 || refused.status() == 404, refused::toString);
      assertEquals(Optional.of("no-store"), refused.header("Cache-Control"));
    }
    service.client.expect(401, Call.get(tickets).header("If-None-Match", "*"));
    Call foreign = Call.get(world.springGala.list(3)).header("If-None-Match", "*");
    service.client.expect(403, foreign.by(service.door));
  }

  @Test
  void longPage_isCompressed_ifTheClientAsksForIt() {
    Event event = service.eventWithOneList(Order.group(1, 20, "adult"));
    Call page = Call.get(event.list(1) + "/tickets").by(service.door);
    Answer plain = service.client.expect(200, page);

    Answer compressed = service.client.expect(200, page.header("Accept-Encoding", "gzip"));

    assertEquals(Optional.of("gzip"), compressed.header("Content-Encoding"));
    assertEquals(Optional.empty(), plain.header("Content-Encoding"));
    assertEquals(plain.text(), compressed.text());
    assertEquals(plain.header("ETag"), compressed.header("ETag"));
    Answer small =
        service.client.expect(
            200, Call.get(event.list(1)).by(service.door).header("Accept-Encoding", "gzip"));
    assertEquals(Optional.empty(), small.header("Content-Encoding"));
  }

  private static List<String> paths(Event event) {
    String list = event.list(1);
    return List.of(
        event.listsPath(), list, list + "/checkins", list + "/orders", list + "/tickets");
  }

  private void load(Event event, Order order) {
    service.cli.load(List.of(order.line(event.account(), event.slug())));
  }

  private Answer get(String path) {
    return get(path, service.door);
  }

  /** Returns a request with the tag of an answer. */
  private static Call poll(Answer known) {
    return known.call().header("If-None-Match", known.header("ETag").orElse("\"none\""));
  }
}
