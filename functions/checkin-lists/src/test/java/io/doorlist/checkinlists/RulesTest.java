package io.doorlist.checkinlists;

import static io.doorlist.testing.Gateway.assertProblem;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.domain.JsonObject;
import io.doorlist.domain.event.ListRules;
import io.doorlist.door.Reentry;
import io.doorlist.ingest.ListDefinition;
import io.doorlist.testing.Gateway.Answer;
import io.doorlist.testing.Gateway.Input;
import io.doorlist.testing.Imports;
import io.doorlist.testing.Terms;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The shop's rules of a list, as a scanner meets them (issue 35). */
class RulesTest extends FunctionFixture {
  private static final String FROM_18 =
      "{\"isAfter\":[{\"var\":\"now\"},{\"buildTime\":[\"customtime\",\"18:00\"]},null]}";
  private static final String FIRST_ENTRY = "{\"<\":[{\"var\":\"entries_number\"},1]}";
  private static final String ADULTS =
      "{\"inList\":[{\"var\":\"product\"},"
          + "{\"objectList\":[{\"lookup\":[\"product\",\"1\",\"Adult\"]}]}]}";
  private static final String NORTH =
      "{\"inList\":[{\"var\":\"gate\"},"
          + "{\"objectList\":[{\"lookup\":[\"gate\",\"5\",\"North\"]}]}]}";

  @Test
  void checkInTicket_saysWhatTheRulesWant() throws Exception {
    rules(FROM_18);

    Answer answer = call(online());

    assertProblem(422, "not_admissible", answer);
    assertEquals("rules", answer.at("reason"));
    assertEquals("from 18:00", answer.at("explanation"));
    Map<?, ?> missing = (Map<?, ?>) ((List<?>) answer.at("missing")).getFirst();
    assertEquals("from", missing.get("kind"));
    assertEquals("2026-09-14T18:00:00Z", missing.get("at"));
  }

  @ParameterizedTest
  @CsvSource({
    "de-AT, Ab 18:00.",
    "fr, À partir de\u00a0: 18:00.",
    "ja, 18:00から。",
    "en-GB, from 18:00",
    "sv, from 18:00"
  })
  void checkInTicket_saysItInTheScannersLanguage(String language, String words) throws Exception {
    rules(FROM_18);

    Answer answer = call(online().with(List.of(language), "multiValueHeaders", "Accept-Language"));

    assertEquals(words, answer.at("explanation"));
    assertEquals(
        words,
        call(recorded("get-admission")
                .with(List.of(language), "multiValueHeaders", "Accept-Language"))
            .at("explanation"));
  }

  /** pretix refuses a retry by the entry that its first attempt made. */
  @Test
  void checkInTicket_answersARetryByItsFirstAttempt_whateverTheRulesSayNow() throws Exception {
    rules(FIRST_ENTRY);

    Answer first = call(online());
    Answer again = call(online());

    assertEquals(201, first.status(), first::body);
    assertEquals(first, again);
  }

  @Test
  void checkInTicket_countsEveryEntryOfTheDay() throws Exception {
    rules("{\"<\":[{\"var\":\"entries_today\"},2]}", Reentry.ALWAYS);
    assertEquals(201, call(online("entry-1")).status());
    moveClock(Duration.ofMinutes(1));
    Answer second = call(online("entry-2"));
    assertEquals(201, second.status(), second::body);
    moveClock(Duration.ofMinutes(2));

    Answer third = call(online("entry-3"));

    assertProblem(422, "not_admissible", third);
    assertEquals("rules", third.at("reason"));
  }

  @Test
  void checkInTicket_knowsTheGateOfTheToken() throws Exception {
    rules(NORTH);

    Answer elsewhere = call(online().identity("gate", "6"));
    Answer there = call(online().identity("gate", "5"));

    assertEquals("by North", elsewhere.at("explanation"));
    assertEquals(201, there.status(), there::body);
  }

  @Test
  void getAdmission_saysTheSame_andAClosedListWhy() throws Exception {
    rules("{\"before_midnight\":[]}");

    Answer look = call("get-admission");

    assertEquals("not_admissible", look.at("verdict"));
    assertEquals("rules", look.at("reason"));
    assertEquals(
        "closed: the rules of this list are not understood (operator \"before_midnight\")",
        look.at("explanation"));
    assertEquals(422, call(online()).status());
  }

  @Test
  void checkInOrder_saysWhatTheRulesWant_ifTheyHoldEverybodyBack() throws Exception {
    rules(4, List.of("adult", "child"), FROM_18, Reentry.NEVER);

    Answer answer = call("check-in-order");
    moveClock(Duration.ofHours(1));
    Answer later = call("check-in-order");

    assertProblem(422, "not_admissible", answer);
    assertEquals("rules", answer.at("reason"));
    assertEquals("from 18:00", answer.at("explanation"));
    assertEquals(201, later.status(), later::body);
  }

  @Test
  void checkInOrder_saysHowManyRemain_ifTheRulesLetSomeIn() throws Exception {
    rules(4, List.of("adult", "child"), ADULTS, Reentry.NEVER);

    Answer answer = call("check-in-order");

    assertProblem(409, "not_enough_tickets", answer);
    assertEquals("{adult=2, child=0}", answer.at("remaining").toString());
  }

  private static Input online() throws Exception {
    return recorded("check-in-ticket")
        .with(null, "queryStringParameters")
        .with(null, "multiValueQueryStringParameters");
  }

  private static Input online(String key) throws Exception {
    return online().with(List.of(key), "multiValueHeaders", "Idempotency-Key");
  }

  private void rules(String text) {
    rules(text, Reentry.NEVER);
  }

  private void rules(String text, Reentry reentry) {
    rules(3, List.of("adult"), text, reentry);
  }

  private void rules(long list, List<String> types, String text, Reentry reentry) {
    Imports.into(stores)
        .putCheckinList(
            "acme",
            "spring-gala",
            new ListDefinition(
                list,
                "Main door",
                types,
                Terms.passages(null, reentry, new ListRules(new JsonObject(text), Map.of()))));
  }
}
