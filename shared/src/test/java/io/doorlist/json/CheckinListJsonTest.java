package io.doorlist.json;

import static io.doorlist.json.Samples.BACKSTAGE;
import static io.doorlist.json.Samples.MAIN_DOOR;
import static io.doorlist.json.Samples.compact;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.domain.event.CheckinList;
import io.doorlist.paging.Page;
import io.doorlist.paging.PageRequest;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CheckinListJsonTest {
  @Test
  void of_writesEveryMemberInTheContractsOrder() {
    String json = CheckinListJson.of(MAIN_DOOR, 214).text();

    assertEquals(
        compact(
            """
            {"id": 3, "name": "Main door", "checked_in_count": 214,
             "created_at": "2026-09-01T08:00:00Z", "updated_at": "2026-09-14T16:20:05.250Z"}
            """),
        json);
  }

  @Test
  void page_writesListsAndFlatMeta() {
    Page<CheckinList> page = Page.of(List.of(MAIN_DOOR, BACKSTAGE), new PageRequest(1, 50));

    String json = CheckinListJson.page(page, List.of(214L, 0L)).text();

    assertEquals(
        compact(
            """
            {"checkin_lists": [
               {"id": 3, "name": "Main door", "checked_in_count": 214,
                "created_at": "2026-09-01T08:00:00Z", "updated_at": "2026-09-14T16:20:05.250Z"},
               {"id": 4, "name": "Backstage \\"B\\"", "checked_in_count": 0,
                "created_at": "2026-09-01T08:00:00Z", "updated_at": "2026-09-01T08:00:00Z"}],
             "meta": {"current_page": 1, "next_page": null, "prev_page": null,
                      "total_pages": 1, "total_count": 2}}
            """),
        json);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 5, 2, null, 3",
    "2, 5, 3, 1, 3",
    "3, 5, null, 2, 3",
    "4, 5, null, 3, 3",
    "9, 5, null, 3, 3",
    "1, 0, null, null, 0",
    "7, 0, null, null, 0"
  })
  void page_namesTheNeighboursThatThereAre(
      long number, long count, String next, String previous, long pages) {
    Page<CheckinList> page = new Page<>(List.of(), new PageRequest(number, 2), count);

    String json = CheckinListJson.page(page, List.of()).text();

    assertEquals(
        compact(
            """
            {"checkin_lists": [],
             "meta": {"current_page": %d, "next_page": %s, "prev_page": %s,
                      "total_pages": %d, "total_count": %d}}
            """
                .formatted(number, next, previous, pages, count)),
        json);
  }

  @Test
  void names_writesIdsAndNames() {
    String json = CheckinListJson.names(List.of(MAIN_DOOR, BACKSTAGE)).text();

    assertEquals(
        "[{\"id\":3,\"name\":\"Main door\"},{\"id\":4,\"name\":\"Backstage \\\"B\\\"\"}]", json);
  }
}
