package io.doorlist.exactness.simulator.fault;

import io.doorlist.exactness.fake.DynamoExceptions;
import io.doorlist.exactness.fake.FakeDynamo;
import io.doorlist.exactness.simulator.schedule.Scheduler;
import io.doorlist.exactness.simulator.schedule.Trace;
import io.doorlist.testing.RelayingClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** A function instance's client of the table: calls take time and fail as planned. */
public final class FaultyClient extends RelayingClient {
  private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(2);
  private static final Duration MAX_STALL = Duration.ofSeconds(30);
  private static final Duration LATEST = Duration.ofMinutes(15);

  private final FakeDynamo table;
  private final Scheduler scheduler;
  private final FaultPlan faults;
  private final Trace trace;
  private final TornReads reads;
  private final Consumer<String> wrote;

  /**
   * Creates a client.
   *
   * @param wrote gets the key of every item that a request writes
   */
  public FaultyClient(
      FakeDynamo table,
      Scheduler scheduler,
      FaultPlan faults,
      Trace trace,
      Consumer<String> wrote) {
    super(table);
    this.wrote = wrote;
    this.table = table;
    this.scheduler = scheduler;
    this.faults = faults;
    this.trace = trace;
    this.reads = new TornReads(table, faults, this::travel);
  }

  private void travel() {
    scheduler.sleep(Duration.ofMillis(faults.draw(4)));
  }

  private void say(DynamoDbRequest what, String fault) {
    trace.line(scheduler, what, fault);
  }

  /** Applies the faults that may affect any call before it gets to the table. */
  private void before(DynamoDbRequest what) {
    if (faults.outage(scheduler.now())) {
      say(what, "outage");
      scheduler.sleep(ANSWER_TIMEOUT);
      throw unreachable();
    }
    if (faults.strikes(FaultKind.STALL)) {
      say(what, "stall");
      scheduler.sleep(Duration.ofMillis(1 + faults.draw((int) MAX_STALL.toMillis())));
    }
    travel();
    if (faults.strikes(FaultKind.KILLED)) {
      say(what, "killed before");
      throw new Scheduler.Killed();
    }
    if (faults.strikes(FaultKind.FAIL_BEFORE)) {
      say(what, "fails");
      throw faults.draw(2) == 0 ? unreachable() : DynamoExceptions.internal();
    }
    if (faults.strikes(FaultKind.THROTTLE)) {
      say(what, "throttled");
      throw DynamoExceptions.throttled();
    }
  }

  private void after(DynamoDbRequest what) {
    if (faults.strikes(FaultKind.LOST_ANSWER)) {
      say(what, "answer lost");
      scheduler.sleep(ANSWER_TIMEOUT);
      throw unreachable();
    }
    if (faults.strikes(FaultKind.KILLED)) {
      say(what, "killed after");
      throw new Scheduler.Killed();
    }
    travel();
  }

  private static SdkClientException unreachable() {
    return SdkClientException.create("no answer");
  }

  private <T> T read(DynamoDbRequest what, Supplier<T> call) {
    before(what);
    T answer = call.get();
    say(what, "");
    after(what);
    return answer;
  }

  private <T> T write(DynamoDbRequest what, Supplier<T> call) {
    before(what);
    if (faults.strikes(FaultKind.LATE_ARRIVAL)) {
      say(what, "comes late");
      again(what, call);
      scheduler.sleep(ANSWER_TIMEOUT);
      throw unreachable();
    }
    T answer;
    try {
      answer = call.get();
    } catch (SdkException e) {
      say(what, e.getClass().getSimpleName());
      after(what);
      throw e;
    }
    say(what, "done");
    if (faults.strikes(FaultKind.DUPLICATE)) {
      again(what, call);
    }
    after(what);
    return answer;
  }

  /** Sends the request later; nobody sees its outcome. */
  private void again(DynamoDbRequest what, Supplier<?> call) {
    int wait = 1 + faults.draw((int) LATEST.toMillis()) / (1 + faults.draw(400));
    scheduler.start(
        Duration.ofMillis(wait),
        () -> {
          try {
            call.get();
            say(what, "copy done");
          } catch (SdkException e) {
            say(what, "copy " + e.getClass().getSimpleName());
          }
        });
  }

  @Override
  public GetItemResponse getItem(GetItemRequest request) {
    return read(request, () -> table.getItem(request));
  }

  @Override
  public QueryResponse query(QueryRequest request) {
    return read(request, () -> reads.query(request));
  }

  @Override
  public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
    return read(request, () -> reads.batch(request));
  }

  @Override
  public PutItemResponse putItem(PutItemRequest request) {
    wrote.accept(key(request.item()));
    singleConflict(request);
    return write(request, () -> table.putItem(request));
  }

  @Override
  public UpdateItemResponse updateItem(UpdateItemRequest request) {
    wrote.accept(key(request.key()));
    singleConflict(request);
    return write(request, () -> table.updateItem(request));
  }

  private static String key(Map<String, AttributeValue> item) {
    return item.get("pk").s() + " " + item.get("sk").s();
  }

  private void singleConflict(DynamoDbRequest what) {
    if (faults.strikes(FaultKind.CONFLICT)) {
      travel();
      say(what, "conflict");
      throw DynamoExceptions.conflict();
    }
  }

  @Override
  public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
    wrote.accept("by a transaction");
    if (faults.strikes(FaultKind.CONFLICT)) {
      travel();
      say(request, "conflict");
      throw conflicts(request.transactItems().size());
    }
    if (faults.strikes(FaultKind.IN_PROGRESS)) {
      travel();
      say(request, "in progress");
      throw DynamoExceptions.inProgress();
    }
    overtake(request);
    try {
      return write(request, () -> table.transactWriteItems(request));
    } catch (TransactionCanceledException e) {
      throw mixed(e);
    }
  }

  private void overtake(TransactWriteItemsRequest request) {
    for (TransactWriteItem write : request.transactItems()) {
      if (write.put() != null && write.put().item().get("pk").s().contains("#checkins#")) {
        if (faults.strikes(FaultKind.OVERTAKEN)) {
          say(request, "overtaken");
          DeadWriters.overtake(faults, table, write.put().item().get("pk").s());
          scheduler.sleep(Duration.ofMillis(faults.draw(5000)));
        }
        return;
      }
    }
  }

  private TransactionCanceledException conflicts(int actions) {
    int sure = faults.draw(actions);
    List<CancellationReason> reasons = new ArrayList<>();
    for (int i = 0; i < actions; i++) {
      String code = i == sure || faults.draw(3) == 0 ? "TransactionConflict" : "None";
      reasons.add(CancellationReason.builder().code(code).build());
    }
    return DynamoExceptions.cancelled(reasons);
  }

  /**
   * Turns all but one of the failed conditions into conflicts: the winner may not have finished.
   */
  private TransactionCanceledException mixed(TransactionCanceledException e) {
    List<Integer> failed = new ArrayList<>();
    for (int i = 0; i < e.cancellationReasons().size(); i++) {
      if (e.cancellationReasons().get(i).code().equals("ConditionalCheckFailed")) {
        failed.add(i);
      }
    }
    if (failed.size() < 2 || !faults.strikes(FaultKind.MIXED_REASONS)) {
      return e;
    }
    int kept = failed.get(faults.draw(failed.size()));
    List<CancellationReason> reasons = new ArrayList<>(e.cancellationReasons());
    for (int i : failed) {
      if (i != kept) {
        reasons.set(i, CancellationReason.builder().code("TransactionConflict").build());
      }
    }
    return DynamoExceptions.cancelled(reasons);
  }
}
