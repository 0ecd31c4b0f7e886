package io.doorlist.bench.cost;

import com.amazonaws.services.lambda.runtime.Context;
import com.sun.management.ThreadMXBean;
import io.doorlist.bench.report.BenchCommand;
import io.doorlist.bench.report.Report;
import io.doorlist.bench.table.LongLists;
import io.doorlist.checkinlists.CheckinListsFunction;
import io.doorlist.checkinlists.Workers;
import io.doorlist.exactness.fake.FakeDynamo;
import io.doorlist.exactness.fake.FakeTable;
import io.doorlist.http.Settings;
import io.doorlist.json.Json;
import io.doorlist.local.dynamodb.LocalDynamo;
import io.doorlist.store.Stores;
import io.doorlist.testing.Gateway.Input;
import io.doorlist.testing.RelayingClient;
import io.doorlist.testing.TestContext;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** What of a request's time and memory is ours. */
@Command(
    name = "micro",
    description = {
      "Measures requests from the input's bytes to the answer's, over a table in memory whose own",
      "time and memory are taken off: the SDK's marshalling, signing and connections are not in it.",
      "JAVA_TOOL_OPTIONS=-XX:TieredStopAtLevel=1 measures as on Lambda without a snapshot."
    })
public final class MicroBench extends BenchCommand {
  private static final int ROWS = 1000;
  private static final double MAX_MICROS = 60;
  private static final double MAX_KILOBYTES = 40;
  private static final long MAX_NANOS = 10_000_000_000L;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @Option(
      names = "--requests",
      description = "How many of each are measured, after as many to warm up.")
  private int requests = 50_000;

  @Option(names = "--only", paramLabel = "REGEX", description = "Which operations to measure.")
  private String only = ".*";

  private final Context context = TestContext.silent(10_000);

  @Override
  public Report measure() throws IOException, InterruptedException, ExecutionException {
    Report report =
        new Report(
            "micro",
            "microseconds and kilobytes (of 1,000 bytes) of a request without the store's",
            List.of("p50 us", "p99 us", "mean us", "KB"));
    Uncounted table = new Uncounted(load());
    Settings settings = Settings.of(Map.of("QR_BASE_URL", "https://doorlist.example/t"));
    CheckinListsFunction function =
        new CheckinListsFunction(
            Stores.connect(table, LongLists.TABLE, Clock.systemUTC()),
            Clock.systemUTC(),
            settings,
            Workers.FEW);
    for (Map.Entry<String, Asked> each : asked().entrySet()) {
      if (each.getKey().split(" ")[0].matches(only)) {
        say(each.getKey());
        measure(function, table, each.getValue());
        report(report, each.getKey(), measure(function, table, each.getValue()));
      }
    }
    return report;
  }

  /** Copies a table with long lists into memory. */
  private static FakeDynamo load() throws IOException, InterruptedException, ExecutionException {
    FakeDynamo table = new FakeDynamo(new FakeTable(), Clock.systemUTC());
    try (LongLists lists = new LongLists(LocalDynamo.inMemory(0))) {
      lists.checkIn(Stores.connect(lists.client(), LongLists.TABLE, Clock.systemUTC()));
      lists.fill(ROWS);
      lists
          .client()
          .scanPaginator(scan -> scan.tableName(LongLists.TABLE))
          .items()
          .forEach(item -> table.putItem(put -> put.tableName(LongLists.TABLE).item(item)));
    }
    return table;
  }

  /** An input in the gateway's form, and the status of its answer. */
  private record Asked(byte[] input, long status) {
    static Asked of(Input input, long status) {
      return new Asked(Json.writeValue(input.members()).getBytes(StandardCharsets.UTF_8), status);
    }
  }

  private static Map<String, Asked> asked() throws IOException {
    Input keyed = Input.recorded("check-in-ticket");
    Map<String, Asked> asked = new LinkedHashMap<>();
    asked.put("getCheckinList a list", Asked.of(Input.recorded("get-checkin-list"), 200));
    asked.put(
        "listTicketsOfList a page of 250 tickets",
        Asked.of(
            Input.recorded("list-tickets-of-list")
                .with(Map.of("items", List.of("250")), "multiValueQueryStringParameters"),
            200));
    asked.put(
        "checkInTicket check in a ticket",
        Asked.of(
            keyed
                .with(null, "multiValueHeaders", "Idempotency-Key")
                .with(null, "headers", "Idempotency-Key"),
            201));
    asked.put("checkInTicket with an idempotency key", Asked.of(keyed, 201));
    asked.put(
        "unknownRoute an input read, answered 404",
        Asked.of(keyed.with("/nowhere", "resource"), 404));
    return asked;
  }

  /** What many requests took. */
  private record Measured(Histogram nanos, double kilobytes) {}

  private Measured measure(CheckinListsFunction function, Uncounted table, Asked asked)
      throws IOException {
    Histogram nanos = new Histogram(MAX_NANOS, 3);
    long bytes = 0;
    for (int i = 0; i < requests; i++) {
      ByteArrayInputStream input = new ByteArrayInputStream(asked.input());
      ByteArrayOutputStream output = new ByteArrayOutputStream(0);
      table.begin();
      long allocated = THREADS.getCurrentThreadAllocatedBytes();
      long begin = System.nanoTime();
      function.handleRequest(input, output, context);
      nanos.recordValue(System.nanoTime() - begin - table.nanos);
      // The copy of the answer is not the handler's.
      bytes += THREADS.getCurrentThreadAllocatedBytes() - allocated - table.bytes - output.size();
      if (i == 0) {
        require(asked, output.toByteArray());
      }
    }
    return new Measured(nanos, (double) bytes / requests / 1000);
  }

  private static void require(Asked asked, byte[] output) throws IOException {
    Map<String, Object> answer = Json.readObject(output);
    if (!answer.get("statusCode").equals(asked.status())) {
      throw new IllegalStateException("not " + asked.status() + ": " + answer);
    }
  }

  private static void report(Report report, String title, Measured taken) {
    double p50 = taken.nanos().getValueAtPercentile(50) / 1e3;
    report.row(
        title,
        List.of(
            p50,
            taken.nanos().getValueAtPercentile(99) / 1e3,
            taken.nanos().getMean() / 1e3,
            taken.kilobytes()));
    if (title.startsWith("checkInTicket check")) {
      report.check(title + ": p50 is at most 60 us", p50 <= MAX_MICROS);
      report.check(title + ": at most 40 KB are allocated", taken.kilobytes() <= MAX_KILOBYTES);
    }
  }

  /**
   * Adds up what the table itself takes. Of writes only the reservation of ordinals is kept, so
   * that one ticket can be let in for ever. For one thread.
   */
  private static final class Uncounted extends RelayingClient {
    private long nanos;
    private long bytes;
    private long next = ROWS;

    Uncounted(DynamoDbClient next) {
      super(next);
    }

    void begin() {
      nanos = 0;
      bytes = 0;
    }

    @Override
    protected <Q extends DynamoDbRequest, A extends DynamoDbResponse> A relay(
        Q request, Function<Q, A> call) {
      long allocated = THREADS.getCurrentThreadAllocatedBytes();
      long begin = System.nanoTime();
      A answer = call.apply(request);
      nanos += System.nanoTime() - begin;
      bytes += THREADS.getCurrentThreadAllocatedBytes() - allocated;
      return answer;
    }

    @Override
    public UpdateItemResponse updateItem(UpdateItemRequest request) {
      return UpdateItemResponse.builder()
          .attributes(Map.of("next", AttributeValue.fromN(Long.toString(++next))))
          .build();
    }

    @Override
    public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
      return TransactWriteItemsResponse.builder().build();
    }
  }
}
