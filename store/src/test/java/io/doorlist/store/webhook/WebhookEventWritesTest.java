package io.doorlist.store.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.domain.Mode;
import io.doorlist.domain.webhook.DeliveryState;
import io.doorlist.domain.webhook.NewWebhookEvent;
import io.doorlist.domain.webhook.RecordedWebhookEvent;
import io.doorlist.domain.webhook.WebhookEvent;
import io.doorlist.table.Engine;
import io.doorlist.testing.Call;
import io.doorlist.testing.DyingEngine;
import io.doorlist.testing.Meanwhile;
import io.doorlist.testing.Pages;
import io.doorlist.testing.TestTable;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Webhook events are recorded once, in their order, and every list has the same order. */
class WebhookEventWritesTest {
  private final TestTable table = new TestTable();
  private final WebhookEventStore store = store(table.engine());

  private WebhookEventStore store(Engine client) {
    return table.stores(client, Clock.systemUTC()).webhookEvents();
  }

  private static List<NewWebhookEvent> changes(String event, int from, int to) {
    return IntStream.range(from, to)
        .mapToObj(number -> NewWebhookEvents.change(event, Mode.LIVE, number))
        .toList();
  }

  private static List<RecordedWebhookEvent> record(
      WebhookEventStore store, List<NewWebhookEvent> all) {
    return store.record(all, any -> List.of(), UnaryOperator.identity());
  }

  /** Reads a list in pages of an odd size, newest first. */
  private List<WebhookEvent> walk(String... events) {
    return Pages.all(
        7,
        page ->
            events.length == 0
                ? store.list("acme", Mode.LIVE, page)
                : store.list("acme", List.of(events), Mode.LIVE, page));
  }

  private static List<Long> objects(List<WebhookEvent> webhookEvents) {
    return webhookEvents.stream().map(WebhookEvent::objectId).toList();
  }

  private static List<Long> countdown(int from, int to) {
    return IntStream.range(from, to).mapToObj(number -> (long) from + to - number).toList();
  }

  @Test
  void record_recordsOnce_howeverOftenItIsCalled() {
    List<NewWebhookEvent> all = new ArrayList<>(changes("big", 0, 40));
    all.addAll(changes("big", 0, 40));

    List<RecordedWebhookEvent> first = record(store, all);
    List<RecordedWebhookEvent> again = record(store, changes("big", 0, 50));

    assertEquals(first.subList(0, 40), first.subList(40, 80));
    assertEquals(first.subList(0, 40), again.subList(0, 40));
    assertEquals(countdown(0, 50), objects(walk()));
  }

  @Test
  void record_isPending_whenSomebodyWantsIt_andSaysSoAgain() {
    NewWebhookEvent wanted = NewWebhookEvents.change("big", Mode.LIVE, 1);
    NewWebhookEvent other = NewWebhookEvents.change("big", Mode.LIVE, 2);

    for (int times = 0; times < 2; times++) {
      List<RecordedWebhookEvent> recorded =
          store.record(
              List.of(wanted, other),
              each -> each.equals(wanted) ? List.of("wh_1", "wh_2") : List.of(),
              UnaryOperator.identity());
      assertEquals(List.of("wh_1", "wh_2"), recorded.get(0).undelivered());
      assertEquals(List.of(), recorded.get(1).undelivered());
    }
    assertEquals(
        List.of(DeliveryState.NOT_SUBSCRIBED, DeliveryState.PENDING),
        walk().stream().map(WebhookEvent::state).toList());
  }

  @Test
  void record_keepsObjectsThatAreLargerThanAnItem() {
    Random random = new Random(5);
    StringBuilder text = new StringBuilder("{\"text\":\"");
    random.ints(450_000, 'a', 'z' + 1).forEach(letter -> text.append((char) letter));
    NewWebhookEvent large =
        NewWebhookEvents.change("big", Mode.LIVE, 1, text.append("\"}").toString());

    record(store, List.of(large, NewWebhookEvents.change("big", Mode.LIVE, 2)));

    assertEquals(large.object(), walk().getLast().object());
  }

  @Test
  void record_isExact_whereverItIsKilled() {
    int most = 0;
    for (boolean alive = false; !alive; most++) {
      String event = "event-" + most;
      WebhookEventStore dying = store(new DyingEngine(table.engine(), most));
      List<NewWebhookEvent> all = changes(event, 0, 70);
      alive = !DyingEngine.kills(() -> record(dying, all));
      record(store, all);
      assertEquals(countdown(0, 70), objects(walk(event)), "killed after " + most + " writes");
    }
    assertEquals(70 * most, walk().size());
  }

  /** Another recorder comes in between the reservations of two sequences. */
  @Test
  void record_keepsOneOrderInEveryList_whenAnotherRecorderIsFaster() {
    Meanwhile client = new Meanwhile(table.engine());
    client.after(Call::isUpdate, () -> record(store, changes("big", 10, 20)));

    record(store(client), changes("big", 0, 10));
    record(store, changes("small", 30, 33));

    List<WebhookEvent> all = walk();
    assertEquals(23, all.size());
    assertEquals(all, walk("big", "small"));
    assertEquals(objects(all).subList(3, 23), objects(walk("big")));
  }
}
