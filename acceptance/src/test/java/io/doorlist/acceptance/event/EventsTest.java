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
        {"id":9,"title":"Winter Market","date":"2026-12-05","place":"Town Hall",\
        "slug":"winter-market"}],\
        "meta":{"lookup_mode":"live","pagination":{"page":1,"items":50,"pages":1,"count":4}}}\
        """,
        Json.compact(get("/" + world.acme + "/events", service.acme).text()));
  }

  @Test
  void listEvents_showsOnlyThoseOfTheToken_inBothModes() {
    String two =
        service.token(world.acme, "--event=winter-market", "--event=spring-gala", "--mode=test");
    Answer answer = get("/" + world.acme + "/events?items=1", two);

    assertEquals("spring-gala", answer.at("events", 0, "slug"));
    assertEquals(
        """
        {"lookup_mode":"test","pagination":{"page":1,"items":1,"pages":2,"count":2}}\
        """,
        Json.write(answer.at("meta")));
    assertEquals("winter-market", get(answer.link("next"), two).at("events", 0, "slug"));
  }

  @Test
  void getEvent_isFoundBySlugAndById_and404WhenThereIsNone() {
    for (String id : List.of("spring-gala", "7")) {
      assertEquals(
          """
          {"id":7,"title":"Spring Gala"}\
          """,
          Json.compact(get("/" + world.acme + "/events/" + id, service.acme).text()));
    }
    for (String id :
        List.of("spring", "Spring-Gala", "99", "07", "9007199254740992", "7%20", "webhooks")) {
      service.client.refused(
          404, "not_found", Call.get("/" + world.acme + "/events/" + id).by(service.acme));
    }
  }
}
