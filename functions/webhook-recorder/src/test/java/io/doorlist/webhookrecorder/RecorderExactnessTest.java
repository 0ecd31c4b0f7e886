package io.doorlist.webhookrecorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.TicketState;
import io.doorlist.domain.webhook.WebhookEvent;
import io.doorlist.testing.Effort;
import io.doorlist.webhookrecorder.RecorderFixture.Killed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/**
 * Random changes, and a stream that delivers every record three times while half of the calls fail
 * somewhere: each visible change is reported once, in the order of its item. {@code
 * -Ddoorlist.changes=10000} for the long form.
 */
class RecorderExactnessTest {
  private static final int CHANGES = Integer.getInteger("doorlist.changes", Effort.of(80, 300));
  private static final long SEED = Long.getLong("doorlist.seed", 20_261_121L);
  private static final int SHARDS = 2;
  private static final int BATCH = 20;
  private static final String[] EVENTS = {"gala", "fair"};

  private final Random random = new Random(SEED);

  /** The expected webhook events, by subject: an order's changes, or one ticket's check-in. */
  private final Map<String, List<String>> expected = new LinkedHashMap<>();

  @Test
  void everyChange_isRecordedOnce_inTheOrderOfItsItem() throws Exception {
    try (RecorderFixture world = new RecorderFixture()) {
      Organiser organiser = new Organiser(world.stores, EVENTS);
      List<List<Map<String, Object>>> shards = new ArrayList<>();
      for (int shard = 0; shard < SHARDS; shard++) {
        shards.add(new ArrayList<>());
      }
      for (int change = 0; change < CHANGES; change++) {
        change(organiser);
        if (change % 50 == 49 || change == CHANGES - 1) {
          for (Map<String, Object> record : world.stream.read()) {
            shards.get(Math.floorMod(StreamTap.key(record).hashCode(), SHARDS)).add(record);
          }
        }
      }

      try (ExecutorService threads = Executors.newFixedThreadPool(SHARDS)) {
        List<Future<Void>> running = new ArrayList<>();
        for (int shard = 0; shard < SHARDS; shard++) {
          List<Map<String, Object>> records = shards.get(shard);
          Random own = new Random(SEED + shard);
          running.add(threads.submit((Callable<Void>) () -> deliver(world, records, own)));
        }
        for (Future<Void> each : running) {
          each.get();
        }
      }

      check(world);
    }
  }

  private void check(RecorderFixture world) {
    Map<String, List<String>> told = new LinkedHashMap<>();
    List<WebhookEvent> all = world.log(Mode.LIVE);
    for (WebhookEvent each : all) {
      String word = each.type().word() + " " + each.objectId();
      told.computeIfAbsent(
              source(each.event(), each.type().word(), each.objectId()), any -> new ArrayList<>())
          .add(word);
    }
    expected.forEach((source, words) -> assertEquals(words, told.get(source), source));
    assertEquals(expected.keySet(), told.keySet());
    assertTrue(all.size() > CHANGES / 2, all.size() + " webhook events");
    assertEquals(all, world.log(Mode.LIVE, EVENTS));
    for (String event : EVENTS) {
      assertEquals(
          all.stream().filter(each -> each.event().equals(event)).toList(),
          world.log(Mode.LIVE, event));
    }
  }

  /** Returns the item that a webhook event comes from: ids of tickets begin with their order's. */
  private static String source(String event, String word, long objectId) {
    return word.equals("ticket.checked_in")
        ? event + " check-in " + objectId
        : event + " order " + (word.startsWith("ticket") ? objectId / 10_000 : objectId);
  }

  /** Delivers the records of a shard in batches, three times each, as Lambda may. */
  private static Void deliver(
      RecorderFixture world, List<Map<String, Object>> records, Random random) throws IOException {
    for (int from = 0; from < records.size(); from += BATCH) {
      List<Map<String, Object>> batch =
          records.subList(from, Math.min(from + BATCH, records.size()));
      for (int times = 0; times < 3; times++) {
        List<Map<String, Object>> left = batch;
        while (!left.isEmpty()) {
          left = left.subList(call(world, left, random), left.size());
        }
      }
    }
    return null;
  }

  /**
   * Calls a function that dies or is refused half of the time; returns how many records are done.
   */
  private static int call(RecorderFixture world, List<Map<String, Object>> records, Random random)
      throws IOException {
    int calls = random.nextBoolean() ? random.nextInt(40) : Integer.MAX_VALUE;
    boolean killed = random.nextBoolean();
    WebhookRecorderFunction function =
        world.function(
            RecorderFixture.once(
                calls,
                () -> {
                  if (killed) {
                    throw new Killed();
                  }
                  throw new IllegalStateException("refused");
                }));
    Optional<String> failed;
    try {
      failed = RecorderFixture.call(function, records);
    } catch (Killed e) {
      return 0;
    }
    for (int i = 0; i < records.size(); i++) {
      String number = (String) ((Map<?, ?>) records.get(i).get("dynamodb")).get("SequenceNumber");
      if (failed.isPresent() && failed.get().equals(number)) {
        return i;
      }
    }
    return records.size();
  }

  /** Makes one change, and records the webhook events that must follow. */
  private void change(Organiser organiser) {
    int orders = Math.max(1, CHANGES / 12);
    long id = 1 + random.nextInt(orders);
    String event = EVENTS[(int) (id % EVENTS.length)];
    Order order = organiser.get(id);
    if (order == null) {
      organiser.put(
          event,
          Organiser.order(id, Mode.LIVE, random.nextInt(40) == 0 ? 70 : 1 + random.nextInt(4)));
      expect(event, "order.created", id);
      return;
    }
    int index = random.nextInt(order.tickets().size());
    long ticket = order.tickets().get(index).id();
    TicketState state = order.tickets().get(index).state();
    switch (random.nextInt(6)) {
      case 0 -> {
        organiser.change(event, id, Organiser.renamed("Name " + random.nextInt()));
        expect(event, "order.updated", id);
      }
      case 1 -> {
        boolean cancelled = order.state() == OrderState.CANCELLED;
        organiser.change(
            event, id, Organiser.in(cancelled ? OrderState.CONFIRMED : OrderState.CANCELLED));
        expect(event, cancelled ? "order.updated" : "order.cancelled", id);
      }
      case 2 -> {
        organiser.change(event, id, Organiser.ticket(index, state, "Guest " + random.nextInt()));
        expect(event, "ticket.updated", ticket);
      }
      case 3 -> {
        TicketState other = state == TicketState.VOID ? TicketState.VALID : TicketState.VOID;
        String name = order.tickets().get(index).name();
        organiser.change(event, id, Organiser.ticket(index, other, name));
        expect(event, other == TicketState.VOID ? "ticket.voided" : "ticket.updated", ticket);
      }
      case 4 -> organiser.put(event, order);
      default -> {
        if (organiser.checkIn(event, order, index)) {
          expect(event, "ticket.checked_in", ticket);
        }
      }
    }
  }

  private void expect(String event, String word, long objectId) {
    expected
        .computeIfAbsent(source(event, word, objectId), any -> new ArrayList<>())
        .add(word + " " + objectId);
  }

  /** Kills the function after each of its calls in turn, and delivers the records again. */
  @Test
  void functionKilledAnywhere_losesNothingAndDoublesNothing() throws Exception {
    try (RecorderFixture world = new RecorderFixture()) {
      Organiser organiser = new Organiser(world.stores, EVENTS);
      boolean alive = false;
      int orders = 0;
      for (int calls = 0; !alive; calls++) {
        organiser.put(EVENTS[0], Organiser.order(++orders, Mode.LIVE, 2));
        organiser.change(EVENTS[0], orders, Organiser.ticket(0, TicketState.VOID, "Guest"));
        organiser.checkIn(EVENTS[0], organiser.get(orders), 1);
        List<Map<String, Object>> records = world.stream.read();
        try {
          WebhookRecorderFunction dying = world.function(RecorderFixture.killedAfter(calls));
          assertEquals(Optional.empty(), RecorderFixture.call(dying, records));
          alive = true;
        } catch (Killed e) {
          assertEquals(Optional.empty(), RecorderFixture.call(world.function(), records));
        }
        List<String> told =
            world.log(Mode.LIVE).stream()
                .skip(3L * (orders - 1))
                .map(each -> each.type().word() + " " + each.objectId())
                .toList();
        assertEquals(
            List.of(
                "order.created " + orders,
                "ticket.voided " + orders * 10_000L,
                "ticket.checked_in " + (orders * 10_000L + 1)),
            told,
            "killed after " + calls + " calls");
      }
      assertTrue(orders > 10, orders + " places to die at");
    }
  }
}
