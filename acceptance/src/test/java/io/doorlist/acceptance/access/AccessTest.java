package io.doorlist.acceptance.access;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.client.Json;
import io.doorlist.acceptance.service.ContractTest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** {@code getAccess}. */
class AccessTest extends ContractTest {
  private static final String EXPIRES_AT = "2100-01-01T00:00:00Z";

  @Test
  void getAccess_saysWhatTheTokenOpens() {
    String slug = world.springGala.slug();
    String phone =
        service.tokens.create(
            world.acme,
            "--event",
            slug,
            "--role",
            "desk",
            "--mode",
            "test",
            "--name",
            "Desk 1",
            "--expires",
            EXPIRES_AT);
    Map<String, Object> expected = new LinkedHashMap<>();
    expected.put("account_slug", world.acme);
    expected.put("mode", "test");
    expected.put("role", "desk");
    expected.put("events", List.of(slug));
    expected.put("name", "Desk 1");
    expected.put("expires_at", EXPIRES_AT);
    expected.put("gate", null);

    Answer answer = get("/", phone);

    assertEquals(Json.write(expected), answer.text());
  }

  @Test
  void getAccess_hasNoListOfEvents_whenTheTokenOpensAll() {
    String all = service.tokens.create(world.acme);

    Answer answer = get("/", all);

    assertEquals("full", answer.at("role"));
    assertEquals("live", answer.at("mode"));
    assertEquals(null, answer.at("events"));
    assertEquals(null, answer.at("expires_at"));
  }

  @Test
  void getAccess_refusesARequestWithTooManyParameters() {
    Call call = Call.get("/?" + "a=1&".repeat(200) + "a=1").by(service.door);

    service.client.refused(400, "invalid_parameter", call);
  }
}
