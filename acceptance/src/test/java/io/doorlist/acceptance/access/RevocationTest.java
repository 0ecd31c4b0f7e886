package io.doorlist.acceptance.access;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.client.Client;
import io.doorlist.acceptance.service.Cli;
import io.doorlist.acceptance.service.ContractTest;
import io.doorlist.acceptance.service.Service;
import io.doorlist.local.LocalHost;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** A revoked token lives as long as the gateway keeps the authorizer's answer. */
@Isolated
class RevocationTest extends ContractTest {
  /** In short, TokenAuthorizerTest of the local host shows it. */
  @Tag("long")
  @Test
  void revokedToken_isRefusedAtOnce_whenNothingIsKept() {
    try (LocalHost host = host("0", InstantSource.system())) {
      Client client = new Client(Service.withoutSlash(host.url()));
      Map<String, Object> token = service.tokens.created(service.studio);
      Call call = call(token);
      client.expect(200, call);

      revoke(token);

      client.refused(401, "unauthorized", call);
    }
  }

  @Test
  void revokedToken_isRefusedAfterAMinute_whenAnswersAreKeptForOne() {
    Instant start = Instant.now();
    Instant[] now = {start};
    try (LocalHost host = host("60", () -> now[0])) {
      Client client = new Client(Service.withoutSlash(host.url()));
      Map<String, Object> token = service.tokens.created(service.studio);
      Call call = call(token);
      client.expect(200, call);

      revoke(token);

      client.expect(200, call);
      now[0] = start.plus(Duration.ofSeconds(59));
      client.expect(200, call);
      now[0] = start.plus(Duration.ofSeconds(60));
      client.refused(401, "unauthorized", call);
    }
  }

  private LocalHost host(String cacheSeconds, InstantSource clock) {
    Path template = Path.of(System.getProperty("doorlist.root"), "template.yaml");
    Map<String, String> parameters = Map.of("TokenCacheSeconds", cacheSeconds);
    return service.host(template, parameters, clock);
  }

  private Call call(Map<String, Object> token) {
    return Call.get("/" + service.studio + "/events").by((String) token.get("token"));
  }

  private void revoke(Map<String, Object> token) {
    Cli.Result result =
        service.cli.run("token", "revoke", "--account", service.studio, (String) token.get("id"));
    assertEquals(0, result.status(), result::toString);
  }
}
