package io.doorlist.testing;

import java.time.Duration;
import java.util.function.Predicate;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** Answers every transaction, three seconds later each time, that items of it are in the way. */
public final class LosingClient extends RelayingClient {
  private final MovableClock clock;
  private final String code;
  private final Predicate<TransactWriteItem> inTheWay;

  /**
   * Lets every transaction fail.
   *
   * @param code why, as DynamoDB says it
   * @param inTheWay which of its items are
   */
  public LosingClient(
      DynamoDbClient next, MovableClock clock, String code, Predicate<TransactWriteItem> inTheWay) {
    super(next);
    this.clock = clock;
    this.code = code;
    this.inTheWay = inTheWay;
  }

  @Override
  public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
    clock.pass(Duration.ofSeconds(3));
    throw TransactionCanceledException.builder()
        .cancellationReasons(request.transactItems().stream().map(this::reason).toList())
        .build();
  }

  private CancellationReason reason(TransactWriteItem write) {
    CancellationReason.Builder reason =
        CancellationReason.builder().code(inTheWay.test(write) ? code : "None");
    if (write.update() != null) {
      GetItemRequest old =
          GetItemRequest.builder()
              .tableName(write.update().tableName())
              .key(write.update().key())
              .build();
      reason.item(getItem(old).item());
    }
    return reason.build();
  }
}
