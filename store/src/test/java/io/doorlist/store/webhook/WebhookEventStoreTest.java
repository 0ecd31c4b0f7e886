package io.doorlist.store.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.domain.Mode;
import io.doorlist.domain.webhook.NewWebhookEvent;
import io.doorlist.domain.webhook.WebhookEvent;
import io.doorlist.paging.Page;
import io.doorlist.paging.PageRequest;
import io.doorlist.testing.Effort;
import io.doorlist.testing.TestTable;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class WebhookEventStoreTest {
  private final TestTable table = new TestTable();
  private final WebhookEventStore store = table.stores(Clock.systemUTC()).webhookEvents();
  private final List<WebhookEvent> all = new ArrayList<>();
  private int changes;

  private void record(String event, Mode mode) {
    NewWebhookEvent told = NewWebhookEvents.change(event, mode, changes++);
    long id =
        store.record(List.of(told), any -> List.of(), UnaryOperator.identity()).getFirst().id();
    if (mode == Mode.LIVE) {
      all.add(store.find("acme", mode, id).orElseThrow());
    }
  }

  private interface Listing {
    Page<WebhookEvent> page(PageRequest request);
  }

  private static List<WebhookEvent> walk(Listing listing, int items, long count) {
    List<WebhookEvent> walked = new ArrayList<>();
    for (long page = 1; page <= (count + items - 1) / items; page++) {
      Page<WebhookEvent> read = listing.page(new PageRequest(page, items));
      assertEquals(count, read.count());
      walked.addAll(read.items());
    }
    return walked;
  }

  @Test
  void lists_areNewestFirst_forTheAccount_oneEvent_andSeveral() {
    Random random = new Random(3);
    int changes = Effort.of(100, 230);
    for (int i = 0; i < changes; i++) {
      int drawn = random.nextInt(10);
      record(drawn < 6 ? "big" : drawn < 9 ? "small" : "rare", Mode.LIVE);
      if (i % 7 == 0) {
        record("big", Mode.TEST);
      }
    }

    for (int items : List.of(1, 7, 50, 250)) {
      assertEquals(
          all.reversed(), walk(page -> store.list("acme", Mode.LIVE, page), items, all.size()));
      for (List<String> events :
          List.of(
              List.of("big"), List.of("big", "rare"), List.of("rare", "small", "big", "nosuch"))) {
        List<WebhookEvent> expected =
            all.reversed().stream().filter(event -> events.contains(event.event())).toList();
        assertEquals(
            expected,
            walk(page -> store.list("acme", events, Mode.LIVE, page), items, expected.size()));
        Page<WebhookEvent> after =
            store.list("acme", events, Mode.LIVE, new PageRequest(changes + 1, items));
        assertEquals(List.of(), after.items());
        assertEquals(expected.size(), after.count());
      }
    }
  }

  @Test
  void find_knowsItsModeOnly() {
    record("big", Mode.LIVE);
    WebhookEvent live = all.getFirst();

    assertEquals(Optional.of(live), store.find("acme", Mode.LIVE, live.id()));
    assertEquals(Optional.empty(), store.find("acme", Mode.TEST, live.id()));
    assertEquals(Optional.empty(), store.find("acme", Mode.LIVE, live.id() + 2));
    assertEquals(Optional.empty(), store.find("other", Mode.LIVE, live.id()));
  }
}
