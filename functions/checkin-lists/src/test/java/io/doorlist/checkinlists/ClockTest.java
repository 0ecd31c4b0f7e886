package io.doorlist.checkinlists;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.json.Json;
import io.doorlist.table.Engine;
import io.doorlist.testing.Call;
import io.doorlist.testing.FunctionInvoker;
import io.doorlist.testing.FunctionInvoker.Answer;
import io.doorlist.testing.FunctionInvoker.Input;
import io.doorlist.testing.RelayingEngine;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What clocks say that are set back and forward, that are wrong, and that go on meanwhile. */
class ClockTest extends FunctionFixture {
  /** A first check-in of the future is "0 seconds ago", never a negative number. */
  @Test
  void door_goesOnInTheOrderOfArrival_whateverTheClockSays() throws Exception {
    call(scan("t-K7QX2-1"));
    List<Object> tag = List.of(call("list-checkins").headers().get("ETag"));
    Input poll = recorded("list-checkins").with(tag, "multiValueHeaders", "If-None-Match");

    moveClock(Duration.ofHours(-1));
    assertEquals(304, call(poll).status());
    assertEquals(0L, call(scan("t-K7QX2-1")).at("seconds_since"));
    call(scan("t-K7QX2-2"));
    assertEquals(200, call(poll).status());

    moveClock(Duration.ofHours(2));
    List<?> rows = (List<?>) call("list-checkins").at("checkins");
    assertEquals(
        List.of("K7QX2-2", "K7QX2-1"),
        rows.stream()
            .map(row -> ((Map<?, ?>) ((Map<?, ?>) row).get("ticket")).get("reference"))
            .toList());
  }

  /** A table was slow, and each scan of an upload moved by how long it had waited. */
  @ParameterizedTest
  @CsvSource({"PT0S, -PT10M", "PT4S, -PT9M56S", "-PT1H, -PT10M", "PT300H, -PT10M"})
  void upload_isCorrectedByTheMomentAtWhichItArrived(Duration ahead, Duration doorTime)
      throws Exception {
    Instant arrived = clock.instant();
    Instant device = arrived.plus(ahead);
    AtomicBoolean slow = new AtomicBoolean(true);
    Engine busy =
        new RelayingEngine(client) {
          @Override
          protected <A> A relay(Call<A> call) {
            if (slow.getAndSet(false)) {
              clock.pass(Duration.ofSeconds(6));
            }
            return super.relay(call);
          }
        };
    String scans =
        Stream.of("t-K7QX2-1", "t-K7QX2-2")
            .map(
                code ->
                    Json.writeValue(
                        Map.of(
                            "ticket_qr_token",
                            code,
                            "idempotency_key",
                            code,
                            "online",
                            false,
                            "scanned_at",
                            device.minus(Duration.ofMinutes(10)).toString())))
            .collect(Collectors.joining(",", "{\"scans\":[", "]}"));
    Input upload =
        recorded("create-checkins")
            .with(scans, "body")
            .with(List.of(device.toString()), "multiValueHeaders", "X-Device-Time");

    FunctionInvoker.call(
        new CheckinListsFunction(
            CheckinListStores.over(table.stores(busy, clock).table()),
            clock,
            SETTINGS,
            Workers.FEW),
        upload);

    Input all =
        recorded("list-happenings")
            .with(null, "queryStringParameters")
            .with(null, "multiValueQueryStringParameters");
    assertEquals(
        Collections.nCopies(2, arrived.plus(doorTime).toString()),
        ((List<?>) call(all).at("log"))
            .stream().map(row -> ((Map<?, ?>) row).get("door_time")).toList());
  }

  /** A phone that writes its clock in other digits set its whole queue aside for one header. */
  @ParameterizedTest
  @ValueSource(strings = {"soon", "", "1789405200", "\u0662\u0660\u0662\u0666-09-14T17:00:00Z"})
  void deviceTime_thatCannotBeReadCountsAsNone(String header) throws Exception {
    List<String> sent = List.of(header);
    Instant scanned = clock.instant().minus(Duration.ofMinutes(10));
    String scans =
        """
        {"scans": [{"ticket_qr_token": "t-K7QX2-1", "scanned_at": "%s", "online": false,
         "idempotency_key": "a"}]}
        """
            .formatted(scanned);

    Answer batch =
        call(
            recorded("create-checkins")
                .with(scans, "body")
                .with(sent, "multiValueHeaders", "X-Device-Time"));
    Answer alone =
        call(
            scan("t-K7QX2-2").with(List.of("soon", "later"), "multiValueHeaders", "X-Device-Time"));

    Map<?, ?> result = (Map<?, ?>) ((List<?>) batch.at("results")).getFirst();
    assertEquals(201L, result.get("status"), result::toString);
    assertEquals(
        scanned.toString(),
        Instant.parse((String) ((Map<?, ?>) result.get("checkin")).get("scanned_at")).toString());
    assertEquals(201, alone.status(), alone.body());
  }

  private static Input scan(String code) throws IOException {
    return recorded("check-in-ticket")
        .with(code, "pathParameters", "ticket_qr_token")
        .with(null, "multiValueHeaders", "Idempotency-Key");
  }
}
