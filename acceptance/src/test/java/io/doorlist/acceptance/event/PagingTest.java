package io.doorlist.acceptance.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.client.Json;
import io.doorlist.acceptance.client.Link;
import io.doorlist.acceptance.service.ContractTest;
import io.doorlist.acceptance.service.Event;
import io.doorlist.acceptance.service.Order;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Every list, read to its end by its own links. */
class PagingTest extends ContractTest {
  private static final int DEFAULT_ITEMS = 50;
  private static final long MAX_PAGE = (1L << 53) - 1;

  /** A list to walk: its path and query, the member with the rows, how many there are. */
  private record Walk(String path, String token, String member, String mode, int count) {
    boolean flat() {
      return member.equals("checkin_lists");
    }
  }

  @Test
  void everyList_hasEveryRowOnce_whateverThePageSize() {
    String gala = world.springGala.list(5);
    String night = world.bigNight.list(1);
    walk(live(world.springGala.listsPath(), "checkin_lists", 4), 1, 3, 4);
    walk(live(world.springGala.listsPath() + "?q=door", "checkin_lists", 2), 1);
    walk(live(gala + "/orders", "orders", 4), 3);
    walk(live(gala + "/tickets", "tickets", 18), 7, 18, 19);
    walk(new Walk(gala + "/tickets", service.acmeTest, "tickets", "test", 3), 2);
    walk(live(night + "/tickets", "tickets", 260), 130, 250);
    walk(live(night + "/orders", "orders", 65), 50);
    walk(live(world.bigNight.path() + "/orders", "orders", 65), 33);
    walk(live("/" + world.acme + "/events", "events", 4), 3);
    Event busy = service.freshEvent(Order.group(1, 23, "adult"));
    service.client.expect(201, busy.checkIn(3, busy.order(1), "adult=20").by(service.door));
    service.client.expect(201, busy.checkIn(3, busy.order(1), "adult=3").by(service.door));
    walk(new Walk(busy.list(3) + "/checkins", service.door, "checkins", "live", 23), 5, 23);
  }

  @Test
  void emptyLists_haveNoPages() {
    String quiet = world.winterMarket.list(1);
    walk(live(world.springGala.listsPath() + "?q=nowhere", "checkin_lists", 0), 50);
    walk(live(quiet + "/checkins", "checkins", 0), 50);
    walk(live(quiet + "/orders", "orders", 0), 50);
    walk(live(quiet + "/tickets", "tickets", 0), 50);
    walk(live(world.winterMarket.path() + "/orders", "orders", 0), 50);
    String none = "/" + world.acme + "/webhooks/events?event_slug=none";
    walk(live(none, "webhook_events", 0), 50);
  }

  @Test
  void page_isTheFirstOfFifty_whenNothingIsSaid() {
    Answer answer = get(world.bigNight.list(1) + "/tickets");

    assertEquals(DEFAULT_ITEMS, answer.rows("tickets").size());
    assertEquals(
        """
        {"lookup_mode":"live","pagination":{"page":1,"items":50,"pages":6,"count":260}}\
        """,
        Json.write(answer.at("meta")));
  }

  @Test
  void page_canBeReadWithoutThoseBefore() {
    String path = world.bigNight.list(1) + "/tickets";
    List<Map<String, Object>> all = new ArrayList<>(get(path + "?items=250").rows("tickets"));
    all.addAll(get(path + "?items=250&page=2").rows("tickets"));

    for (int page : new int[] {9, 1, 5}) {
      assertEquals(
          all.subList((page - 1) * 30, Math.min(page * 30, all.size())),
          get(path + "?items=30&page=" + page).rows("tickets"));
    }
  }

  @Test
  void page_isEmpty_howeverFarPastTheEnd() {
    Answer answer = get(world.bigNight.list(1) + "/tickets?items=250&page=" + MAX_PAGE);

    assertEquals(List.of(), answer.rows("tickets"));
    assertEquals(MAX_PAGE, answer.at("meta", "pagination", "page"));
    assertEquals(260L, answer.at("meta", "pagination", "count"));
  }

  private void walk(Walk walk, int... sizes) {
    for (int items : sizes) {
      walkBy(items, walk);
    }
  }

  private void walkBy(int items, Walk walk) {
    long pages = (walk.count() + items - 1) / items;
    String path = walk.path() + (walk.path().contains("?") ? "&" : "?") + "items=" + items;
    List<String> rows = new ArrayList<>();
    long page = 1;
    for (String next = path; next != null; page++) {
      Answer answer = get(next, walk.token());
      checkMeta(walk, answer, page, items, pages);
      int expected = (int) Math.max(0, Math.min(items, walk.count() - (page - 1) * items));
      assertEquals(expected, answer.rows(walk.member()).size(), answer::toString);
      answer.rows(walk.member()).forEach(row -> rows.add(Json.write(row)));
      next = checkLinks(answer, path, page, pages).get("next");
    }

    assertEquals(Math.max(1, pages), page - 1);
    assertEquals(walk.count(), rows.size());
    assertEquals(walk.count(), new HashSet<>(rows).size(), "a row came twice");
    checkPastTheEnd(walk, path, items, pages);
  }

  private void checkPastTheEnd(Walk walk, String path, int items, long pages) {
    Answer answer =
        service.client.expect(200, Call.get(path).query("page=" + (pages + 2)).by(walk.token()));

    assertEquals(List.of(), answer.rows(walk.member()));
    assertNull(Link.read(answer).get("next"));
    if (walk.flat()) {
      assertEquals(pages + 2, answer.at("meta", "current_page"));
      assertNull(answer.at("meta", "next_page"));
      assertEquals((long) walk.count(), answer.at("meta", "total_count"));
    } else {
      checkMeta(walk, answer, pages + 2, items, pages);
    }
  }

  private static void checkMeta(Walk walk, Answer answer, long page, int items, long pages) {
    String expected =
        walk.flat()
            ? "{\"current_page\":%d,\"next_page\":%s,\"prev_page\":%s,\"total_pages\":%d,\"total_count\":%d}"
                .formatted(
                    page,
                    page < pages ? page + 1 : null,
                    page > 1 ? page - 1 : null,
                    pages,
                    walk.count())
            : "{\"lookup_mode\":\"%s\",\"pagination\":{\"page\":%d,\"items\":%d,\"pages\":%d,\"count\":%d}}"
                .formatted(walk.mode(), page, items, pages, walk.count());
    assertEquals(expected, Json.write(answer.at("meta")));
    assertEquals(List.of(walk.member(), "meta"), List.copyOf(answer.json().keySet()));
  }

  /** Checks the Link header of a page inside the list, and returns it. */
  private static Map<String, String> checkLinks(Answer answer, String path, long page, long pages) {
    Map<String, String> links = Link.read(answer);
    assertEquals(page < pages, links.containsKey("next"), links::toString);
    assertEquals(page > 1, links.containsKey("prev"), links::toString);
    if (pages > 0) {
      assertTrue(links.containsKey("first"), links::toString);
      assertTrue(links.containsKey("last"), links::toString);
    }
    Map<String, Long> targets =
        Map.of("first", 1L, "prev", page - 1, "next", page + 1, "last", Math.max(1, pages));
    links.forEach(
        (relation, target) -> {
          Map<String, String> expected = new TreeMap<>(Link.query(path));
          expected.put("page", String.valueOf(targets.get(relation)));
          Map<String, String> query = new TreeMap<>(Link.query(target));
          if (relation.equals("next")) {
            query.remove("walk");
          }
          assertEquals(expected, query, relation);
          assertFalse(target.contains("//"), target);
        });
    return links;
  }

  private Walk live(String path, String member, int count) {
    return new Walk(path, service.acme, member, "live", count);
  }

  private Answer get(String path) {
    return get(path, service.acme);
  }
}
