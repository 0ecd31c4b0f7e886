package io.doorlist.exactness.history;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;

/** Sends requests over HTTP: scans of tickets, and reads of lists. Thread-safe. */
public final class ApiClient implements AutoCloseable {
  public static final Duration PATIENCE = Duration.ofSeconds(30);

  private final URI event;
  private final UnaryOperator<String> secrets;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  /**
   * Creates a client of an event.
   *
   * @param event the event's address, with a slash at the end
   * @param secrets returns the secret of the token that has a given id
   */
  public ApiClient(URI event, UnaryOperator<String> secrets) {
    this.event = event;
    this.secrets = secrets;
  }

  /** Sends a request. Returns {@link Answer#NONE} if no answer comes within {@link #PATIENCE}. */
  public Answer ask(Asked asked) throws InterruptedException {
    HttpRequest.Builder request = request(asked, asked.path());
    if (asked.key() != null) {
      request.header("Idempotency-Key", asked.key());
    }
    if (asked.writes()) {
      request.POST(BodyPublishers.noBody());
    }
    try {
      HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
      return Answers.read(response.statusCode(), response.body());
    } catch (IOException e) {
      return Answer.NONE;
    }
  }

  /** Sends check-ins of one list and one token as a batch, and returns their answers. */
  public List<Answer> askBatch(List<Asked> scans) throws InterruptedException {
    Asked first = scans.getFirst();
    HttpRequest request =
        request(first, first.listPath() + "/checkins")
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(Asked.batch(scans)))
            .build();
    try {
      HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
      return Answers.readBatch(response.statusCode(), response.body(), scans.size());
    } catch (IOException e) {
      return Collections.nCopies(scans.size(), Answer.NONE);
    }
  }

  private HttpRequest.Builder request(Asked asked, String path) {
    return HttpRequest.newBuilder(event.resolve(path))
        .timeout(PATIENCE)
        .header("Authorization", "Bearer " + secrets.apply(asked.token()));
  }

  @Override
  public void close() {
    http.close();
  }
}
