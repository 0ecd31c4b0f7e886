package io.doorlist.checkinlists;

import static io.doorlist.testing.FunctionInvoker.assertProblem;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import io.doorlist.domain.desk.Takings;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.PaymentState;
import io.doorlist.store.order.TakingsStore;
import io.doorlist.testing.FunctionInvoker;
import io.doorlist.testing.FunctionInvoker.Answer;
import io.doorlist.testing.FunctionInvoker.Input;
import io.doorlist.testing.Imports;
import io.doorlist.testing.Meanwhile;
import io.doorlist.testing.OrderBuilder;
import io.doorlist.testing.TestContext;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Issue 70: money that is collected with a scan is taken once, and before the guest comes in. */
class CollectedMoneyTest extends FunctionFixture {
  private static final String KEY = "one-scan";

  @BeforeEach
  void payInEuro() {
    Imports.into(stores)
        .putEvent(stores.events().find("acme", "spring-gala").orElseThrow().in("EUR"));
  }

  private void sell(long order) {
    Imports.put(
        Imports.into(stores),
        "acme",
        "spring-gala",
        OrderBuilder.order(order, "adult")
            .in(OrderState.PENDING)
            .paid(PaymentState.UNPAID)
            .amount(2500)
            .build());
  }

  private static Input scan(long order, String key) throws IOException {
    return recorded("check-in-ticket")
        .with("t" + order * 10_000, "pathParameters", "ticket_qr_token")
        .with(Map.of("collected", "2500"), "queryStringParameters")
        .with(Map.of("collected", List.of("2500")), "multiValueQueryStringParameters")
        .with(key, "headers", "Idempotency-Key")
        .with(List.of(key), "multiValueHeaders", "Idempotency-Key");
  }

  private List<Takings> takings() {
    return new TakingsStore(stores.table()).read("acme", "spring-gala", Mode.LIVE);
  }

  private Answer dying(Meanwhile engine, Input scan) throws IOException {
    CheckinListStores over = CheckinListStores.over(table.stores(engine, clock).table());
    return FunctionInvoker.call(
        new CheckinListsFunction(over, clock, SETTINGS, Workers.FEW),
        scan,
        TestContext.logging(10_000, line -> {}));
  }

  @Test
  void repeat_finishesWhatACrashCutOff_andTheMoneyIsTakenOnce() throws IOException {
    long order = 0;
    long between = 0;
    for (boolean answered : new boolean[] {false, true}) {
      boolean cut = true;
      for (int at = 0; cut; at++) {
        sell(++order);
        Input scan = scan(order, KEY + order);
        int call = at;
        int[] calls = {0};
        Meanwhile engine = new Meanwhile(table.engine());
        Runnable dies =
            () -> {
              throw new CancellationException();
            };
        if (answered) {
          engine.after(any -> calls[0]++ == call, dies);
        } else {
          engine.before(any -> calls[0]++ == call, dies);
        }
        int first = dying(engine, scan).status();
        cut = engine.happened();
        assertEquals(cut ? 500 : 201, first);
        boolean paid = !takings().isEmpty() && takings().getFirst().payments() == order;
        between += cut && paid ? 1 : 0;

        Answer repeated = call(scan);

        assertEquals(201, repeated.status(), repeated.body());
        assertEquals(repeated.body(), call(scan).body());
        assertEquals(List.of(new Takings(null, "EUR", order, order * 2500)), takings());
      }
    }
    assertTrue(between > 3, "calls are cut between payment and entry");
  }

  @Test
  void keysOfTwoTokens_areTwoPayments() throws IOException {
    sell(1);
    sell(2);

    assertEquals(201, call(scan(1, KEY)).status());
    assertProblem(422, "idempotency_key_reused", call(scan(2, KEY)));
    assertEquals(201, call(scan(2, KEY).identity("token_id", "another")).status());

    assertEquals(
        List.of(1L, 1L), takings().stream().map(Takings::payments).toList(), () -> "" + takings());
  }

  @Test
  void definition_isTheOneThatIsThere_notOneThatIsRemembered() throws IOException {
    sell(1);
    assertNotEquals(403, call(scan(1, KEY)).status());
    Imports.into(stores)
        .putEvent(stores.events().find("acme", "spring-gala").orElseThrow().in("XXX"));

    assertProblem(403, "desk_not_allowed", call(scan(1, "another")));
  }
}
