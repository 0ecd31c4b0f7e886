package io.doorlist.exactness.simulator.evening;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import io.doorlist.checkinlists.CheckinListStores;
import io.doorlist.checkinlists.CheckinListsFunction;
import io.doorlist.exactness.history.Answer;
import io.doorlist.exactness.history.Answers;
import io.doorlist.exactness.history.Asked;
import io.doorlist.exactness.simulator.schedule.FiberWorkers;
import io.doorlist.exactness.simulator.schedule.Scheduler;
import io.doorlist.http.Settings;
import io.doorlist.table.Engine;
import io.doorlist.table.Time;
import io.doorlist.testing.FunctionInvoker;
import io.doorlist.testing.Stores;
import io.doorlist.testing.TestContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;

/** One instance of the function that serves the doors, with its own clock and memory. */
public final class Instance {
  /** How long a call has, as template.yaml says. */
  static final Duration TIMEOUT = Duration.ofSeconds(10);

  private static final Context CONTEXT = TestContext.silent((int) TIMEOUT.toMillis());

  private static final Settings SETTINGS =
      Settings.of(Map.of("QR_BASE_URL", "https://doorlist.example/t"));

  private final Flaw.Served function;
  private final Stores stores;
  private final Clock clock;
  private int requests;

  public Instance(
      Engine table,
      Clock clock,
      SplittableRandom jitter,
      Scheduler scheduler,
      UnaryOperator<Flaw.Served> around) {
    this.clock = clock;
    this.stores =
        Stores.connect(
            table,
            SimulatedEvent.TABLE,
            new Time(clock, jitter, length -> scheduler.sleep(least(length))));
    RequestStreamHandler handler =
        new CheckinListsFunction(
            CheckinListStores.over(stores.table()), clock, SETTINGS, new FiberWorkers(scheduler));
    this.function = around.apply(input -> serve(handler, input));
  }

  private static Duration least(Duration length) {
    return length.isPositive() ? length : Duration.ofNanos(1);
  }

  public Stores stores() {
    return stores;
  }

  public Instant now() {
    return clock.instant();
  }

  public Answer serve(Asked asked) {
    FunctionInvoker.Answer answer = function.serve(ProxyRequest.of(asked, id()));
    return Answers.read(answer.status(), answer.body());
  }

  /** Serves a batch of scans at one list by one token. */
  public List<Answer> serve(List<Asked> scans) {
    FunctionInvoker.Answer answer = function.serve(ProxyRequest.batch(scans, id()));
    return Answers.readBatch(answer.status(), answer.body(), scans.size());
  }

  public FunctionInvoker.Answer serve(Poll poll) {
    return function.serve(poll.input(id()));
  }

  private String id() {
    return "request-" + ++requests;
  }

  private static FunctionInvoker.Answer serve(
      RequestStreamHandler handler, FunctionInvoker.Input input) {
    try {
      return FunctionInvoker.call(handler, input, CONTEXT);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
