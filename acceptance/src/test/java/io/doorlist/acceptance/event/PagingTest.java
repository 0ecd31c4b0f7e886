package io.doorlist.acceptance.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.client.Json;
import io.doorlist.acceptance.service.ContractTest;
import io.doorlist.acceptance.service.Event;
import io.doorlist.acceptance.service.Order;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every list, read to its end by its own links; how links are made is for LinksTest of shared. */
class PagingTest extends ContractTest {
  private static final long MAX_PAGE = (1L << 53) - 1;

  @ParameterizedTest
  @CsvSource({
    "/spring-gala/checkin_lists?, checkin_lists, 4, 3",
    "/spring-gala/checkin_lists?q=door&, checkin_lists, 2, 1",
    "/spring-gala/checkin_lists?q=nowhere&, checkin_lists, 0, 50",
    "/spring-gala/checkin_lists/5/orders?, orders, 4, 3",
    "/spring-gala/checkin_lists/5/tickets?, tickets, 18, 18",
    "/big-night/checkin_lists/1/tickets?, tickets, 260, 130",
    "/big-night/checkin_lists/1/orders?, orders, 26, 20",
    "/big-night/orders?, orders, 26, 13",
    "/winter-market/checkin_lists/1/checkins?, checkins, 0, 50",
    "/winter-market/checkin_lists/1/tickets?, tickets, 0, 50",
    "/winter-market/orders?, orders, 0, 50",
    "/webhooks/events?event_slug=none&, webhook_events, 0, 50",
    "/events?, events, 4, 3"
  })
  void everyList_hasEveryRowOnce_andTrueMeta(String path, String member, int count, int items) {
    long pages = (count + items - 1) / items;
    String first = "/" + world.acme + path + "items=" + items;
    Set<String> rows = new HashSet<>();
    long page = 1;
    String next = first;
    for (; next != null; page++) {
      Answer answer = get(next, service.acme);
      assertEquals(meta(member, page, items, pages, count), Json.write(answer.at("meta")));
      assertEquals(List.of(member, "meta"), List.copyOf(answer.json().keySet()));
      answer.rows(member).forEach(row -> assertTrue(rows.add(Json.write(row)), row::toString));
      next = answer.link("next");
      assertEquals(page < pages, next != null, answer::toString);
      assertEquals(page > 1, answer.link("prev") != null, answer::toString);
      assertEquals(pages > 0, answer.link("first") != null && answer.link("last") != null);
    }
    assertEquals(Math.max(1, pages), page - 1);
    assertEquals(count, rows.size());
    Answer past = get(first + "&page=" + (pages + 2), service.acme);
    assertEquals(List.of(), past.rows(member));
    assertEquals(null, past.link("next"));
    if (!member.equals("checkin_lists")) {
      assertEquals(meta(member, pages + 2, items, pages, count), Json.write(past.at("meta")));
    }
  }

  private static String meta(String member, long page, int items, long pages, int count) {
    return member.equals("checkin_lists")
        ? """
        {"current_page":%d,"next_page":%s,"prev_page":%s,"total_pages":%d,"total_count":%d}"""
            .formatted(
                page, page < pages ? page + 1 : null, page > 1 ? page - 1 : null, pages, count)
        : """
        {"lookup_mode":"live","pagination":{"page":%d,"items":%d,"pages":%d,"count":%d}}"""
            .formatted(page, items, pages, count);
  }

  @Test
  void page_isTheFirstOfFifty_orAnyOther_howeverFarPastTheEnd() {
    String path = world.bigNight.list(1) + "/tickets";
    List<Map<String, Object>> all = new ArrayList<>(get(path + "?items=250").rows("tickets"));
    all.addAll(get(path + "?items=250&page=2").rows("tickets"));

    assertEquals(all.subList(0, 50), get(path).rows("tickets"));
    assertEquals(all.subList(240, 260), get(path + "?items=30&page=9").rows("tickets"));
    Answer past = get(path + "?items=250&page=" + MAX_PAGE);
    assertEquals(List.of(), past.rows("tickets"));
    assertEquals(MAX_PAGE, past.at("meta", "pagination", "page"));
  }

  /**
   * Issue 36: whoever follows {@code next} misses nothing that stays, whatever leaves meanwhile.
   */
  @Test
  void checkins_areAllSeen_whenSomeAreUndoneMeanwhile() {
    Event event = service.eventWithOneList(Order.group(1, 8, "adult"));
    service.client.expect(201, event.checkIn(1, event.order(1), "adult=8").by(service.door));
    String path = event.list(1) + "/checkins";
    List<Object> left = new ArrayList<>(ids(get(path, service.door)));
    assertEquals(8, left.size());

    Set<Object> seen = new HashSet<>();
    int page = 0;
    for (String next = path + "?items=2"; next != null; page++) {
      Answer answer = get(next, service.door);
      seen.addAll(ids(answer));
      if (page < 2) {
        Call undo = Call.of("DELETE", path + "/" + left.removeFirst());
        service.client.expect(204, undo.by(service.door));
      }
      next = answer.link("next");
    }

    assertTrue(seen.containsAll(left), () -> left + " but seen " + seen);
  }

  private static List<Object> ids(Answer answer) {
    return answer.rows("checkins").stream().map(row -> row.get("id")).toList();
  }

  private Answer get(String path) {
    return get(path, service.acme);
  }
}
