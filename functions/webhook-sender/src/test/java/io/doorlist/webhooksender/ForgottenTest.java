package io.doorlist.webhooksender;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import io.doorlist.domain.webhook.WebhookEvent;
import io.doorlist.json.PersonalData;
import io.doorlist.webhooksender.Receiver.Answer;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Issue 8: a delivery reads its payload when it is sent, so it contains no forgotten people. */
@Timeout(120)
class ForgottenTest {
  @Test
  void delivery_thatWaits_sendsNothingOfWhoIsForgottenMeanwhile() throws IOException {
    SenderFixture world = new SenderFixture();
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
}
