package io.doorlist.testing;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;

/** Sends every transaction once more, as another one. */
public final class TwiceClient extends RelayingClient {
  public TwiceClient(DynamoDbClient next) {
    super(next);
  }

  @Override
  public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
    super.transactWriteItems(request);
    String other = "again " + request.clientRequestToken().substring(8);
    return super.transactWriteItems(request.toBuilder().clientRequestToken(other).build());
  }
}
