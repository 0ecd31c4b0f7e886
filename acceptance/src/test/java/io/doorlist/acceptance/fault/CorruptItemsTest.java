package io.doorlist.acceptance.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.client.Overheard;
import io.doorlist.acceptance.service.ContractTest;
import io.doorlist.acceptance.service.Event;
import io.doorlist.acceptance.service.Order;
import io.doorlist.table.Condition;
import io.doorlist.table.Key;
import io.doorlist.table.Update;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/**
 * An item that is not as we write it: a request for it gets 500, a list leaves it out but counts
 * it, and the log names it once.
 */
class CorruptItemsTest extends ContractTest {
  @Test
  void list_leavesOutARowThatCannotBeRead_andShowsTheOthers() {
    Event event = event();
    for (int order = 1; order <= 3; order++) {
      service.client.expect(201, event.checkIn(1, event.order(order).ticket(0)).by(service.door));
    }
    assertGoesOnWithout(event, "#orders#live", "created_at", event.path() + "/orders", "id");
    assertGoesOnWithout(event, "#list#1#orders#live", "id", event.list(1) + "/orders", "order_id");
    assertGoesOnWithout(event, "#list#1#tickets#live", "qr", event.list(1) + "/tickets", "id");
    assertGoesOnWithout(
        event, "#list#1#checkins#live", "tickets", event.list(1) + "/checkins", "id");
    Answer list = get(event.list(1), service.door);
    assertEquals(3L, list.at("checked_in_count"));
  }

  @Test
  void orderOrListThatCannotBeRead_is500_andOthersAreShown() {
    Event event = event();
    corrupt(partition(event) + "#order#2", "ORDER", "customer");
    corrupt(partition(event), "LIST#" + ordinal(2), "name");

    assertBroken(Call.get(event.path() + "/orders/2"));
    assertBroken(Call.get(event.list(2)));

    get(event.path() + "/orders/3", service.door);
    Answer lists = get(event.listsPath(), service.door);
    assertEquals(List.of(1, 3), ids(lists, "checkin_lists", "id"));
    service.client.expect(201, event.checkIn(1, event.order(1).ticket(0)).by(service.door));
  }

  private Event event() {
    Assumptions.assumeTrue(service.table != null, "items are broken behind the API's back");
    return service.freshEvent(Order.of(1, "adult"), Order.of(2, "adult"), Order.of(3, "adult"));
  }

  /** Corrupts the second of three rows; the list at the path shows the others. */
  private void assertGoesOnWithout(
      Event event, String rows, String attribute, String path, String id) {
    String member = path.substring(path.lastIndexOf('/') + 1);
    List<Object> expected = ids(get(path, service.door), member, id);
    corrupt(partition(event) + rows, ordinal(2), attribute);

    Answer page = get(path, service.door);

    assertEquals(List.of(expected.get(0), expected.get(2)), ids(page, member, id), page::toString);
    assertEquals(3L, page.at("meta", "pagination", "count"), page::toString);
    String named = partition(event) + rows + " " + ordinal(2);
    assertEquals(1, Overheard.text().lines().filter(line -> line.contains(named)).count(), rows);
  }

  private void assertBroken(Call call) {
    Answer broken = service.client.send(call.by(service.door));
    assertEquals(500, broken.status(), broken::toString);
    String id = broken.header("X-Request-Id").orElseThrow();
    // The problem is overheard too.
    assertEquals(2, Overheard.text().lines().filter(line -> line.contains(id)).count());
  }

  private static List<Object> ids(Answer answer, String member, String id) {
    return answer.rows(member).stream().map(row -> row.get(id)).toList();
  }

  private static String partition(Event event) {
    return event.account() + "#" + event.slug();
  }

  private static String ordinal(long number) {
    return "%016d".formatted(number);
  }

  /** Replaces an attribute with nonsense. */
  private void corrupt(String pk, String sk, String attribute) {
    Update nonsense =
        Update.of(new Key(pk, sk)).set(attribute, true).require(Condition.has(attribute));
    assertTrue(service.table.write(nonsense).isPresent(), () -> pk + " has no " + attribute);
  }
}
