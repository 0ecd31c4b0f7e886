package io.doorlist.checkinlists;

import static io.doorlist.testing.FunctionInvoker.assertProblem;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.PulseWindow;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.json.Json;
import io.doorlist.table.FaultException;
import io.doorlist.table.Item;
import io.doorlist.table.RefusedException;
import io.doorlist.table.Write;
import io.doorlist.testing.CountingEngine;
import io.doorlist.testing.FunctionInvoker.Answer;
import io.doorlist.testing.FunctionInvoker.Input;
import io.doorlist.testing.RelayingEngine;
import io.doorlist.testing.TestContext;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Issue 47: refusals are on record before they are answered, as far as the table takes them. */
class RefusalRecordTest extends FunctionFixture {
  /** A table that reads, and writes no refusal. */
  private final class Broken extends RelayingEngine {
    private final Duration slow;
    private final RuntimeException fault;
    private int asked;

    Broken(Duration slow, RuntimeException fault) {
      super(client);
      this.slow = slow;
      this.fault = fault;
    }

    @Override
    public Optional<Item> write(Write write) {
      if (!(write instanceof Write.Put)) {
        return super.write(write);
      }
      asked++;
      clock.pass(slow);
      throw fault;
    }
  }

  @Test
  void refusal_isOnRecordBeforeItsAnswer_byOneWriteUnitEach() throws Exception {
    call(scan());
    client.spent();

    assertProblem(422, "not_admissible", call(scan()));

    CountingEngine.Cost cost = client.spent();
    assertEquals(List.of(2, 2), List.of(cost.writes(), cost.writeUnits()));
    assertEquals(Map.of("void", 2L), counted());
  }

  @Test
  void unknownCodes_areCounted_scannedOrLookedAt() throws Exception {
    for (Input input : List.of(scan(), recorded("get-admission"))) {
      Answer answer = call(input.with("no-such-code", "pathParameters", "ticket_qr_token"));
      assertProblem(404, "not_found", answer);
    }

    assertEquals(Map.of("unknown", 2L), counted());
  }

  @Test
  void refusal_isAnswered_soonAfterTheTableIsTooBusyToKeepIt() throws Exception {
    Broken busy = new Broken(Duration.ofMillis(200), new FaultException("broken", null));
    Instant asked = clock.instant();

    assertNotKept(busy);

    assertTrue(clock.instant().isBefore(asked.plusMillis(500)), () -> clock.instant().toString());
    assertTrue(busy.asked <= 2, () -> busy.asked + " times");
  }

  @Test
  void refusal_isAnswered_whateverIsWrongWithItsRecord() throws Exception {
    RuntimeException denied = new RefusedException("AccessDeniedException", "denied", null);
    Broken broken = new Broken(Duration.ZERO, denied);

    assertNotKept(broken);

    assertEquals(1, broken.asked);
  }

  private void assertNotKept(Broken broken) throws IOException {
    assertEquals(422, call(scan()).status());
    Map<String, Long> before = counted();
    List<String> log = new ArrayList<>();
    ByteArrayOutputStream output = new ByteArrayOutputStream();

    new CheckinListsFunction(
            CheckinListStores.over(table.stores(broken, clock).table()),
            clock,
            SETTINGS,
            Workers.FEW)
        .handleRequest(
            new ByteArrayInputStream(Json.writeValue(scan().members()).getBytes(UTF_8)),
            output,
            TestContext.logging(10_000, log::add));

    assertEquals(422L, Json.readObject(output.toByteArray()).get("statusCode"));
    assertEquals(
        1,
        log.stream().filter(line -> line.contains("\"RefusalsNotKept\":1")).count(),
        log::toString);
    assertEquals(before, counted());
  }

  private Map<String, Long> counted() {
    CheckinList main =
        stores.events().readDefinition("acme", "spring-gala").orElseThrow().list(3).orElseThrow();
    return stores
        .pulses()
        .read("acme", "spring-gala", List.of(main), Mode.LIVE, new PulseWindow(60, false))
        .lists()
        .getFirst()
        .refused();
  }

  private static Input scan() throws IOException {
    return Input.recorded("check-in-ticket")
        .with("t-V0ID-1", "pathParameters", "ticket_qr_token")
        .with(null, "queryStringParameters")
        .with(null, "multiValueQueryStringParameters");
  }
}
