package io.doorlist.local.trigger;

import io.doorlist.local.json.AwsJson;
import java.io.IOException;
import java.net.URI;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The table whose stream calls functions.
 *
 * @param dynamodb where DynamoDB answers
 */
public record StreamedTable(URI dynamodb, String name) {
  /** Returns the API of its streams. */
  AwsJson streams() {
    return new AwsJson(dynamodb, "DynamoDBStreams_20120810");
  }

  /** DescribeTable would make DynamoDB Local read all items to count them. */
  String newestStream() throws IOException {
    List<?> all =
        (List<?>) streams().call("ListStreams", Map.of("TableName", name)).members().get("Streams");
    return all.stream()
        .map(each -> (Map<?, ?>) each)
        .max(Comparator.comparing(each -> (String) each.get("StreamLabel")))
        .map(each -> (String) each.get("StreamArn"))
        .orElseThrow(() -> new IOException("the table has no stream"));
  }
}
