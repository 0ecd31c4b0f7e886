package io.doorlist.json;

import static io.doorlist.json.Samples.checkin;
import static io.doorlist.json.Samples.compact;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.Checkin;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.event.TicketType;
import io.doorlist.paging.Page;
import io.doorlist.paging.PageRequest;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CheckinJsonTest {
  private static final String JSON =
      """
      {"id": 4294967297,
       "ticket": {"id": 9001, "reference": "K7QX2-1", "name": "Ada Example"},
       "created_at": "2026-09-14T17:03:20.904Z", "qr_code_scanned": true, "online": false,
       "scanned_at": "2026-09-14T17:03:19.000Z", "scanned_by": "Gate 1"}
      """;

  @Test
  void of_writesEveryMemberInTheContractsOrder() {
    String json = CheckinJson.of(checkin("2026-09-14T17:03:20.904Z", false)).text();

    assertEquals(compact(JSON), json);
  }

  @Test
  void of_tellsOfClockSkewOnlyIfThereIsSome() {
    String json = CheckinJson.of(checkin("2026-09-14T17:03:20.904Z", true)).text();

    String skewed = JSON.replace("\"scanned_at\"", "\"clock_skew\": true, \"scanned_at\"");
    assertEquals(compact(skewed), json);
  }

  @ParameterizedTest
  @CsvSource({
    "2026-09-14T17:03:20Z, 2026-09-14T17:03:20.000Z",
    "2026-09-14T17:03:20.1Z, 2026-09-14T17:03:20.100Z",
    "2026-09-14T17:03:20.904999Z, 2026-09-14T17:03:20.904Z",
    "2026-12-31T23:59:59.999Z, 2026-12-31T23:59:59.999Z"
  })
  void of_writesThreeDigitsOfASecond(String createdAt, String written) throws Exception {
    String json = CheckinJson.of(checkin(createdAt, false)).text();

    assertEquals(written, Json.readObject(json).get("created_at"));
  }

  @Test
  void page_writesCheckinsAndMeta() {
    Checkin nameless =
        new Checkin(
            5,
            6,
            "R-1",
            null,
            Instant.parse("2026-09-14T17:00:00Z"),
            false,
            true,
            false,
            null,
            null);
    Page<Checkin> page = new Page<>(List.of(nameless), new PageRequest(2, 50), 51);

    String json = CheckinJson.page(page, Mode.TEST).text();

    assertEquals(
        compact(
            """
            {"checkins": [
               {"id": 5, "ticket": {"id": 6, "reference": "R-1", "name": null},
                "created_at": "2026-09-14T17:00:00.000Z", "qr_code_scanned": false,
                "online": true, "scanned_at": null, "scanned_by": null}],
             "meta": {"lookup_mode": "test",
                      "pagination": {"page": 2, "items": 50, "pages": 2, "count": 51}}}
            """),
        json);
  }

  @Test
  void of_writesCheckinsOfAnOrderAndWhatRemains() {
    CheckinOutcome.OrderCheckedIn outcome =
        new CheckinOutcome.OrderCheckedIn(
            List.of(
                new CheckinOutcome.CheckedIn(
                    checkin("2026-09-14T17:05:00.412Z", false),
                    new TicketType(1, "adult", "Adult", "Check ID", true))),
            new TreeMap<>(Map.of("child", 1, "adult", 0)));

    String json = CheckinJson.of(outcome).text();

    assertEquals(
        compact(
            """
            {"checkins": [
               {"id": 4294967297,
                "ticket": {"id": 9001, "reference": "K7QX2-1", "name": "Ada Example"},
                "created_at": "2026-09-14T17:05:00.412Z", "qr_code_scanned": true,
                "online": false, "scanned_at": "2026-09-14T17:03:19.000Z", "scanned_by": "Gate 1",
                "note": "Check ID", "attention": true}],
             "remaining": {"adult": 0, "child": 1}}
            """),
        json);
  }
}
