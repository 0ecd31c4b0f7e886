package io.doorlist.acceptance.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.GZIPInputStream;

/** Sends requests to the service and compares every answer with openapi.yaml. Thread-safe. */
public final class Client {
  /** Whether the gateway is {@code sam local}, which gives all requests the same id. */
  private static final boolean ONE_REQUEST_ID =
      "sam-local".equals(System.getProperty("doorlist.gateway"));

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(PATIENCE).build();
  private final Set<String> requestIds = ConcurrentHashMap.newKeySet();
  private final String base;

  public Client(URI base) {
    this.base = base.toString().replaceAll("/+$", "");
  }

  /** Sends a request and returns its answer, which is as documented. */
  public Answer send(Call call) {
    Answer answer = exchange(call);
    Conformance.OPENAPI.check(answer);
    if (answer.status() >= 400 && !answer.text().isEmpty()) {
      Map<String, Object> problem = answer.json();
      // A ticket that is checked in already: the staff at the door see whom it let in.
      problem.remove("checkin");
      Overheard.note(Json.write(problem));
    }
    boolean newId = requestIds.add(answer.header("X-Request-Id").orElse(""));
    // The gateway answers preflights itself, without an id of ours.
    boolean preflight = call.method().equals("OPTIONS") && answer.status() == 200;
    assertTrue(
        newId || preflight || ONE_REQUEST_ID, () -> "a request id for the second time: " + answer);
    return answer;
  }

  /**
   * Sends a request, and again while the service is too busy for it, unless that could do something
   * twice.
   */
  private Answer patiently(Call call) {
    Answer answer = send(call);
    for (int again = 0; answer.status() == 503 && call.isRepeatable() && again < 10; again++) {
      answer = send(call);
    }
    return answer;
  }

  /** Sends a request and fails unless the answer has this status. */
  public Answer expect(int status, Call call) {
    Answer answer = patiently(call);
    assertEquals(status, answer.status(), answer::toString);
    return answer;
  }

  /** Sends a request and fails unless it is refused with this status and code. */
  public Answer refused(int status, String code, Call call) {
    Answer answer = expect(status, call);
    assertEquals(code, answer.code(), answer::toString);
    return answer;
  }

  private static byte[] plain(HttpResponse<byte[]> response) throws IOException {
    if (!response.headers().firstValue("Content-Encoding").orElse("").equals("gzip")) {
      return response.body();
    }
    try (GZIPInputStream plain = new GZIPInputStream(new ByteArrayInputStream(response.body()))) {
      return plain.readAllBytes();
    }
  }

  private Answer exchange(Call call) {
    URI uri = URI.create(base + call.path());
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri)
            .timeout(PATIENCE)
            .method(
                call.method(),
                call.body().length == 0
                    ? BodyPublishers.noBody()
                    : BodyPublishers.ofByteArray(call.body()));
    call.headers().forEach(request::setHeader);
    try {
      HttpResponse<byte[]> response = http.send(request.build(), BodyHandlers.ofByteArray());
      String text = new String(plain(response), StandardCharsets.UTF_8);
      return new Answer(call, uri, response.statusCode(), response.headers(), text);
    } catch (IOException e) {
      throw new UncheckedIOException(call.toString(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
