package io.doorlist.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.domain.webhook.WebhookSecret;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MessageTest {
  private static final WebhookSecret SECRET =
      WebhookSecret.read("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").orElseThrow();
  private static final Message MESSAGE =
      new Message(
          "msg_p5jXN8AQM9LWM0D4loKWxJek",
          "{\"test\": 2432232314}".getBytes(StandardCharsets.UTF_8));
  private static final Instant NOW = Instant.ofEpochSecond(1_614_265_330);

  /** The test vector of the libraries of Standard Webhooks. */
  @Test
  void headers_areThoseOfTheReference() {
    assertEquals(
        Map.of(
            "webhook-id", "msg_p5jXN8AQM9LWM0D4loKWxJek",
            "webhook-timestamp", "1614265330",
            "webhook-signature", "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="),
        MESSAGE.headers(NOW, List.of(SECRET)));
  }

  @Test
  void headers_haveASignatureForEachSecret() {
    WebhookSecret other = WebhookSecret.create(new SecureRandom());

    String both = MESSAGE.headers(NOW, List.of(other, SECRET)).get("webhook-signature");

    assertEquals(
        MESSAGE.headers(NOW, List.of(other)).get("webhook-signature")
            + " v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
        both);
  }
}
