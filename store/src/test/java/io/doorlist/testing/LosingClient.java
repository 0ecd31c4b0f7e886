package io.doorlist.testing;

import java.time.Duration;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** Answers every transaction, three seconds later each time, that its items are in the way. */
public final class LosingClient extends RelayingClient {
  private final MovableClock clock;
  private final String code;
  private final boolean newItems;

  /**
   * Lets every transaction fail.
   *
   * @param code why, as DynamoDB says it
   * @param newItems whether those are in the way too that it creates
   */
  public LosingClient(DynamoDbClient next, MovableClock clock, String code, boolean newItems) {
    super(next);
    this.clock = clock;
    this.code = code;
    this.newItems = newItems;
  }

  @Override
  public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
    clock.pass(Duration.ofSeconds(3));
    throw TransactionCanceledException.builder()
        .cancellationReasons(request.transactItems().stream().map(this::reason).toList())
        .build();
  }

  private CancellationReason reason(TransactWriteItem write) {
    boolean there = write.update() != null;
    CancellationReason.Builder reason =
        CancellationReason.builder().code(there || newItems ? code : "None");
    if (there) {
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
