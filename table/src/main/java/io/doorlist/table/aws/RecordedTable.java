package io.doorlist.table.aws;

import java.io.ByteArrayInputStream;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpResponse;

/**
 * Replaces the connection to a table. Each request gets the next answer that was recorded for its
 * operation. Thread-safe.
 */
final class RecordedTable implements SdkHttpClient {
  private final Map<String, Iterator<byte[]>> answers = new HashMap<>();

  RecordedTable(Map<String, List<byte[]>> recorded) {
    recorded.forEach((operation, bodies) -> answers.put(operation, bodies.iterator()));
  }

  @Override
  public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
    String target = request.httpRequest().firstMatchingHeader("X-Amz-Target").orElse("");
    byte[] body = next(target.substring(target.indexOf('.') + 1));
    return new ExecutableHttpRequest() {
      @Override
      public HttpExecuteResponse call() {
        return response(body);
      }

      @Override
      public void abort() {}
    };
  }

  private synchronized byte[] next(String operation) {
    Iterator<byte[]> left = answers.get(operation);
    if (left == null || !left.hasNext()) {
      throw new IllegalStateException("no answer to this " + operation + " was recorded");
    }
    return left.next();
  }

  private static HttpExecuteResponse response(byte[] body) {
    CRC32 checksum = new CRC32();
    checksum.update(body);
    return HttpExecuteResponse.builder()
        .response(
            SdkHttpResponse.builder()
                .statusCode(200)
                .putHeader("Content-Type", "application/x-amz-json-1.0")
                .putHeader("x-amz-crc32", Long.toString(checksum.getValue()))
                .build())
        .responseBody(AbortableInputStream.create(new ByteArrayInputStream(body)))
        .build();
  }

  @Override
  public void close() {}
}
