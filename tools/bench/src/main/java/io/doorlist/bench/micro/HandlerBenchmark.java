package io.doorlist.bench.micro;

import com.amazonaws.services.lambda.runtime.Context;
import io.doorlist.bench.LongLists;
import io.doorlist.checkinlists.CheckinListsFunction;
import io.doorlist.http.Settings;
import io.doorlist.json.Json;
import io.doorlist.local.dynamodb.LocalDynamo;
import io.doorlist.store.Stores;
import io.doorlist.testing.Gateway.Input;
import io.doorlist.testing.TestContext;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * A request from the input's bytes to the answer's, through the function as deployed. The work of
 * the SDK and the table is left out: signing, transport and its JSON.
 */
@State(Scope.Benchmark)
public class HandlerBenchmark {
  private static final int ROWS = 1000;

  private final Context context = TestContext.silent(10_000);
  private CheckinListsFunction function;
  private byte[] list;
  private byte[] tickets;
  private byte[] ticket;
  private byte[] ticketWithKey;
  private byte[] unknown;

  /** Copies a table with long lists into memory. */
  @Setup
  public void load() throws IOException, InterruptedException, ExecutionException {
    MemoryTable table;
    try (LongLists lists = new LongLists(LocalDynamo.inMemory(0))) {
      lists.checkIn(Stores.connect(lists.client(), LongLists.TABLE, Clock.systemUTC()));
      lists.fill(ROWS);
      table = new MemoryTable(lists.client(), LongLists.TABLE, ROWS);
    }
    Settings settings = Settings.of(Map.of("QR_BASE_URL", "https://doorlist.example/t"));
    Stores stores = Stores.connect(table, LongLists.TABLE, Clock.systemUTC());
    function = new CheckinListsFunction(stores, Clock.systemUTC(), settings);

    Input keyed = Input.recorded("check-in-ticket");
    list = bytes(Input.recorded("get-checkin-list"));
    tickets =
        bytes(
            Input.recorded("list-tickets-of-list")
                .with(Map.of("items", List.of("250")), "multiValueQueryStringParameters"));
    ticketWithKey = bytes(keyed);
    ticket =
        bytes(
            keyed
                .with(null, "multiValueHeaders", "Idempotency-Key")
                .with(null, "headers", "Idempotency-Key"));
    unknown = bytes(keyed.with("/nowhere", "resource"));
    require(200, list);
    require(200, tickets);
    require(201, ticket);
    require(201, ticketWithKey);
    require(404, unknown);
  }

  /** Returns an input in the gateway's form. */
  static byte[] bytes(Input input) {
    return Json.writeValue(input.members()).getBytes(StandardCharsets.UTF_8);
  }

  private void require(long status, byte[] input) throws IOException {
    Map<String, Object> answer = Json.readObject(answer(input));
    if (!answer.get("statusCode").equals(status)) {
      throw new IllegalStateException("not " + status + ": " + answer);
    }
  }

  private byte[] answer(byte[] input) throws IOException {
    Sent output = new Sent();
    function.handleRequest(new ByteArrayInputStream(input), output, context);
    return output.bytes;
  }

  /**
   * Accepts the answer, which comes in one piece, without copying: that is not the handler's work.
   */
  private static final class Sent extends OutputStream {
    private byte[] bytes;

    @Override
    public void write(byte[] whole) {
      if (bytes != null) {
        throw new IllegalStateException("an answer in several pieces");
      }
      bytes = whole;
    }

    @Override
    public void write(int b) {
      throw new IllegalStateException("an answer in several pieces");
    }
  }

  /** getCheckinList: one list and its number of check-ins. */
  @Benchmark
  public byte[] getCheckinList() throws IOException {
    return answer(list);
  }

  /** listTicketsOfList with a full page. */
  @Benchmark
  public byte[] listTicketsOfList250() throws IOException {
    return answer(tickets);
  }

  /** checkInTicket as a door sends it. */
  @Benchmark
  public byte[] checkInTicket() throws IOException {
    return answer(ticket);
  }

  /** checkInTicket with an idempotency key. */
  @Benchmark
  public byte[] checkInTicketWithKey() throws IOException {
    return answer(ticketWithKey);
  }

  /** An input that is read and answered at once. */
  @Benchmark
  public byte[] unknownRoute() throws IOException {
    return answer(unknown);
  }
}
