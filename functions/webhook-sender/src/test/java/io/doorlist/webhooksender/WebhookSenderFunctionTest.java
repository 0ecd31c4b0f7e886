package io.doorlist.webhooksender;

import static io.doorlist.webhooksender.SenderFixture.assertShown;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.JsonObject;
import io.doorlist.domain.Mode;
import io.doorlist.domain.webhook.DeliveryProgress;
import io.doorlist.domain.webhook.DeliveryState;
import io.doorlist.domain.webhook.WebhookEvent;
import io.doorlist.domain.webhook.WebhookSubscription;
import io.doorlist.json.Json;
import io.doorlist.json.PersonalData;
import io.doorlist.queue.Delivery;
import io.doorlist.webhook.Message;
import io.doorlist.webhooksender.Receiver.Answer;
import io.doorlist.webhooksender.Receiver.Received;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Deliveries over their days, on virtual time; receivers and the table are real. */
@Timeout(120)
class WebhookSenderFunctionTest {
  private final SenderFixture world = new SenderFixture();

  @Test
  void delivery_endsAtOnce_whenTheReceiverTakesIt() throws IOException {
    try (Receiver receiver = new Receiver(n -> new Answer(204))) {
      WebhookSubscription subscription = world.subscribe(receiver.url());
      WebhookEvent happened = world.happen(subscription);
      assertShown(DeliveryState.PENDING, 0, world.shown(happened));

      world.run();

      assertShown(DeliveryState.DELIVERED, 1, world.shown(happened));
      assertEquals("204", world.progress(happened, subscription).answer());
      Received received = receiver.received().getFirst();
      assertEquals(1, receiver.received().size());
      assertEquals(
          Json.readObject(
              """
              {"type": "ticket.checked_in", "timestamp": "2026-11-21T20:00:00Z", "id": %d,
               "account": "acme", "event": "spring-gala", "mode": "live",
               "url": "https://api.example.com/v1/acme/webhooks/events/%d",
               "data": {"type": "ticket", "id": 9001, "object": {"id": 9001, "name": "Zoë"}}}
              """
                  .formatted(happened.id(), happened.id())),
          Json.readObject(received.body()));
      assertEquals(
          new Message(
                  "msg_" + happened.id() + "_" + subscription.id(),
                  received.body().getBytes(StandardCharsets.UTF_8))
              .headers(world.time.instant(), List.of(subscription.secret())),
          signatureHeaders(received));
    }
  }

  private static Map<String, String> signatureHeaders(Received received) {
    return Set.of("webhook-id", "webhook-timestamp", "webhook-signature").stream()
        .collect(Collectors.toMap(name -> name, received::header));
  }

  /** Issue 5: nine failures, then success, over about three days. */
  @Test
  void delivery_isTriedTenTimes_overThreeDays() throws IOException {
    try (Receiver receiver = new Receiver(n -> new Answer(n <= 9 ? 500 : 200))) {
      WebhookSubscription subscription = world.subscribe(receiver.url());
      WebhookEvent happened = world.happen(subscription);
      List<Integer> attempts = new ArrayList<>();
      Instant start = world.time.instant();

      while (world.queue.step(world::handle)) {
        attempts.add(world.shown(happened).attempts());
      }

      assertShown(DeliveryState.DELIVERED, 10, world.shown(happened));
      assertEquals(10, receiver.received().size());
      assertEquals(
          new TreeSet<>(attempts).stream().toList(), attempts.stream().distinct().toList());
      Duration whole = Duration.between(start, world.time.instant());
      assertTrue(whole.compareTo(Duration.ofHours(68)) > 0, whole.toString());
      assertTrue(whole.compareTo(Duration.ofHours(84)) < 0, whole.toString());
      // A message is delayed again every 15 minutes until it is due.
      assertTrue(world.queue.sent() < 360, world.queue.sent() + " messages");
      assertEquals(1, ids(receiver).size());
      assertEquals(10, timestamps(receiver).size());
      assertEquals(0, world.queue.dead());
    }
  }

  private static Set<String> ids(Receiver receiver) {
    return receiver.received().stream()
        .map(each -> each.header("webhook-id"))
        .collect(Collectors.toSet());
  }

  private static Set<String> timestamps(Receiver receiver) {
    return receiver.received().stream()
        .map(each -> each.header("webhook-timestamp"))
        .collect(Collectors.toSet());
  }

  @Test
  void killedSender_losesNothing_whereverItIsKilled() throws IOException {
    for (int writes = 0; writes < 4; writes++) {
      SenderFixture world = new SenderFixture();
      try (Receiver receiver = new Receiver(n -> new Answer(n <= 2 ? 500 : 200))) {
        WebhookSubscription subscription = world.subscribe(receiver.url());
        WebhookEvent happened = world.happen(subscription);
        world.killAfter(writes);

        world.run();

        assertShown(DeliveryState.DELIVERED, receiver.received().size(), world.shown(happened));
        assertEquals(1, ids(receiver).size());
        assertEquals(0, world.queue.dead());
      }
    }
  }

  /** Senders that die every time make ten attempts, no more. */
  @Test
  void sendersThatAllDie_areNotFollowedForEver() throws IOException {
    try (Receiver receiver = new Receiver(n -> new Answer(200))) {
      WebhookSubscription subscription = world.subscribe(receiver.url());
      WebhookEvent happened = world.happen(subscription);

      do {
        world.killAfter(1);
      } while (world.queue.step(world::handle));

      assertShown(DeliveryState.FAILED, 10, world.shown(happened));
      assertEquals(10, receiver.received().size());
      assertEquals(0, world.queue.dead());
    }
  }

  @Test
  void message_thatComesTwice_isTriedOnce() throws IOException {
    try (Receiver receiver = new Receiver(n -> new Answer(n == 1 ? 500 : 200))) {
      WebhookSubscription subscription = world.subscribe(receiver.url());
      WebhookEvent happened = world.happen(subscription);
      world.queue.duplicate();
      world.queue.duplicate();

      world.run();

      assertShown(DeliveryState.DELIVERED, 2, world.shown(happened));
      assertEquals(2, receiver.received().size());
    }
  }

  @Test
  void message_thatIsLate_changesNothing() throws IOException {
    try (Receiver receiver = new Receiver(n -> new Answer(200))) {
      WebhookSubscription subscription = world.subscribe(receiver.url());
      WebhookEvent happened = world.happen(subscription);
      world.run();

      world.send(happened, subscription, 1);
      world.run();

      assertShown(DeliveryState.DELIVERED, 1, world.shown(happened));
      assertEquals(1, receiver.received().size());
    }
  }

  /** A message of an attempt that was made asks for nothing, even when the next one is due. */
  @Test
  void message_ofAnOlderAttempt_isDropped() throws IOException {
    try (Receiver receiver = new Receiver(n -> new Answer(n <= 2 ? 500 : 200))) {
      WebhookSubscription subscription = world.subscribe(receiver.url());
      WebhookEvent happened = world.happen(subscription);
      world.queue.step(world::handle);
      world.queue.step(world::handle);
      assertShown(DeliveryState.PENDING, 2, world.shown(happened));
      assertEquals(1, world.queue.size());

      world.send(happened, subscription, 1);
      world.queue.step(world::handle);
      assertEquals(1, world.queue.size(), "it does not come again");
      world.time.moveTo(world.progress(happened, subscription).dueAt());
      world.send(happened, subscription, 1);
      world.queue.step(world::handle);
      world.queue.step(world::handle);

      assertEquals(0, world.queue.size());
      assertShown(DeliveryState.DELIVERED, 3, world.shown(happened));
      assertEquals(3, receiver.received().size());
    }
  }

  /** Returns a receiver that lets something happen during the first attempt. */
  private static Receiver duringTheFirst(List<Runnable> meanwhile) throws IOException {
    return new Receiver(
        n -> {
          if (n == 1) {
            meanwhile.getFirst().run();
          }
          return new Answer(200);
        });
  }

  /** The first write of an outcome may arrive although its answer is lost. */
  @Test
  void outcome_thatIsKeptAlready_doesNotEndARedelivery() throws IOException {
    List<Runnable> meanwhile = new ArrayList<>();
    try (Receiver receiver = duringTheFirst(meanwhile)) {
      WebhookSubscription subscription = world.subscribe(receiver.url());
      WebhookEvent happened = world.happen(subscription);
      meanwhile.add(
          () -> {
            Instant now = world.time.instant();
            change(happened, subscription, last -> last.ended(DeliveryState.DELIVERED, "200", now));
            change(happened, subscription, last -> last.asked(now));
          });

      world.run();

      assertShown(DeliveryState.PENDING, 1, world.shown(happened));
      world.send(happened, subscription, 2);
      world.run();
      assertShown(DeliveryState.DELIVERED, 2, world.shown(happened));
      assertEquals(2, receiver.received().size());
    }
  }

  /** Whoever reads a message while an attempt is being made waits for its outcome. */
  @Test
  void message_thatIsReadDuringAnAttempt_makesNone() throws IOException {
    List<Runnable> meanwhile = new ArrayList<>();
    try (Receiver receiver = duringTheFirst(meanwhile)) {
      WebhookSubscription subscription = world.subscribe(receiver.url());
      WebhookEvent happened = world.happen(subscription);
      meanwhile.add(
          () -> {
            world.send(happened, subscription, 2);
            world.queue.step(world::handle);
          });

      world.run();

      assertShown(DeliveryState.DELIVERED, 1, world.shown(happened));
      assertEquals(1, receiver.received().size());
    }
  }

  /** Who takes an attempt for lost makes another, whose outcome is its own. */
  @Test
  void outcome_ofAnAttemptThatCountsAsLost_isNotThatOfTheNext() throws IOException {
    List<Runnable> meanwhile = new ArrayList<>();
    try (Receiver receiver =
        new Receiver(
            n -> {
              meanwhile.getFirst().run();
              return new Answer(200);
            })) {
      WebhookSubscription subscription = world.subscribe(receiver.url());
      WebhookEvent happened = world.happen(subscription);
      Instant end = world.time.instant().plusSeconds(80);
      meanwhile.add(() -> change(happened, subscription, last -> last.claimed(end)));

      world.run();

      assertShown(DeliveryState.PENDING, 2, world.shown(happened));
      assertEquals(end, world.progress(happened, subscription).claimEndsAt());
    }
  }

  private void change(
      WebhookEvent happened,
      WebhookSubscription subscription,
      UnaryOperator<DeliveryProgress> change) {
    DeliveryProgress now = world.progress(happened, subscription);
    assertTrue(
        world
            .stores
            .deliveries()
            .change(SenderFixture.id(happened, subscription), now, change.apply(now)));
  }

  @Test
  void longObject_isLeftOut_andToBeFetched() throws IOException {
    try (Receiver receiver = new Receiver(n -> new Answer(200))) {
      WebhookSubscription subscription = world.subscribe(receiver.url());
      String url = SenderFixture.API_URL + "/acme/webhooks/events/";
      WebhookEvent happened =
          world.happen(new JsonObject("{\"x\":\"" + "é".repeat(10_000) + "\"}"), subscription);

      world.run();

      Map<String, Object> body = Json.readObject(receiver.received().getFirst().body());
      assertEquals(url + happened.id(), body.get("url"));
      assertNull(((Map<?, ?>) body.get("data")).get("object"));
      assertTrue(((Map<?, ?>) body.get("data")).containsKey("object"));
      assertTrue(receiver.received().getFirst().body().length() < 1000);
    }
  }

  @Test
  void delivery_failsAfterTenTries_andARedeliveryBeginsAnew_andGoesOnCounting() throws IOException {
    try (Receiver receiver = new Receiver(n -> new Answer(n <= 12 ? 302 : 200))) {
      WebhookSubscription subscription = world.subscribe(receiver.url());
      WebhookEvent happened = world.happen(subscription);
      world.run();
      assertShown(DeliveryState.FAILED, 10, world.shown(happened));
      assertEquals(10, receiver.received().size());

      DeliveryProgress failed = world.progress(happened, subscription);
      assertEquals("302", failed.answer());
      assertTrue(
          world
              .stores
              .deliveries()
              .change(
                  SenderFixture.id(happened, subscription),
                  failed,
                  failed.asked(world.time.instant())));
      assertShown(DeliveryState.PENDING, 10, world.shown(happened));
      world.send(happened, subscription, 11);
      world.run();

      assertShown(DeliveryState.DELIVERED, 13, world.shown(happened));
      assertEquals(13, receiver.received().size());
      assertEquals(1, ids(receiver).size());
    }
  }

  @Test
  void message_thatNobodyCanRead_goesToTheDeadLetters_andTakesNoOtherWithIt() throws IOException {
    String input =
        """
        {"Records": [{"messageId": "a", "body": "{}"}, {"messageId": "b", "body": "hello"},
                     {"messageId": "c", "body": %s}, {"messageId": "d"}]}
        """;
    try (Receiver receiver = new Receiver(n -> new Answer(200))) {
      WebhookSubscription subscription = world.subscribe(receiver.url());
      WebhookEvent happened = world.happen(subscription);
      String good =
          Json.writeValue(new Delivery(SenderFixture.id(happened, subscription), 1).text());

      List<String> failed = world.handle(input.formatted(good).getBytes(StandardCharsets.UTF_8));

      assertEquals(List.of("a", "b", "d"), failed);
      assertShown(DeliveryState.DELIVERED, 1, world.shown(happened));
      assertFalse(receiver.received().isEmpty());
    }
  }

  /** Issue 8: a delivery reads its payload when it is sent, so it contains no forgotten people. */
  @Test
  void delivery_thatWaits_sendsNothingOfWhoIsForgottenMeanwhile() throws IOException {
    try (Receiver receiver = new Receiver(n -> new Answer(n == 1 ? 500 : 200))) {
      WebhookEvent happened = world.happen(world.subscribe(receiver.url()));
      while (receiver.received().isEmpty()) {
        world.queue.step(world::handle);
      }

      world
          .stores
          .webhookEvents()
          .replaceObject(
              "acme", Mode.LIVE, happened.id(), PersonalData.ofTicketWithout(happened.object()));
      world.run();

      assertEquals(2, receiver.received().size());
      assertTrue(receiver.received().getFirst().body().contains("Zoë"));
      assertFalse(receiver.received().getLast().body().contains("Zoë"));
    }
  }

  @Test
  void gone_removesTheSubscription() throws IOException {
    SenderFixture world = new SenderFixture();
    try (Receiver receiver = new Receiver(n -> new Answer(n == 1 ? 410 : 200))) {
      WebhookSubscription subscription = world.subscribe(receiver.url());
      WebhookEvent first = world.happen(subscription);
      WebhookEvent second = world.happen(subscription);

      world.run();

      assertShown(DeliveryState.FAILED, 1, world.shown(first));
      assertShown(DeliveryState.FAILED, 0, world.shown(second));
      assertEquals(1, receiver.received().size());
      assertEquals(List.of(), world.stores.webhooks().list("acme", Mode.LIVE));
    }
  }

  @Test
  void retryAfter_isHonoured_aDayAtMost_andPassedOverIfItIsSoonerOrNone() throws IOException {
    Instant date = new SenderFixture().time.instant().plus(Duration.ofHours(3));
    String text = DateTimeFormatter.RFC_1123_DATE_TIME.format(date.atOffset(ZoneOffset.UTC));

    assertEquals(Duration.ofHours(3), pauseAfter(new Answer(429, "10800")));
    assertEquals(Duration.ofHours(3), pauseAfter(new Answer(429, text)));
    assertEquals(Duration.ofHours(24), pauseAfter(new Answer(503, "999999999")));
    for (String header : List.of("0", "-5", "soon", "99999999999999999999", "1.5")) {
      Duration pause = pauseAfter(new Answer(429, header));
      assertTrue(pause.compareTo(Duration.ofSeconds(4)) >= 0, header + ": " + pause);
      assertTrue(pause.compareTo(Duration.ofSeconds(7)) < 0, header + ": " + pause);
    }
  }

  /** Returns the pause between a first answer and the second attempt. */
  private static Duration pauseAfter(Answer first) throws IOException {
    SenderFixture world = new SenderFixture();
    try (Receiver receiver = new Receiver(n -> n == 1 ? first : new Answer(200))) {
      WebhookEvent happened = world.happen(world.subscribe(receiver.url()));
      Duration pause = world.run();
      assertShown(DeliveryState.DELIVERED, 2, world.shown(happened));
      return pause;
    }
  }
}
