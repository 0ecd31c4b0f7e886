package io.doorlist.acceptance.door;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.client.Json;
import io.doorlist.acceptance.service.ContractTest;
import io.doorlist.acceptance.service.Event;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** listCheckinLists and getCheckinList. */
class CheckinListsTest extends ContractTest {
  @Test
  void listCheckinLists_showsAllById_andGetCheckinListEach() {
    Answer answer = get(world.springGala.listsPath());

    assertEquals(List.of("checkin_lists", "meta"), List.copyOf(answer.json().keySet()));
    assertEquals(
        """
        {"current_page":1,"next_page":null,"prev_page":null,"total_pages":1,"total_count":4}""",
        Json.write(answer.at("meta")));
    List<Map<String, Object>> rows = answer.rows("checkin_lists");
    assertEquals(List.of(3, 4, 5, 6), rows.stream().map(row -> row.get("id")).toList());
    for (Map<String, Object> row : rows) {
      assertEquals(
          List.of("id", "name", "checked_in_count", "created_at", "updated_at"),
          List.copyOf(row.keySet()));
      long id = (Integer) row.get("id");
      assertEquals(world.springGala.checkinList(id).name(), row.get("name"));
      assertEquals(Json.write(row), Json.write(get(world.springGala.list(id)).json()));
    }
    assertEquals("Fair gate", get(world.autumnFair.list(3)).at("name"));
    service.client.refused(404, "not_found", Call.get(world.springGala.list(99)).by(service.acme));
  }

  @Test
  void listCheckinLists_isEmpty_whenTheEventHasNone() {
    Event bare = new Event(service.studio, 900, "bare-hall", "Bare Hall", List.of(), List.of());
    service.cli.load(bare.lines());

    assertEquals(
        """
        {"checkin_lists":[],"meta":{"current_page":1,"next_page":null,"prev_page":null,"total_pages":0,"total_count":0}}""",
        Json.compact(get(bare.listsPath(), service.door).text()));
  }

  @ParameterizedTest
  @CsvSource({"DOOR, 3 4", "e, 4 5 6", "ENTRÉE, 6", "'', 3 4 5 6", "., ''", "%, ''", "doors, ''"})
  void listCheckinLists_findsByPartOfTheName_whateverTheCase(String q, String ids) {
    String query = URLEncoder.encode(q, StandardCharsets.UTF_8);
    List<Map<String, Object>> rows =
        get(world.springGala.listsPath() + "?q=" + query).rows("checkin_lists");

    assertEquals(
        ids, String.join(" ", rows.stream().map(row -> row.get("id").toString()).toList()));
  }

  private Answer get(String path) {
    return get(path, service.acme);
  }
}
