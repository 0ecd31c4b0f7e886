package io.doorlist.local.functions;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import io.doorlist.table.Engine;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Write;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sends the key of a changed item to a queue, and writes an item for each message of the queue. On
 * the item and the message "stay" it waits until it is interrupted.
 */
public final class ForwardFunction implements RequestStreamHandler {
  private static final Pattern KEY = Pattern.compile("\"pk\":\\{\"S\":\"([^\"]*)\"");
  private static final Pattern BODY = Pattern.compile("\"body\":\"([^\"]*)\"");

  private static final Duration STAY = Duration.ofSeconds(15);

  private final String table = TestEnvironment.get("TEST_TABLE");
  private final String queue = TestEnvironment.get("TEST_QUEUE");
  private final String dynamodb = TestEnvironment.get("AWS_ENDPOINT_URL_DYNAMODB");
  private final String sqs = TestEnvironment.get("AWS_ENDPOINT_URL_SQS");

  @Override
  public void handleRequest(InputStream in, OutputStream out, Context context) throws IOException {
    String input = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    if (input.contains("{\"S\":\"stay\"}")) {
      see("stay");
      stay();
    } else if (input.contains("\"body\":\"stay\"")) {
      see("stay-message");
      stay();
    } else if (input.contains("\"eventSource\":\"aws:dynamodb\"")) {
      call(
          sqs,
          "AmazonSQS.SendMessageBatch",
          "{\"QueueUrl\":\"%s\",\"Entries\":[{\"Id\":\"1\",\"MessageBody\":\"%s\"}]}"
              .formatted(queue, find(KEY, input)));
    } else {
      see(find(BODY, input));
    }
  }

  /** Waits in a loop, as what wrote the item may have left a wake-up. */
  private static void stay() {
    long end = System.nanoTime() + STAY.toNanos();
    while (!Thread.currentThread().isInterrupted() && System.nanoTime() < end) {
      LockSupport.parkNanos(end - System.nanoTime());
    }
  }

  private void see(String key) throws IOException {
    String seen = "seen-" + key;
    if (getClass().getClassLoader() instanceof Supplier<?> host
        && host.get() instanceof Engine offered) {
      offered.write(Write.put(new Item(new Key(seen, "."))));
      return;
    }
    call(
        dynamodb,
        "DynamoDB_20120810.PutItem",
        "{\"TableName\":\"%s\",\"Item\":{\"pk\":{\"S\":\"%s\"},\"sk\":{\"S\":\".\"}}}"
            .formatted(table, seen));
  }

  private static String find(Pattern pattern, String input) {
    Matcher matcher = pattern.matcher(input);
    if (!matcher.find()) {
      throw new IllegalStateException("nothing to forward");
    }
    return matcher.group(1);
  }

  private static void call(String endpoint, String target, String body) throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(endpoint))
            .header("Content-Type", "application/x-amz-json-1.0")
            .header("X-Amz-Target", target)
            .header(
                "Authorization",
                "AWS4-HMAC-SHA256 Credential=local/20260101/eu-west-1/dynamodb/aws4_request,"
                    + " SignedHeaders=host, Signature=local")
            .POST(BodyPublishers.ofString(body))
            .build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      int status = client.send(request, BodyHandlers.ofString()).statusCode();
      if (status != 200) {
        throw new IOException("status " + status);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }
}
