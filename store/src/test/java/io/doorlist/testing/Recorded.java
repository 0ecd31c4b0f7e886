package io.doorlist.testing;

import io.doorlist.domain.JsonObject;
import io.doorlist.domain.Mode;
import io.doorlist.domain.token.AccessToken;
import io.doorlist.domain.token.Role;
import io.doorlist.domain.token.TokenSecret;
import io.doorlist.domain.webhook.NewWebhookEvent;
import io.doorlist.domain.webhook.WebhookEventType;
import io.doorlist.testing.FunctionInvoker.Input;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;

/** Data that the inputs in events/ need and that no import creates. */
public final class Recorded {
  private Recorded() {}

  public static TokenSecret secret() throws IOException {
    String authorization = (String) Input.recorded("authorize").members().get("authorizationToken");
    return TokenSecret.read(authorization.substring("Bearer ".length())).orElseThrow();
  }

  /** Creates the token of the authorizer's input, for all events of acme. */
  public static void createToken(Stores stores) throws IOException {
    TokenSecret secret = secret();
    AccessToken token =
        AccessToken.of(secret, "test", "acme", List.of(), Role.FULL, Instant.EPOCH, null);
    stores.format().setCurrent();
    stores.tokens().create(token, secret);
  }

  /** Records a webhook event of acme's spring gala; returns its id. */
  public static long webhookEvent(Stores stores) {
    NewWebhookEvent told =
        new NewWebhookEvent(
            "acme",
            "spring-gala",
            Mode.LIVE,
            "change",
            WebhookEventType.ORDER_CREATED,
            1001,
            new JsonObject("{\"id\":1001}"),
            1001);
    return stores
        .webhookEvents()
        .record(List.of(told), any -> List.of(), UnaryOperator.identity())
        .getFirst()
        .id();
  }
}
