package io.doorlist.acceptance.event;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.client.Json;
import io.doorlist.acceptance.service.ContractTest;
import java.util.List;
import org.junit.jupiter.api.Test;

/** listEvents and getEvent. */
class EventsTest extends ContractTest {
  @Test
  void listEvents_showsAllOfTheAccount_inTheOrderInWhichTheyCameIn() {
    assertEquals(
        """
        {"events":[{"id":7,"title":"Spring Gala","slug":"spring-gala"},\
        {"id":10,"title":"Big Night","slug":"big-night"},\
        {"id":8,"title":"Autumn Fair: Bücher & Brot","slug":"autumn-fair"},\
        {"id":9,"title":"Winter Market","slug":"winter-market"}],\
        "meta":{"lookup_mode":"live","pagination":{"page":1,"items":50,"pages":1,"count":4}}}\
        """,
        Json.compact(get("/" + world.acme + "/events", service.acme).text()));
  }

  @Test
  void listEvents_showsTheSameInBothModes() {
    Answer live = get("/" + world.acme + "/events", service.acme);
    Answer test = get("/" + world.acme + "/events", service.acmeTest);

    assertEquals(live.json().get("events"), test.json().get("events"));
    assertEquals("test", test.at("meta", "lookup_mode"));
  }

  @Test
  void listEvents_showsOnlyThoseOfTheToken() {
    String one = service.tokens.create(world.acme, "--event", "autumn-fair");
    String two =
        service.tokens.create(world.acme, "--event", "winter-market", "--event", "spring-gala");

    Answer answer = get("/" + world.acme + "/events?items=1", two);

    assertEquals(List.of("autumn-fair"), slugs(get("/" + world.acme + "/events", one)));
    assertEquals(
        List.of("spring-gala", "winter-market"), slugs(get("/" + world.acme + "/events", two)));
    assertEquals(List.of("spring-gala"), slugs(answer));
    assertEquals(
        """
        {"page":1,"items":1,"pages":2,"count":2}\
        """,
        Json.write(answer.at("meta", "pagination")));
  }

  @Test
  void getEvent_isFoundBySlugAndById() {
    for (String id : List.of("spring-gala", "7")) {
      assertEquals(
          """
          {"id":7,"title":"Spring Gala"}\
          """,
          Json.compact(get("/" + world.acme + "/events/" + id, service.acme).text()));
    }
    assertEquals(
        "Autumn Fair: Bücher & Brot",
        get("/" + world.acme + "/events/8", service.acme).at("title"));
  }

  @Test
  void getEvent_is404_whenThereIsNone() {
    for (String id :
        List.of(
            "spring",
            "Spring-Gala",
            "99",
            "0",
            "07",
            "7.0",
            "9007199254740992",
            "7%20",
            "events",
            "webhooks",
            "a%23b")) {
      service.client.refused(
          404, "not_found", Call.get("/" + world.acme + "/events/" + id).by(service.acme));
    }
  }

  private static List<Object> slugs(Answer answer) {
    return answer.rows("events").stream().map(row -> row.get("slug")).toList();
  }
}
