package io.doorlist.exactness.live;

import io.doorlist.exactness.history.Answer;
import io.doorlist.exactness.history.Answers;
import io.doorlist.exactness.history.Asked;
import io.doorlist.exactness.simulator.evening.ScanBatch;
import io.doorlist.exactness.simulator.evening.SimulatedEvent;
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

/** Sends requests over HTTP. Thread-safe. */
final class LiveClient implements AutoCloseable {
  static final Duration PATIENCE = Duration.ofSeconds(30);

  private final LiveHost host;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  LiveClient(LiveHost host) {
    this.host = host;
  }

  /** Sends one request; after {@code patience} there is no answer. */
  Answer ask(Asked asked, Duration patience) throws InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(host.url().resolve(path(asked)))
            .timeout(patience)
            .header("Authorization", "Bearer " + host.secret(asked.token()));
    if (asked.key() != null) {
      request.header("Idempotency-Key", asked.key());
    }
    if (asked.kind() == Asked.Kind.ORDER) {
      request
          .header("Content-Type", "application/x-www-form-urlencoded")
          .POST(BodyPublishers.ofString(asked.form()));
    } else if (asked.kind() == Asked.Kind.UNDO) {
      request.DELETE();
    } else if (asked.writes()) {
      request.POST(BodyPublishers.noBody());
    }
    try {
      HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
      return Answers.read(response.statusCode(), response.body());
    } catch (IOException e) {
      return Answer.NONE;
    }
  }

  /** Sends check-ins of a list and a token as one batch; returns their answers. */
  List<Answer> askBatch(List<Asked> scans, Duration patience) throws InterruptedException {
    Asked first = scans.getFirst();
    HttpRequest request =
        HttpRequest.newBuilder(host.url().resolve(list(first) + "/checkins"))
            .timeout(patience)
            .header("Authorization", "Bearer " + host.secret(first.token()))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(ScanBatch.body(scans)))
            .build();
    try {
      HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
      return Answers.readBatch(response.statusCode(), response.body(), scans.size());
    } catch (IOException e) {
      return Collections.nCopies(scans.size(), Answer.NONE);
    }
  }

  private static String list(Asked asked) {
    return "/%s/%s/checkin_lists/%d"
        .formatted(SimulatedEvent.ACCOUNT, SimulatedEvent.EVENT, asked.list());
  }

  private static URI path(Asked asked) {
    String list = list(asked);
    return URI.create(
        switch (asked.kind()) {
          case TICKET -> list + "/tickets/" + asked.subject() + "/checkins" + query(asked);
          case ORDER -> list + "/orders/" + asked.subject() + "/checkins";
          case COUNT -> list;
          case PAGE -> list + "/checkins?page=" + asked.page() + "&items=" + asked.items();
          case UNDO -> list + "/checkins/" + asked.subject();
          case LOOK -> list + "/tickets/" + asked.subject();
          case TAKE_OUT, REVOKE, MOVE ->
              throw new IllegalArgumentException("no request of a phone's");
        });
  }

  private static String query(Asked asked) {
    return asked.variant().isEmpty() ? "" : "?" + asked.variant();
  }

  @Override
  public void close() {
    http.close();
  }
}
