package io.doorlist.bench;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A function with DynamoDB and none of our code: the SDK's defaults, one read at the start and one
 * for each input. It uses the HTTP client of its package.
 */
public final class SdkFunction implements RequestStreamHandler {
  private static final byte[] ANSWER = "{\"statusCode\":200}".getBytes(StandardCharsets.UTF_8);

  private final DynamoDbClient client = DynamoDbClient.create();

  /** Creates the function and its connection. */
  public SdkFunction() {
    read();
  }

  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    input.readAllBytes();
    read();
    output.write(ANSWER);
  }

  private void read() {
    AttributeValue nobody = AttributeValue.fromS("nobody");
    client.getItem(
        request ->
            request.tableName(System.getenv("TABLE_NAME")).key(Map.of("pk", nobody, "sk", nobody)));
  }
}
