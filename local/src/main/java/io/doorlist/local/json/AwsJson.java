package io.doorlist.local.json;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Calls an AWS service on this machine by AWS's JSON protocol. The SDK does the same, but takes
 * half a second to load.
 *
 * @param service the first part of an operation's full name, such as {@code DynamoDB_20120810}
 */
public record AwsJson(URI endpoint, String service) {

  public record Answer(String operation, int status, byte[] body) {
    public boolean failed() {
      return status >= 400;
    }

    public String text() {
      return new String(body, StandardCharsets.UTF_8);
    }

    /**
     * Returns the answer as maps and lists, which are empty if it is no JSON object. Fails if it is
     * a refusal, or something that is not JSON.
     */
    public Map<?, ?> members() throws IOException {
      if (failed()) {
        throw new IOException(operation + " is refused: " + text());
      }
      if (body.length > 0 && JsonTree.read(body) instanceof Map<?, ?> members) {
        return members;
      }
      return Map.of();
    }
  }

  /** Calls an operation and waits for its answer without a time limit. */
  public Answer call(String operation, Map<String, ?> input) throws IOException {
    HttpURLConnection connection =
        (HttpURLConnection) endpoint.toURL().openConnection(Proxy.NO_PROXY);
    connection.setRequestMethod("POST");
    connection.setDoOutput(true);
    connection.setRequestProperty("Content-Type", "application/x-amz-json-1.0");
    connection.setRequestProperty("X-Amz-Target", service + "." + operation);
    connection.setRequestProperty(
        "Authorization",
        "AWS4-HMAC-SHA256 Credential=local/20260101/eu-west-1/dynamodb/aws4_request,"
            + " SignedHeaders=host, Signature=local");
    connection.getOutputStream().write(JsonTree.write(input));
    int status = connection.getResponseCode();
    try (InputStream body =
        status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
      byte[] answer = (body == null ? new ByteArrayInputStream(new byte[0]) : body).readAllBytes();
      return new Answer(operation, status, answer);
    }
  }
}
