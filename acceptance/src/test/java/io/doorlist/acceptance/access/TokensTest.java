package io.doorlist.acceptance.access;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.service.ContractTest;
import io.doorlist.acceptance.service.Tokens;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which tokens are accepted. */
class TokensTest extends ContractTest {
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

  /** Returns bad tokens: what is wrong with the token, to a request with it. */
  private Map<String, Call> badTokens() {
    Call call = Call.get(world.springGala.listsPath());
    String good = service.acme;
    String random = good.substring("dl_live_".length(), good.length() - 6);
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("an empty token", "Bearer ");
    headers.put("no scheme", good);
    headers.put("another scheme", "Basic " + good);
    headers.put("too long", "Bearer " + good + "x");
    headers.put("too short", "Bearer " + good.substring(0, good.length() - 1));
    headers.put("two of them", "Bearer " + good + ", Bearer " + good);
    headers.put("another case", "Bearer " + good.toUpperCase(Locale.ROOT));
    headers.put("a wrong checksum", "Bearer dl_live_" + random + "zzzzzz");
    headers.put(
        "of another mode", "Bearer dl_test_" + random + Tokens.checksum("dl_test_" + random));
    // The checksum is right, and so are the first characters.
    for (int characters : new int[] {8, 12, 20, 37}) {
      headers.put(
          "like " + characters + " of a good one's characters",
          "Bearer " + Tokens.beginningLike(good, characters));
    }
    headers.put("expired", "Bearer " + service.expiredToken(world.acme));
    headers.put("revoked", "Bearer " + service.tokens.revoked(world.acme));
    headers.put("very long", "Bearer " + "x".repeat(4000));
    Map<String, Call> calls = new LinkedHashMap<>();
    headers.forEach((what, header) -> calls.put(what, call.header("Authorization", header)));
    calls.put("in another header", call.header("X-Api-Key", good));
    calls.put("in the query", call.query("access_token=" + good));
    return calls;
  }

  @Test
  void tokenOfTwoEvents_opensBoth_untilItExpires() {
    String token =
        service.tokens.create(
            world.acme,
            "--event=autumn-fair",
            "--event=spring-gala",
            "--expires=2099-01-01T00:00:00Z");

    get(world.autumnFair.listsPath(), token);
    get(world.springGala.listsPath(), token);
    service.client.refused(403, "forbidden", Call.get(world.bigNight.listsPath()).by(token));
  }

  @Test
  void access_isCheckedBeforeParameters() {
    String path = "/x/y/checkin_lists/abc?page=0";

    service.client.refused(401, "unauthorized", Call.get(path));
    service.client.refused(403, "forbidden", Call.get(path).by(service.acme));
    service.client.refused(404, "not_found", Call.get("/x/webhooks/events/abc").by(service.acme));
  }
}
