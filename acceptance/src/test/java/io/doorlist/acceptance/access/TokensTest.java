package io.doorlist.acceptance.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.client.Json;
import io.doorlist.acceptance.service.ContractTest;
import io.doorlist.acceptance.service.Event;
import io.doorlist.acceptance.service.Order;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Which tokens are accepted, what {@code getAccess} says of them, and how fast they may guess. */
class TokensTest extends ContractTest {
  /** 30 unknown codes are allowed per minute, and a test may begin at a minute's end. */
  private static final int ENOUGH = 2 * 30 + 1;

  /**
   * If a token expires while the gateway has it cached, the function refuses it. The gateway
   * renames the header of that answer (ADR 0002). Every other bad token is refused by the gateway
   * itself.
   */
  @TestFactory
  Stream<DynamicTest> everyBadToken_getsOneAndTheSame401_andTheWayToAuthenticate() {
    Call call = Call.get(world.springGala.listsPath());
    String good = service.acme;
    Map<String, Call> bad = new LinkedHashMap<>();
    bad.put("no scheme", call.header("Authorization", good));
    bad.put("another scheme", call.header("Authorization", "Basic " + good));
    bad.put("two of them", call.header("Authorization", "Bearer " + good + ", Bearer " + good));
    bad.put("very long", call.by("x".repeat(4000)));
    bad.put("nobody's", call.by("dl_live_" + "x".repeat(36)));
    bad.put("expired", call.by(expired()));
    bad.put("revoked", call.by(revoked()));
    bad.put("in another header", call.header("X-Api-Key", good));
    bad.put("in the query", call.query("access_token=" + good));
    Answer without = service.client.refused(401, "unauthorized", call);

    return bad.entrySet().stream()
        .map(
            each ->
                DynamicTest.dynamicTest(
                    each.getKey(),
                    () -> {
                      Answer answer = service.client.expect(401, each.getValue());
                      assertEquals(without.withoutRequestId(), answer.withoutRequestId());
                      boolean remapped = each.getKey().equals("expired");
                      String header = (remapped ? "x-amzn-Remapped-" : "") + "WWW-Authenticate";
                      assertEquals("Bearer", answer.header(header).orElse("nothing"));
                    }));
  }

  /** Creates a token and uses it until it expires. */
  private String expired() {
    String token =
        service.token(world.acme, "--expires", Instant.now().plusMillis(1500).toString());
    Call call = Call.get("/" + world.acme + "/events").by(token);
    service.await(() -> service.client.send(call).status() == 401);
    return token;
  }

  /** Creates a token and revokes it before it is used, so that no gateway has cached it. */
  private String revoked() {
    String made =
        service.cli.must("", "token", "create", "--json", "--account=" + world.acme).out();
    String id = (String) Json.parse(made).get("id");
    service.cli.must("", "token", "revoke", "--account=" + world.acme, id);
    service.secrets.add((String) Json.parse(made).get("token"));
    return (String) Json.parse(made).get("token");
  }

  @Test
  void tokenOfTwoEvents_opensBoth_andNoOther() {
    String token = service.token(world.acme, "--event=autumn-fair", "--event=spring-gala");

    get(world.autumnFair.listsPath(), token);
    get(world.springGala.listsPath(), token);
    service.client.refused(403, "forbidden", Call.get(world.bigNight.listsPath()).by(token));
    service.client.refused(403, "forbidden", Call.get("/x/y/checkin_lists/abc?page=0").by(token));
  }

  @Test
  void getAccess_saysWhatTheTokenOpens() {
    String phone =
        service.token(
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
  }

  /** A token that guesses QR codes is slowed down, and no other. */
  @Test
  void guessingToken_isSlowedDown_andGoesOnLettingIn_andOthersAreNot() {
    Event event = service.eventWithOneList(Order.of(1, "adult"));
    String token = service.token(service.studio, "--role", "scanner");
    Call guess = Call.post(event.list(1) + "/tickets/guess/checkins");

    Answer last = null;
    int guesses = 0;
    while ((last == null || last.status() == 404) && guesses++ < ENOUGH) {
      last = service.client.send(guess.by(token));
    }

    assertEquals("too_many_requests", last.code(), last::toString);
    assertTrue(guesses > 30, "slowed down after " + guesses);
    long seconds = Long.parseLong(last.header("Retry-After").orElseThrow());
    assertTrue(seconds >= 1 && seconds <= 60, "Retry-After: " + seconds);
    service.client.expect(201, event.checkIn(1, event.order(1).ticket(0)).by(token));
    service.client.refused(404, "not_found", guess.by(service.door));
  }
}
