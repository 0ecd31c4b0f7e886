package io.doorlist.store.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import io.doorlist.domain.webhook.NewWebhookEvent;
import io.doorlist.domain.webhook.WebhookEvent;
import io.doorlist.paging.Page;
import io.doorlist.paging.PageRequest;
import io.doorlist.store.sequence.FollowingItems;
import io.doorlist.store.table.TableSchema;
import io.doorlist.testing.Effort;
import io.doorlist.testing.MovableClock;
import io.doorlist.testing.Pages;
import io.doorlist.testing.TestTable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class WebhookEventStoreTest {
  private final TestTable table = new TestTable();
  private final MovableClock clock = new MovableClock(Instant.now());
  private final WebhookEventStore store = table.stores(clock).webhookEvents();
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
      assertEquals(all.reversed(), Pages.all(items, page -> store.list("acme", Mode.LIVE, page)));
      for (List<String> events :
          List.of(
              List.of("big"), List.of("big", "rare"), List.of("rare", "small", "big", "nosuch"))) {
        List<WebhookEvent> expected =
            all.reversed().stream().filter(event -> events.contains(event.event())).toList();
        assertEquals(
            expected, Pages.all(items, page -> store.list("acme", events, Mode.LIVE, page)));
        Page<WebhookEvent> after =
            store.list("acme", events, Mode.LIVE, new PageRequest(changes + 1, items));
        assertEquals(List.of(), after.items());
        assertEquals(expected.size(), after.count());
      }
    }
  }

  /** Issue 53: who reads on misses nothing, though recorders write at the same time, or die. */
  @Test
  void after_goesOnInOrder_andWaitsForAnOpenPlace() {
    for (int i = 0; i < 230; i++) {
      record(i % 50 == 0 ? "rare" : "big", Mode.LIVE);
    }
    String log = TableSchema.webhookEvents("acme", Mode.LIVE);
    Instant deadline = clock.instant().plusSeconds(60);
    long open = table.sequence().reserve(log, 1, deadline);
    record("big", Mode.LIVE);

    assertEquals(all.subList(0, 230), readOn(50, any -> true));
    assertEquals(
        all.stream().filter(each -> each.event().equals("rare")).toList(),
        readOn(3, each -> each.event().equals("rare")));
    assertEquals(
        new FollowingItems<WebhookEvent>(List.of(), null),
        store.after("acme", Mode.LIVE, all.get(229).id(), 50, any -> true));

    clock.pass(Duration.ofMinutes(21));
    assertEquals(all, readOn(7, any -> true));
    assertEquals(231, open);
  }

  private List<WebhookEvent> readOn(int items, Predicate<WebhookEvent> wanted) {
    List<WebhookEvent> read = new ArrayList<>();
    for (Long after = 0L; after != null; ) {
      FollowingItems<WebhookEvent> part = store.after("acme", Mode.LIVE, after, items, wanted);
      assertTrue(part.items().size() <= items);
      read.addAll(part.items());
      after = part.next();
    }
    return read;
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
