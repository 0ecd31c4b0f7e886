package io.doorlist.acceptance.door;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.client.Json;
import io.doorlist.acceptance.service.ContractTest;
import io.doorlist.acceptance.service.Event;
import io.doorlist.acceptance.service.Order;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** listCheckinLists, getCheckinList and listCheckins. */
class CheckinListsTest extends ContractTest {
  @Test
  void listCheckinLists_showsAllById_andGetCheckinListEach() {
    Answer answer = get(world.springGala.listsPath(), service.acme);

    assertEquals(List.of("checkin_lists", "meta"), List.copyOf(answer.json().keySet()));
    assertEquals(
        """
        {"current_page":1,"next_page":null,"prev_page":null,"total_pages":1,"total_count":4}""",
        Json.write(answer.at("meta")));
    List<Map<String, Object>> rows = answer.rows("checkin_lists");
    assertEquals(List.of(3, 4, 5, 6), rows.stream().map(row -> row.get("id")).toList());
    for (Map<String, Object> row : rows) {
      assertEquals("[id, name, checked_in_count, created_at, updated_at]", "" + row.keySet());
      long id = (Integer) row.get("id");
      assertEquals(world.springGala.checkinList(id).name(), row.get("name"));
      Answer one = get(world.springGala.list(id), service.acme);
      assertEquals(Json.write(row), Json.write(one.json()));
    }
    assertEquals("Fair gate", get(world.autumnFair.list(3), service.acme).at("name"));
    service.client.refused(404, "not_found", Call.get(world.springGala.list(99)).by(service.acme));
  }

  @Test
  void listCheckinLists_isEmpty_whenTheEventHasNone() {
    Event bare = new Event(service.studio, 900, "bare-hall", "Bare Hall", List.of(), List.of());
    service.cli.load(bare.lines());

    assertEquals(
        """
        {"checkin_lists":[],"meta":{"current_page":1,"next_page":null,"prev_page":null,\
        "total_pages":0,"total_count":0}}""",
        Json.compact(get(bare.listsPath(), service.door).text()));
  }

  @ParameterizedTest
  @CsvSource({"DOOR, 3 4", "e, 4 5 6", "ENTRÉE, 6", "'', 3 4 5 6", "%, ''"})
  void listCheckinLists_findsByPartOfTheName_whateverTheCase(String q, String ids) {
    String query = "?q=" + URLEncoder.encode(q, StandardCharsets.UTF_8);
    Answer answer = get(world.springGala.listsPath() + query, service.acme);

    assertEquals(
        ids,
        String.join(
            " ",
            answer.rows("checkin_lists").stream().map(row -> row.get("id").toString()).toList()));
  }

  @Test
  void listCheckins_isNewestFirst_ofItsListAndMode_andShowsEachAsItWasAnswered() {
    Event event =
        service.freshEvent(Order.of(1, "adult", "child", "crew"), Order.of(2, "adult").asTest());
    List<String> answered = new ArrayList<>();
    for (int ticket : List.of(1, 0)) {
      Call call = event.checkIn(1, event.order(1).ticket(ticket)).by(service.door);
      // The note for the staff is only in the answer of a check-in.
      answered.addFirst(Json.write(service.client.expect(201, call).checkin()));
      service.client.expect(409, call);
    }
    service.client.expect(201, event.checkIn(3, event.order(1).ticket(2)).by(service.door));
    service.client.expect(201, event.checkIn(1, event.order(2).ticket(0)).by(service.testDoor));

    Answer test = get(event.list(1) + "/checkins", service.testDoor);

    assertEquals(
        """
        {"checkins":[%s],"meta":{"lookup_mode":"live","pagination":{"page":1,"items":50,"pages":1,\
        "count":2}}}\
        """
            .formatted(String.join(",", answered)),
        Json.compact(get(event.list(1) + "/checkins", service.door).text()));
    assertEquals("test", test.at("meta", "lookup_mode"));
    assertEquals(2001L, test.at("checkins", 0, "ticket", "id"));
    assertEquals(List.of(2L, 0L, 1L), counts(event, service.door));
    assertEquals(List.of(1L, 0L, 0L), counts(event, service.testDoor));
  }

  /** Returns checked_in_count of each list, as listCheckinLists has it. */
  private List<Object> counts(Event event, String token) {
    return get(event.listsPath(), token).rows("checkin_lists").stream()
        .map(row -> Json.at(row, "checked_in_count"))
        .toList();
  }
}
