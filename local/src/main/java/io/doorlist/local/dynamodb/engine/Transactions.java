package io.doorlist.local.dynamodb.engine;

import com.amazonaws.services.dynamodbv2.rr.ExpressionWrapper;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.dynamodb.services.exceptions.AWSExceptionFactory;
import software.amazon.dynamodb.services.local.shared.access.LocalDBAccess;
import software.amazon.dynamodb.services.local.shared.access.LocalDBInputConverter;
import software.amazon.dynamodb.services.local.shared.access.LocalDBOutputConverter;
import software.amazon.dynamodb.services.local.shared.access.api.dp.TransactWriteItemsFunction;
import software.amazon.dynamodb.services.local.shared.dataaccess.LocalDocumentFactory;
import software.amazon.dynamodb.services.local.shared.env.LocalDBEnv;
import software.amazon.dynamodb.services.local.shared.validate.UpdateItemExpressionsWrapper;

/**
 * DynamoDB Local's transactions. Its client makes a new mapper of JSON for each of them, and parses
 * each expression three times, twice while it holds the table's lock. Thread-safe.
 */
final class Transactions {
  private static final int MAX_KEY_NAME_BYTES = 65_536;

  private final Expressions expressions = new Expressions();
  private final TransactWriteItemsFunction transactions;

  Transactions(LocalDBAccess access) {
    transactions =
        new TransactWriteItemsFunction(
            access,
            expressions,
            new LocalDBOutputConverter(),
            new AWSExceptionFactory(),
            new LocalDBEnv(),
            new LocalDocumentFactory());
  }

  TransactWriteItemsResponse write(TransactWriteItemsRequest request) {
    try {
      return transactions.apply(request);
    } finally {
      expressions.forget();
    }
  }

  /** Parses expressions, and remembers them until this thread forgets. */
  private static final class Expressions extends LocalDBInputConverter {
    private final ThreadLocal<Map<Text, Object>> parsed = ThreadLocal.withInitial(HashMap::new);

    Expressions() {
      super(
          new LocalDBEnv(),
          new AWSExceptionFactory(),
          new LocalDocumentFactory(),
          MAX_KEY_NAME_BYTES);
    }

    void forget() {
      parsed.remove();
    }

    /** What an expression says depends on all of it. */
    private record Text(
        String update,
        String condition,
        Map<String, String> names,
        Map<String, AttributeValue> values) {}

    @Override
    public ExpressionWrapper externalToInternalConditionExpression(
        String condition, Map<String, String> names, Map<String, AttributeValue> values) {
      return remembered(
          ExpressionWrapper.class,
          new Text(null, condition, names, values),
          () -> super.externalToInternalConditionExpression(condition, names, values));
    }

    @Override
    public UpdateItemExpressionsWrapper externalToInternalUpdateAndConditionExpressions(
        String update,
        String condition,
        Map<String, String> names,
        Map<String, AttributeValue> values) {
      return remembered(
          UpdateItemExpressionsWrapper.class,
          new Text(update == null ? "" : update, condition, names, values),
          () ->
              super.externalToInternalUpdateAndConditionExpressions(
                  update, condition, names, values));
    }

    private <T> T remembered(Class<T> type, Text text, Supplier<T> parse) {
      return type.cast(parsed.get().computeIfAbsent(text, any -> parse.get()));
    }
  }
}
