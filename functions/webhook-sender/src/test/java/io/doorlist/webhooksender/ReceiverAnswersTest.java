package io.doorlist.webhooksender;

import static io.doorlist.webhooksender.SenderFixture.assertShown;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import io.doorlist.domain.webhook.DeliveryState;
import io.doorlist.domain.webhook.WebhookEvent;
import io.doorlist.domain.webhook.WebhookSubscription;
import io.doorlist.webhooksender.Receiver.Answer;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How the sender reacts to the answers of receivers. */
class ReceiverAnswersTest {
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
