package io.doorlist.exactness.simulator.evening;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import io.doorlist.checkinlists.CheckinListsFunction;
import io.doorlist.exactness.history.Answer;
import io.doorlist.exactness.history.Answers;
import io.doorlist.exactness.history.Asked;
import io.doorlist.exactness.simulator.schedule.Failures;
import io.doorlist.exactness.simulator.schedule.FiberWorkers;
import io.doorlist.exactness.simulator.schedule.Scheduler;
import io.doorlist.http.Settings;
import io.doorlist.store.Stores;
import io.doorlist.store.table.Time;
import io.doorlist.testing.TestContext;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** One instance of the function that serves the doors, with its own clock and memory. */
public final class Instance {
  /** How long a call has, as template.yaml says. */
  static final Duration TIMEOUT = Duration.ofSeconds(10);

  private static final Settings SETTINGS =
      Settings.of(Map.of("QR_BASE_URL", "https://doorlist.example/t"));

  private final UnaryOperator<byte[]> function;
  private final Stores stores;
  private final Clock clock;
  private int requests;

  public Instance(
      DynamoDbClient client,
      Clock clock,
      SplittableRandom jitter,
      Scheduler scheduler,
      UnaryOperator<UnaryOperator<byte[]>> around) {
    this.clock = clock;
    this.stores =
        Stores.connect(
            client,
            SimulatedEvent.TABLE,
            new Time(clock, jitter, length -> scheduler.sleep(least(length))));
    RequestStreamHandler handler =
        new CheckinListsFunction(stores, clock, SETTINGS, new FiberWorkers(scheduler));
    this.function = around.apply(input -> serve(handler, input));
  }

  private static Duration least(Duration length) {
    return length.isPositive() ? length : Duration.ofNanos(1);
  }

  public Stores stores() {
    return stores;
  }

  /** Returns the time by its clock. */
  public Instant now() {
    return clock.instant();
  }

  /** Serves one request. */
  public Answer serve(Asked asked) {
    ProxyAnswer answer = ProxyAnswer.read(function.apply(ProxyRequest.of(asked, id())));
    return Answers.read(answer.status(), answer.body());
  }

  /** Serves a batch of scans at one list by one token. */
  public List<Answer> serve(List<Asked> scans) {
    ProxyAnswer answer = ProxyAnswer.read(function.apply(ProxyRequest.batch(scans, id())));
    return Answers.readBatch(answer.status(), answer.body(), scans.size());
  }

  /** Serves one poll. */
  public ProxyAnswer serve(Poll poll) {
    return ProxyAnswer.read(function.apply(poll.input(id())));
  }

  private String id() {
    return "request-" + ++requests;
  }

  private static byte[] serve(RequestStreamHandler handler, byte[] input) {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    try {
      handler.handleRequest(
          new ByteArrayInputStream(input),
          output,
          TestContext.logging((int) TIMEOUT.toMillis(), Failures::note));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return output.toByteArray();
  }
}
