package io.doorlist.local.function;

import java.net.URI;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Where functions find what they call.
 *
 * @param dynamodb where DynamoDB answers
 * @param client asks the same table in this process; {@code null} if functions ask by HTTP
 * @param queues where SQS answers
 */
public record Services(URI dynamodb, DynamoDbClient client, URI queues) {
  /** Returns the same services with an onlooker between them and a function. */
  Services seenBy(Onlooker onlooker, String function) {
    return new Services(
        onlooker.between(function, dynamodb),
        client == null ? null : onlooker.between(function, client),
        onlooker.between(function, queues));
  }
}
