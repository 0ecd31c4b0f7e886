package io.doorlist.checkinlists;

import static io.doorlist.testing.Gateway.ROOT;
import static io.doorlist.testing.Gateway.assertProblem;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.http.Settings;
import io.doorlist.local.dynamodb.LocalDynamo;
import io.doorlist.local.template.Template;
import io.doorlist.store.Stores;
import io.doorlist.store.table.DynamoClients;
import io.doorlist.testing.Gateway;
import io.doorlist.testing.Gateway.Answer;
import io.doorlist.testing.Gateway.Input;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** getPulse: what a board shows. */
class PulsesTest {
  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2026-09-14T17:03:20Z"), ZoneOffset.UTC);

  private LocalDynamo dynamo;
  private Stores stores;
  private CheckinListsFunction function;
  private int scans;

  @BeforeEach
  void loadTable() {
    dynamo = LocalDynamo.inMemory(0);
    String table = "t" + UUID.randomUUID();
    dynamo.createTableWithoutStream(Template.read(ROOT.resolve("template.yaml")), table);
    stores = Stores.connect(DynamoClients.connect(dynamo.endpoint(), null), table, CLOCK);
    SpringGala.load(stores);
    Settings settings = Settings.of(Map.of("QR_BASE_URL", "https://doorlist.example/t"));
    function = new CheckinListsFunction(stores, CLOCK, settings, Runnable::run);
  }

  @AfterEach
  void stop() {
    stores.close();
    dynamo.close();
  }

  @Test
  void pulse_countsATicketOnce_howeverManyListsItIsInOn() throws Exception {
    checkIn("3");
    checkIn("4");
    scan("4", "true");
    scan("4", "false");

    Answer answer = call(pulse());

    assertEquals(200, answer.status());
    assertEquals("2026-09-14T17:03:20Z", answer.at("at"));
    assertEquals(1L, answer.at("people_in"));
    Map<?, ?> main = list(answer, 0);
    assertEquals("Main door", main.get("name"));
    assertEquals(2L, main.get("admitted_count"));
    assertEquals(1L, main.get("checked_in_count"));
    assertEquals(0L, main.get("double_admissions"));
    assertEquals(Map.of("adult", 1L), main.get("by_type"));
    assertEquals(Map.of(), main.get("refused"));
    assertEquals(60, ((List<?>) main.get("per_minute")).size());
    assertEquals(1L, ((List<?>) main.get("per_minute")).getLast());
    Map<?, ?> stage = list(answer, 1);
    assertEquals(1L, stage.get("checked_in_count"));
    assertEquals(1L, stage.get("double_admissions"));
    assertEquals(Map.of("already_checked_in", 1L), stage.get("refused"));
    Map<?, ?> phone = (Map<?, ?>) ((List<?>) stage.get("phones")).getFirst();
    assertEquals(1L, phone.get("last_minute"));
    assertEquals("2026-09-14T17:03:20Z", phone.get("last_scan_at"));
  }

  @Test
  void pulse_isUnchanged_untilSomebodyComes() throws Exception {
    Answer first = call(pulse());
    Input poll =
        pulse().with(List.of(first.headers().get("ETag")), "multiValueHeaders", "If-None-Match");

    assertEquals(304, call(poll).status());
    checkIn("3");
    assertEquals(200, call(poll).status());
  }

  @Test
  void pulse_goesBackAsFarAsAsked() throws Exception {
    Answer answer = call(minutes("180"));

    assertEquals(Collections.nCopies(180, 0L), list(answer, 0).get("per_minute"), answer::body);
    assertProblem(400, "invalid_parameter", call(minutes("0")));
    assertProblem(400, "invalid_parameter", call(minutes("181")));
  }

  private Answer call(Input input) throws IOException {
    return Gateway.call(function, input);
  }

  private void checkIn(String list) throws IOException {
    assertEquals(201, scan(list, "true").status());
  }

  private Answer scan(String list, String online) throws IOException {
    return call(
        Input.recorded("check-in-ticket")
            .with(List.of("scan-" + ++scans), "multiValueHeaders", "Idempotency-Key")
            .with(List.of(online), "multiValueQueryStringParameters", "online")
            .with(list, "pathParameters", "checkin_list_id"));
  }

  private static Input pulse() throws IOException {
    return Input.recorded("get-pulse");
  }

  private static Input minutes(String minutes) throws IOException {
    return pulse().with(List.of(minutes), "multiValueQueryStringParameters", "minutes");
  }

  private static Map<?, ?> list(Answer answer, int index) throws IOException {
    return (Map<?, ?>) ((List<?>) answer.at("lists")).get(index);
  }
}
