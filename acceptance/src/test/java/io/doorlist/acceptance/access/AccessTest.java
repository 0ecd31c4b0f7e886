package io.doorlist.acceptance.access;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.client.Json;
import io.doorlist.acceptance.service.ContractTest;
import org.junit.jupiter.api.Test;

/** {@code getAccess}. */
class AccessTest extends ContractTest {
  @Test
  void getAccess_saysWhatTheTokenOpens() {
    String phone =
        service.tokens.create(
            world.acme,
            "--event=spring-gala",
            "--role=desk",
            "--mode=test",
            "--name=Desk 1",
            "--expires=2100-01-01T00:00:00Z");

    assertEquals(
        """
        {"account_slug":"%s","mode":"test","role":"desk","events":["spring-gala"],"name":"Desk 1",\
        "expires_at":"2100-01-01T00:00:00Z","gate":null}\
        """
            .formatted(world.acme),
        Json.compact(get("/", phone).text()));
    assertEquals(
        """
        {"account_slug":"%s","mode":"live","role":"full","events":null,"name":null,\
        "expires_at":null,"gate":null}\
        """
            .formatted(world.acme),
        Json.compact(get("/", service.acme).text()));
    service.client.refused(401, "unauthorized", Call.get("/"));
  }

  @Test
  void getAccess_refusesARequestWithTooManyParameters() {
    Call call = Call.get("/?" + "a=1&".repeat(200) + "a=1").by(service.door);

    service.client.refused(400, "invalid_parameter", call);
  }
}
