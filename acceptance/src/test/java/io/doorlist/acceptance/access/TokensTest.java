package io.doorlist.acceptance.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.client.Client;
import io.doorlist.acceptance.service.ContractTest;
import io.doorlist.acceptance.service.Event;
import io.doorlist.acceptance.service.Tokens;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Which tokens are accepted. */
public class TokensTest extends ContractTest {
  /**
   * A token that expires while the gateway has it cached is refused by the function, whose header
   * the gateway renames (ADR 0002); every other one is refused by the gateway itself.
   */
  @Test
  void everyBadToken_getsOneAndTheSame401_andTheWayToAuthenticate() {
    Answer without =
        service.client.refused(401, "unauthorized", Call.get(world.springGala.listsPath()));

    badTokens()
        .forEach(
            (what, bad) -> {
              Answer answer = service.client.send(bad);
              assertEquals(401, answer.status(), what);
              assertEquals(without.withoutRequestId(), answer.withoutRequestId(), what);
              Optional<String> header = answer.header("WWW-Authenticate");
              if (what.equals("expired")) {
                header = header.or(() -> answer.header("x-amzn-Remapped-WWW-Authenticate"));
              }
              assertEquals("Bearer", header.orElse("nothing"), what);
            });
  }

  @Test
  void tokenThatBeginsLikeAGoodOne_isRefused() {
    Call call = Call.get(world.springGala.listsPath());

    assertEquals(List.of(), acceptedBeginnings(service.client, call, service.acme));
  }

  /**
   * Returns the numbers of first characters of a good token that are enough to get in; the rest is
   * made up, with a valid checksum.
   */
  public static List<Integer> acceptedBeginnings(Client client, Call call, String good) {
    return Stream.of(8, 9, 12, 13, 20, 30, 36, 37)
        .filter(
            characters ->
                client.send(call.by(Tokens.beginningLike(good, characters))).status() != 401)
        .toList();
  }

  /** Returns bad tokens: what is wrong with the token, to a request with it. */
  private Map<String, Call> badTokens() {
    Call call = Call.get(world.springGala.listsPath());
    String good = service.acme;
    String random = good.substring("dl_live_".length(), good.length() - 6);
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("no token", "Bearer");
    headers.put("an empty token", "Bearer ");
    headers.put("no scheme", good);
    headers.put("another scheme", "Basic " + good);
    headers.put("too long", "Bearer " + good + "x");
    headers.put("too short", "Bearer " + good.substring(0, good.length() - 1));
    headers.put("twice", "Bearer " + good + " " + good);
    headers.put("two of them", "Bearer " + good + ", Bearer " + good);
    headers.put("quoted", "Bearer \"" + good + "\"");
    headers.put("another case", "Bearer " + good.toUpperCase(Locale.ROOT));
    headers.put("a wrong checksum", "Bearer dl_live_" + random + "zzzzzz");
    headers.put(
        "of another mode", "Bearer dl_test_" + random + Tokens.checksum("dl_test_" + random));
    headers.put("never made", "Bearer " + Tokens.neverMade());
    headers.put("expired", "Bearer " + service.expiredToken(world.acme));
    headers.put("revoked", "Bearer " + service.tokens.revoked(world.acme));
    headers.put("very long", "Bearer " + "x".repeat(4000));
    Map<String, Call> calls = new LinkedHashMap<>();
    calls.put("no header", call);
    headers.forEach((what, header) -> calls.put(what, call.header("Authorization", header)));
    calls.put("in another header", call.header("X-Api-Key", good));
    calls.put("in the query", call.query("access_token=" + good));
    return calls;
  }

  @Test
  void tokensThatTheCommandLineMakes_haveTheFormOfTheDecisions() {
    for (String mode : List.of("live", "test")) {
      Map<String, Object> created =
          service.tokens.created(world.acme, "--mode", mode, "--name", "Main door 1");

      String token = (String) created.get("token");
      assertTrue(token.matches("dl_" + mode + "_[0-9A-Za-z]{36}"), "another form");
      int end = token.length() - 6;
      assertEquals(Tokens.checksum(token.substring(0, end)), token.substring(end));
      assertEquals("Main door 1", created.get("name"));
      assertEquals(world.acme, created.get("account"));
      assertEquals(mode, created.get("mode"));
      assertEquals("full", created.get("role"));
      assertNull(created.get("expires_at"));
    }
  }

  @Test
  void tokenWithAnExpiry_worksUntilThen() {
    String token = service.tokens.create(world.acme, "--expires", "2099-01-01T00:00:00Z");

    get(world.springGala.listsPath(), token);
  }

  @Test
  void tokenOfTwoEvents_opensBoth() {
    String token =
        service.tokens.create(world.acme, "--event", "autumn-fair", "--event", "spring-gala");

    get(world.autumnFair.listsPath(), token);
    get(world.springGala.listsPath(), token);
    assertHidden(token, "/checkin_lists", world.bigNight);
  }

  @Test
  void access_isCheckedBeforeParameters() {
    service.client.refused(401, "unauthorized", Call.get("/x/y/checkin_lists/abc?page=0"));
    service.client.refused(
        403, "forbidden", Call.get("/x/y/checkin_lists/abc?page=0").by(service.acme));
    service.client.refused(404, "not_found", Call.get("/x/webhooks/events/abc").by(service.acme));
    service.client.refused(
        403,
        "forbidden",
        Call.post("/x/y/checkin_lists/abc/orders/o/checkins")
            .body("text/plain", "x")
            .by(service.acme));
  }

  /** Checks that an event of another token gets the same answer as one that does not exist. */
  private void assertHidden(String token, String rest, Event event) {
    Answer other =
        service.client.refused(403, "forbidden", Call.get(event.path() + rest).by(token));
    String absent = "/" + event.account() + "/no-such-event" + rest;
    assertEquals(
        other.withoutRequestId(),
        service.client.refused(403, "forbidden", Call.get(absent).by(token)).withoutRequestId());
  }
}
