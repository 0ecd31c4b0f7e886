package io.doorlist.exactness.simulator;

import io.doorlist.domain.Order;
import io.doorlist.exactness.fake.FakeDynamo;
import io.doorlist.exactness.history.Answer;
import io.doorlist.exactness.history.Asked;
import io.doorlist.exactness.history.Recorder;
import io.doorlist.exactness.history.Rule;
import io.doorlist.exactness.history.Violation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Everything that the participants of one run share. */
final class Run {
  private static final int INSTANCES = 3;

  private final World world;
  private final Scheduler scheduler;
  private final FaultPlan faults;
  private final Trace trace;
  private final FakeDynamo table;
  private final DynamoDbClient client;
  private final Recorder recorder = new Recorder();
  private final List<Instance> instances = new ArrayList<>();
  private final List<Boolean> skewed = new ArrayList<>();
  private final List<String> late = new ArrayList<>();
  private final List<Violation> untrue = new ArrayList<>();
  private long unchanged;
  private boolean desk;
  private final Map<Long, Order> orders = new HashMap<>();
  private final SplittableRandom seeds;
  private final int paceMillis;

  Run(World world, long seed, boolean traced, UnaryOperator<DynamoDbClient> planted) {
    this.world = world;
    this.seeds = new SplittableRandom(seed);
    this.scheduler = new Scheduler(World.START, seeds.split());
    this.faults = new FaultPlan(seeds.split(), World.START);
    this.trace = new Trace(traced);
    SplittableRandom setup = seeds.split();
    this.paceMillis = setup.nextInt(3) == 0 ? 2000 : 40;
    Duration lag =
        faults.has(FaultKind.SLOW_REPLICA)
            ? Duration.ofMillis(10_000 + setup.nextInt(50_000))
            : Duration.ZERO;
    this.table = new FakeDynamo(world.table(), scheduler::now, lag);
    this.client = planted.apply(new FaultyClient(table, scheduler, faults, trace));
    for (int i = 0; i < INSTANCES; i++) {
      int skew = faults.has(FaultKind.CLOCK_SKEW) ? setup.nextInt(-20_000, 20_000) : 0;
      skewed.add(skew != 0);
      instances.add(
          new Instance(
              client,
              new SimulatedClock(scheduler, Duration.ofMillis(skew)),
              setup.split(),
              scheduler));
    }
    world.orders().forEach(order -> orders.put(order.id(), order));
    world.late().forEach(order -> orders.put(order.id(), order));
  }

  /** Puts up a desk that undoes check-ins. */
  void openDesk() {
    desk = true;
  }

  /** Returns whether there is a desk that undoes check-ins. */
  boolean desk() {
    return desk;
  }

  /** Returns how long people wait between two things, at most. */
  int paceMillis() {
    return paceMillis;
  }

  World world() {
    return world;
  }

  Scheduler scheduler() {
    return scheduler;
  }

  FaultPlan faults() {
    return faults;
  }

  Recorder recorder() {
    return recorder;
  }

  FakeDynamo table() {
    return table;
  }

  DynamoDbClient client() {
    return client;
  }

  List<String> lines() {
    return trace.lines();
  }

  SplittableRandom random() {
    return seeds.split();
  }

  void say(String line) {
    trace.line(scheduler, line);
  }

  /** Returns what the organiser wants of an order now. */
  Order order(long id) {
    return orders.get(id);
  }

  void want(Order order) {
    orders.put(order.id(), order);
  }

  /** Draws an instance for a request. */
  Instance instance(SplittableRandom random) {
    int number = random.nextInt(INSTANCES);
    if (skewed.get(number)) {
      faults.count(FaultKind.CLOCK_SKEW, 1);
    }
    return instances.get(number);
  }

  /** Makes an instance that remembers nothing. */
  Instance freshInstance(SplittableRandom random) {
    return new Instance(
        client, new SimulatedClock(scheduler, Duration.ZERO), random.split(), scheduler);
  }

  /** Makes an instance that nothing happens to. */
  Instance quietInstance() {
    return quietInstance(table);
  }

  /** Makes an instance that nothing happens to, and whose reads never lag. */
  Instance truth() {
    return quietInstance(new StrongReads(table));
  }

  /** Makes an instance that nothing happens to, over a table of the caller's. */
  Instance quietInstance(DynamoDbClient reads) {
    return new Instance(
        reads, new SimulatedClock(scheduler, Duration.ZERO), new SplittableRandom(0), scheduler);
  }

  /**
   * Serves a request; a function that is killed, or takes longer than Lambda lets it, gives none.
   */
  Answer serve(Instance instance, Asked asked) {
    Instant begun = scheduler.now();
    try {
      Answer answer = instance.serve(asked);
      boolean inTime = !scheduler.now().isAfter(begun.plus(SimulatedContext.TIMEOUT));
      if (!inTime && !standsStill()) {
        late.add(asked + " took " + Duration.between(begun, scheduler.now()));
      }
      return inTime ? answer : Answer.NONE;
    } catch (Scheduler.Killed e) {
      return Answer.NONE;
    }
  }

  /** Serves a poll; empty if its function was killed. */
  Optional<PollAnswer> serve(Instance instance, Poll poll) {
    try {
      return Optional.of(instance.serve(poll));
    } catch (Scheduler.Killed e) {
      return Optional.empty();
    }
  }

  /** Takes down what a poll was told wrongly. */
  void untrue(String how) {
    untrue.add(new Violation(Rule.NOT_MODIFIED_TRUE, how));
  }

  /** Counts an answer that nothing had changed, which was held against the table. */
  void unchanged() {
    unchanged++;
  }

  /** Returns what polls were told wrongly. */
  List<Violation> untrue() {
    return List.copyOf(untrue);
  }

  /** Returns how many polls were told, rightly, that nothing had changed. */
  long unchangedPolls() {
    return unchanged;
  }

  private boolean standsStill() {
    return faults.has(FaultKind.STALL) || faults.has(FaultKind.OVERTAKEN);
  }

  /** Returns the requests that were late though nothing made their function stand still. */
  List<String> late() {
    return List.copyOf(late);
  }
}
