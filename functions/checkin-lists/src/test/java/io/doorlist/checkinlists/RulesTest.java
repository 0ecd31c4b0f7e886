package io.doorlist.checkinlists;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.domain.JsonObject;
import io.doorlist.domain.event.ListRules;
import io.doorlist.domain.event.ListTerms;
import io.doorlist.door.Reentry;
import io.doorlist.door.rules.EventDates;
import io.doorlist.ingest.ListDefinition;
import io.doorlist.testing.FunctionInvoker.Answer;
import io.doorlist.testing.FunctionInvoker.Input;
import io.doorlist.testing.Imports;
import io.doorlist.testing.ListTermsOf;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The shop's rules of a list, as a scanner meets them (issue 35). */
class RulesTest extends FunctionFixture {
  private static final String FROM_18 =
      "{\"isAfter\":[{\"var\":\"now\"},{\"buildTime\":[\"customtime\",\"18:00\"]},null]}";
  private static final String NORTH =
      "{\"inList\":[{\"var\":\"gate\"},"
          + "{\"objectList\":[{\"lookup\":[\"gate\",\"5\",\"North\"]}]}]}";

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

  private static Input online() throws Exception {
    return recorded("check-in-ticket")
        .with(null, "queryStringParameters")
        .with(null, "multiValueQueryStringParameters");
  }

  @Test
  void getDoorCopy_hasTheDatesThatTheListAdmits() throws Exception {
    EventDates date = new EventDates(0, null, null);
    ListRules rules =
        new ListRules(new JsonObject(FROM_18), Map.of("", date, "early", date, "late", date));

    put(new ListTerms(false, List.of("late"), null, null, null, Reentry.NEVER, rules, false));

    List<?> dates = (List<?>) call("get-door-copy").at("list", "rules", "dates");
    assertEquals(1, dates.size());
    assertEquals("late", ((Map<?, ?>) dates.getFirst()).get("series_date"));
  }

  private void rules(String text) {
    put(ListTermsOf.passages(null, Reentry.NEVER, new ListRules(new JsonObject(text), Map.of())));
  }

  private void put(ListTerms terms) {
    Imports.into(stores)
        .putCheckinList(
            "acme", "spring-gala", new ListDefinition(3, "Main door", List.of("adult"), terms));
  }
}
