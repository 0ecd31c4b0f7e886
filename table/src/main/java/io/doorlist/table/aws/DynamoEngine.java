package io.doorlist.table.aws;

import io.doorlist.table.Condition;
import io.doorlist.table.Engine;
import io.doorlist.table.Expressions;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Range;
import io.doorlist.table.Transaction;
import io.doorlist.table.Update;
import io.doorlist.table.Write;
import java.net.URI;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** A table of DynamoDB. Closing it closes its client. Thread-safe. */
public final class DynamoEngine implements Engine {
  private static final Key NO_ITEM = new Key("#none", "NONE");

  private final DynamoDbClient client;
  private final String table;

  /**
   * Creates the engine of a table.
   *
   * @param client a client that does not retry
   */
  public DynamoEngine(DynamoDbClient client, String table) {
    this.client = client;
    this.table = table;
  }

  /**
   * Returns the engine of a Lambda function, whose environment says where the table is. If a local
   * host runs the function in its own process, the context class loader supplies the host's engine,
   * which is returned instead.
   */
  public static Engine fromEnvironment(String table) {
    if (Thread.currentThread().getContextClassLoader() instanceof Supplier<?> host
        && host.get() instanceof Engine offered) {
      return offered;
    }
    return new DynamoEngine(DynamoClients.fromEnvironment(), table);
  }

  /**
   * Returns the engine of a command, which waits longer for an answer than a function.
   *
   * @param endpoint the address of a table outside AWS, for which credentials are made up; {@code
   *     null} for AWS
   * @param region the AWS region, or {@code null} for the environment's
   */
  public static DynamoEngine connect(URI endpoint, String region, String table) {
    return asked(() -> new DynamoEngine(DynamoClients.connect(endpoint, region), table));
  }

  /**
   * Returns an engine that connects to no table. Each operation gets its recorded answers in order.
   */
  public static DynamoEngine recorded(Map<String, List<byte[]>> answers, String table) {
    return new DynamoEngine(DynamoClients.recorded(answers), table);
  }

  @Override
  public Optional<Item> get(Key key) {
    GetItemRequest request =
        GetItemRequest.builder()
            .tableName(table)
            .key(SdkValues.of(key))
            .consistentRead(true)
            .build();
    Map<String, AttributeValue> found = asked(() -> client.getItem(request)).item();
    return found == null || found.isEmpty() ? Optional.empty() : Optional.of(SdkValues.item(found));
  }

  /**
   * Asks for an item that does not exist, to find out whether the table answers within this time.
   */
  public void tryOut(Duration patience) {
    GetItemRequest request =
        GetItemRequest.builder()
            .tableName(table)
            .key(SdkValues.of(NO_ITEM))
            .overrideConfiguration(limits -> limits.apiCallTimeout(patience))
            .build();
    asked(() -> client.getItem(request));
  }

  @Override
  public Batch get(Collection<Key> keys) {
    KeysAndAttributes open =
        KeysAndAttributes.builder()
            .keys(keys.stream().map(SdkValues::of).toList())
            .consistentRead(true)
            .build();
    Map<String, KeysAndAttributes> ask = Map.of(table, open);
    BatchGetItemResponse answer =
        asked(() -> client.batchGetItem(batch -> batch.requestItems(ask)));
    Map<Key, Item> found = new HashMap<>();
    for (Map<String, AttributeValue> each : answer.responses().getOrDefault(table, List.of())) {
      Item item = SdkValues.item(each);
      found.put(item.key(), item);
    }
    KeysAndAttributes left = answer.unprocessedKeys().get(table);
    return new Batch(
        found, left == null ? List.of() : left.keys().stream().map(SdkValues::key).toList());
  }

  @Override
  public Part query(Range range, Key after) {
    QueryRequest request =
        QueryRequest.builder()
            .tableName(table)
            .keyConditionExpression("pk = :pk AND sk BETWEEN :from AND :to")
            .expressionAttributeValues(
                Map.of(
                    ":pk", AttributeValue.fromS(range.pk()),
                    ":from", AttributeValue.fromS(range.from()),
                    ":to", AttributeValue.fromS(range.to())))
            .exclusiveStartKey(after == null ? null : SdkValues.of(after))
            .limit(range.limited() ? range.limit() : null)
            .consistentRead(range.consistent())
            .build();
    QueryResponse page = asked(() -> client.query(request));
    return part(page.items(), page.lastEvaluatedKey());
  }

  @Override
  public Part scan(Condition filter, int limit, Key after) {
    ScanRequest.Builder request =
        ScanRequest.builder()
            .tableName(table)
            .exclusiveStartKey(after == null ? null : SdkValues.of(after))
            .limit(limit == Integer.MAX_VALUE ? null : limit)
            .consistentRead(true);
    if (filter != null) {
      Expressions words = Expressions.of(filter);
      request
          .filterExpression(words.condition())
          .expressionAttributeNames(Requests.names(words))
          .expressionAttributeValues(Requests.values(words));
    }
    ScanResponse page = asked(() -> client.scan(request.build()));
    return part(page.items(), page.lastEvaluatedKey());
  }

  private static Part part(
      List<Map<String, AttributeValue>> items, Map<String, AttributeValue> last) {
    return new Part(items.stream().map(SdkValues::item).toList(), SdkValues.key(last));
  }

  @Override
  public Optional<Item> write(Write write) {
    try {
      return Optional.of(
          switch (write) {
            case Write.Put put -> {
              client.putItem(Requests.put(table, put));
              yield put.item();
            }
            case Write.Delete delete -> {
              client.deleteItem(Requests.delete(table, delete));
              yield new Item();
            }
            case Write.Check check ->
                throw new UnsupportedOperationException("a check alone does nothing");
            case Update update ->
                SdkValues.item(client.updateItem(Requests.update(table, update)).attributes());
          });
    } catch (ConditionalCheckFailedException e) {
      return Optional.empty();
    } catch (SdkException e) {
      throw Failures.of(e);
    }
  }

  @Override
  public Transaction transact(List<? extends Write> writes, String token) {
    TransactWriteItemsRequest request =
        TransactWriteItemsRequest.builder()
            .transactItems(writes.stream().map(write -> Requests.part(table, write)).toList())
            .clientRequestToken(token)
            .build();
    try {
      client.transactWriteItems(request);
      return new Transaction.Written();
    } catch (TransactionCanceledException e) {
      Map<Write, Item> failed = failed(writes, e.cancellationReasons());
      if (failed.isEmpty()) {
        throw Failures.of(e);
      }
      return new Transaction.Rejected(failed);
    } catch (SdkException e) {
      throw Failures.of(e);
    }
  }

  private static Map<Write, Item> failed(
      List<? extends Write> writes, List<CancellationReason> reasons) {
    Map<Write, Item> failed = new HashMap<>();
    for (int i = 0; i < reasons.size(); i++) {
      if ("ConditionalCheckFailed".equals(reasons.get(i).code())) {
        failed.put(writes.get(i), SdkValues.item(reasons.get(i).item()));
      }
    }
    return failed;
  }

  private static <T> T asked(Supplier<T> request) {
    try {
      return request.get();
    } catch (SdkException e) {
      throw Failures.of(e);
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
