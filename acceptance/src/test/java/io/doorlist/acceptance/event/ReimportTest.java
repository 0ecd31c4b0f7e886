package io.doorlist.acceptance.event;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.service.CheckinList;
import io.doorlist.acceptance.service.ContractTest;
import io.doorlist.acceptance.service.Event;
import io.doorlist.acceptance.service.Order;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the API shows after another import. */
class ReimportTest extends ContractTest {
  @Test
  void sameFileAgain_changesNothing() {
    Event event = service.freshEvent(Order.of(1, "adult", "crew"), Order.of(2, "child").asTest());
    String before = shown(event);

    Map<String, Object> result = service.cli.load(event.lines());

    assertEquals(0, result.get("created"));
    assertEquals(0, result.get("changed"));
    assertEquals(event.lines().size(), result.get("unchanged"));
    assertEquals(0, result.get("refused"));
    assertEquals(before, shown(event));
  }

  @Test
  void cancelledOrder_leavesTheLists_butItsCheckinsStay() {
    Event event = service.eventWithOneList(Order.of(1, "adult", "adult"), Order.of(2, "adult"));
    Answer in =
        service.client.expect(201, event.checkIn(1, event.order(1).ticket(0)).by(service.door));

    load(event, event.order(1).in("cancelled", "refunded"));

    assertEquals(List.of("R2-1"), references(event.list(1) + "/tickets", "tickets"));
    assertEquals(List.of("R2"), references(event.list(1) + "/orders", "orders"));
    assertEquals(List.of(in.checkin()), get(event.list(1) + "/checkins").rows("checkins"));
    assertEquals(1L, get(event.list(1)).at("checked_in_count"));
    assertEquals("cancelled", get(event.path() + "/orders/1").at("state"));
    assertEquals(
        "order_not_confirmed",
        service
            .client
            .refused(
                422, "not_admissible", event.checkIn(1, event.order(1).ticket(1)).by(service.door))
            .at("reason"));
  }

  @Test
  void voidTicket_leavesTheLists_andComesBackWhenItIsValid() {
    Event event = service.eventWithOneList(Order.of(1, "adult", "adult"));
    load(event, event.order(1).withVoid(0));

    assertEquals(List.of("R1-2"), references(event.list(1) + "/tickets", "tickets"));
    assertEquals(
        Map.of("adult", 1), get(event.list(1) + "/orders").at("orders", 0, "ticket_types"));
    service.client.refused(
        422, "not_admissible", event.checkIn(1, event.order(1).ticket(0)).by(service.door));

    load(event, event.order(1));

    assertEquals(
        List.of("R1-1", "R1-2"),
        references(event.list(1) + "/tickets", "tickets").stream().sorted().toList());
    service.client.expect(201, event.checkIn(1, event.order(1).ticket(0)).by(service.door));
  }

  @Test
  void ticketOfAnotherType_movesToTheOtherList() {
    Event event = service.freshEvent(Order.of(1, "adult"));

    load(event, Order.of(1, "crew"));

    assertEquals(List.of(), references(event.list(1) + "/tickets", "tickets"));
    assertEquals(List.of(), references(event.list(1) + "/orders", "orders"));
    assertEquals(List.of("R1-1"), references(event.list(2) + "/tickets", "tickets"));
    assertEquals("Crew & artists", get(event.list(3) + "/tickets").at("tickets", 0, "ticket_type"));
    service.client.refused(
        422, "not_admissible", event.checkIn(1, event.order(1).ticket(0)).by(service.door));
    service.client.expect(201, event.checkIn(2, event.order(1).ticket(0)).by(service.door));
  }

  @Test
  void moreTickets_comeToTheOrder() {
    Event event = service.eventWithOneList(Order.of(1, "adult"));
    service.client.expect(201, event.checkIn(1, event.order(1), "adult=1").by(service.door));

    load(event, Order.of(1, "adult", "adult", "child"));

    assertEquals(
        Map.of("adult", 2, "child", 1),
        get(event.list(1) + "/orders").at("orders", 0, "ticket_types"));
    Answer rest =
        service.client.expect(
            201, event.checkIn(1, event.order(1), "adult=1&child=1").by(service.door));
    assertEquals(Map.of("adult", 0, "child", 0), rest.at("remaining"));
  }

  @Test
  void listOfOtherTypes_showsOthers() {
    Event event = service.freshEvent(Order.of(1, "adult", "child"), Order.of(2, "crew"));
    CheckinList changed = new CheckinList(1, "Side door", List.of("child", "crew"));

    service.cli.load(List.of(changed.line(event.account(), event.slug())));

    assertEquals(
        List.of("R1-2", "R2-1"),
        references(event.list(1) + "/tickets", "tickets").stream().sorted().toList());
    assertEquals(
        List.of("R1", "R2"),
        references(event.list(1) + "/orders", "orders").stream().sorted().toList());
  }

  private void load(Event event, Order order) {
    service.cli.load(List.of(order.line(event.account(), event.slug())));
  }

  private List<Object> references(String path, String member) {
    return get(path).rows(member).stream().map(row -> row.get("reference")).toList();
  }

  private String shown(Event event) {
    return get(event.listsPath()).text()
        + get(event.list(3) + "/tickets").text()
        + get(event.list(3) + "/orders").text()
        + get(event.path() + "/orders/1").text();
  }

  private Answer get(String path) {
    return get(path, service.door);
  }
}
