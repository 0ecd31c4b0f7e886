package io.doorlist.json;

import static io.doorlist.json.Samples.checkin;
import static io.doorlist.json.Samples.compact;
import static org.junit.jupiter.api.Assertions.assertEquals;

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
}
