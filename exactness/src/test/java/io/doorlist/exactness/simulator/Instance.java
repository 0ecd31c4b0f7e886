package io.doorlist.exactness.simulator;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import io.doorlist.checkinlists.CheckinListsFunction;
import io.doorlist.exactness.history.Answer;
import io.doorlist.exactness.history.Asked;
import io.doorlist.http.Settings;
import io.doorlist.store.Stores;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.SplittableRandom;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** One instance of the function that serves the doors, with its own clock and memory. */
final class Instance {
  private static final Settings SETTINGS =
      Settings.of(Map.of("QR_BASE_URL", "https://doorlist.example/t"));

  private final RequestStreamHandler handler;
  private final Stores stores;
  private int requests;

  Instance(DynamoDbClient client, Clock clock, SplittableRandom jitter, Scheduler scheduler) {
    this.stores =
        Stores.connect(
            client, World.TABLE, clock, jitter, length -> scheduler.sleep(least(length)));
    this.handler = new CheckinListsFunction(stores, clock, SETTINGS);
  }

  private static Duration least(Duration length) {
    return length.isPositive() ? length : Duration.ofNanos(1);
  }

  Stores stores() {
    return stores;
  }

  /** Serves one request. */
  Answer serve(Asked asked) {
    String id = id();
    return ProxyAnswer.read(serve(id, ProxyRequest.of(asked, id)));
  }

  /** Serves one poll. */
  PollAnswer serve(Poll poll) {
    String id = id();
    return PollAnswer.read(serve(id, poll.input(id)));
  }

  private String id() {
    return "request-" + ++requests;
  }

  private byte[] serve(String id, byte[] input) {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    try {
      handler.handleRequest(new ByteArrayInputStream(input), output, new SimulatedContext(id));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return output.toByteArray();
  }
}
