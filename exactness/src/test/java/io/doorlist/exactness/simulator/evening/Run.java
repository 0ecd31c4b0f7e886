package io.doorlist.exactness.simulator.evening;

import io.doorlist.domain.UnavailableException;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Ticket;
import io.doorlist.exactness.history.Answer;
import io.doorlist.exactness.history.Asked;
import io.doorlist.exactness.history.HistoryRule;
import io.doorlist.exactness.history.HistoryWriter;
import io.doorlist.exactness.history.Violation;
import io.doorlist.exactness.simulator.fault.ConsistentReads;
import io.doorlist.exactness.simulator.fault.FaultKind;
import io.doorlist.exactness.simulator.fault.FaultPlan;
import io.doorlist.exactness.simulator.fault.FaultyEngine;
import io.doorlist.exactness.simulator.fault.LaggingEngine;
import io.doorlist.exactness.simulator.schedule.Scheduler;
import io.doorlist.exactness.simulator.schedule.Trace;
import io.doorlist.ingest.ImportOutcome;
import io.doorlist.ingest.ImportStore;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Engine;
import io.doorlist.testing.FunctionInvoker;
import io.doorlist.testing.Imports;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;

/** Everything that the participants of one run share. */
public final class Run {
  private static final int INSTANCES = 3;

  public final SimulatedEvent world;
  private final Flaw flaw;
  public final Scheduler scheduler;
  public final FaultPlan faults;
  private final Trace trace;
  public final LaggingEngine table;
  private final Engine seen;
  public final HistoryWriter recorder;
  private final List<Instance> instances = new ArrayList<>();
  private final List<Boolean> skewed = new ArrayList<>();
  private final List<String> late = new ArrayList<>();
  private final List<Violation> violations = new ArrayList<>();
  private final Set<Scheduler.Fiber> looking = new HashSet<>();
  private Instant wanted = SimulatedEvent.START;
  private long unchanged;

  /** Whether there is a desk that undoes check-ins. */
  public boolean desk;

  private final Map<Long, Order> orders = new HashMap<>();

  /** The tickets that an organiser is moving to another order. */
  public final Set<Long> moving = new HashSet<>();

  /** Tickets and the orders that they left for others: none comes back. */
  public final Set<String> left = new HashSet<>();

  /** How long people wait between two requests, at most. */
  public final int paceMillis;

  public Run(SimulatedEvent world, long seed, boolean traced, Flaw flaw) {
    this.world = world;
    this.flaw = flaw;
    SplittableRandom seeds = new SplittableRandom(seed);
    this.scheduler = new Scheduler(SimulatedEvent.START, seeds.split());
    this.faults = new FaultPlan(seeds.split(), SimulatedEvent.START);
    this.trace = new Trace(traced);
    SplittableRandom setup = seeds.split();
    this.paceMillis = setup.nextInt(3) == 0 ? 2000 : 40;
    Duration lag =
        faults.has(FaultKind.SLOW_REPLICA)
            ? Duration.ofMillis(10_000 + setup.nextInt(50_000))
            : Duration.ZERO;
    this.table = new LaggingEngine(world.table(), scheduler::now, lag);
    this.recorder = new HistoryWriter(scheduler::now);
    this.seen =
        flaw.table().apply(new FaultyEngine(table, scheduler, faults, trace, this::lookWrote));
    for (int i = 0; i < INSTANCES; i++) {
      int skew = faults.has(FaultKind.CLOCK_SKEW) ? setup.nextInt(-20_000, 20_000) : 0;
      skewed.add(skew != 0);
      instances.add(
          new Instance(
              seen,
              scheduler.clock(Duration.ofMillis(skew)),
              setup.split(),
              scheduler,
              flaw.function()));
    }
    world.orders().forEach(order -> orders.put(order.id(), order));
    world.late().forEach(order -> orders.put(order.id(), order));
  }

  /** Returns whether phones have a bad habit. */
  public boolean phones(Flaw.Habit habit) {
    return flaw.phones() == habit;
  }

  public List<String> lines() {
    return trace.lines();
  }

  public void say(String line) {
    trace.line(scheduler, line);
  }

  public Order order(long id) {
    return orders.get(id);
  }

  /** Makes a new version of an order, later than all before, its target. */
  public void want(Order order, List<Ticket> tickets) {
    Instant next = wanted.plusMillis(1);
    wanted = next.isBefore(scheduler.now()) ? scheduler.now() : next;
    orders.put(order.id(), order.cancelled(false, tickets, wanted));
  }

  public Instance instance(SplittableRandom random) {
    int number = random.nextInt(INSTANCES);
    if (skewed.get(number)) {
      faults.count(FaultKind.CLOCK_SKEW, 1);
    }
    return instances.get(number);
  }

  public Instance freshInstance(SplittableRandom random) {
    return new Instance(
        seen, scheduler.clock(Duration.ZERO), random.split(), scheduler, flaw.function());
  }

  public Instance quietInstance() {
    return quietInstance(table);
  }

  /** Returns an instance without faults whose reads never lag. */
  public Instance truth() {
    return quietInstance(new ConsistentReads(table, true));
  }

  /** Returns an instance without faults that uses the caller's table. */
  public Instance quietInstance(Engine reads) {
    return new Instance(
        reads,
        scheduler.clock(Duration.ZERO),
        new SplittableRandom(0),
        scheduler,
        Flaw.NONE.function());
  }

  /**
   * Serves a request, or several as a batch; there is no answer from a function that is killed or
   * exceeds its timeout.
   */
  public List<Answer> serve(Instance instance, List<Asked> asked, boolean batch) {
    Scheduler.Fiber fiber = scheduler.current();
    if (asked.getFirst().kind() == Asked.Kind.LOOK) {
      looking.add(fiber);
    }
    Instant begun = scheduler.now();
    try {
      List<Answer> answers =
          batch ? instance.serve(asked) : List.of(instance.serve(asked.getFirst()));
      if (answers.size() != asked.size()) {
        violations.add(new Violation(HistoryRule.BATCH_WHOLE, answers + " answer " + asked));
        return none(asked);
      }
      wentOn(asked, answers).ifPresent(violations::add);
      boolean inTime = !scheduler.now().isAfter(begun.plus(Instance.TIMEOUT));
      if (!inTime && !standsStill()) {
        late.add(asked + " took " + Duration.between(begun, scheduler.now()));
      }
      return inTime ? answers : none(asked);
    } catch (Scheduler.Killed e) {
      return none(asked);
    } finally {
      looking.remove(fiber);
    }
  }

  /** Returns which scan of a batch was taken after one of its code without a final answer. */
  private static Optional<Violation> wentOn(List<Asked> asked, List<Answer> answers) {
    Set<String> open = new HashSet<>();
    for (int i = 0; i < asked.size(); i++) {
      if (open.contains(asked.get(i).subject()) && answers.get(i).status() != 503) {
        return Optional.of(new Violation(HistoryRule.BATCH_WHOLE, answers + " go on: " + asked));
      }
      if (answers.get(i).unknown()) {
        open.add(asked.get(i).subject());
      }
    }
    return Optional.empty();
  }

  public static List<Answer> none(List<Asked> asked) {
    return Collections.nCopies(asked.size(), Answer.NONE);
  }

  /** Receives the keys that a look writes: only what is on record of unknown codes is allowed. */
  private void lookWrote(String key) {
    boolean record =
        key.contains("#@unknown#")
            || key.contains("#refused#")
            || key.contains(" " + TableSchema.REFUSED);
    if (looking.contains(scheduler.current()) && !record) {
      violations.add(new Violation(HistoryRule.LOOK_WRITES_NOTHING, "a look writes " + key));
    }
  }

  /**
   * Runs until everything has ended, and then without faults what looks at it; returns what
   * crashed.
   */
  public Optional<String> toTheEnd(Runnable afterwards) {
    try {
      scheduler.run();
      faults.end();
      afterwards.run();
      return Optional.empty();
    } catch (IllegalStateException e) {
      StringWriter text = new StringWriter();
      e.printStackTrace(new PrintWriter(text));
      return Optional.of(text.toString());
    }
  }

  /** Serves a poll; empty if its function was killed. */
  public Optional<FunctionInvoker.Answer> serve(Instance instance, Poll poll) {
    try {
      return Optional.of(instance.serve(poll));
    } catch (Scheduler.Killed e) {
      return Optional.empty();
    }
  }

  /** Runs an attempt in which a function may die, or get no answer; returns whether it succeeds. */
  private boolean attempt(String who, BooleanSupplier attempt) {
    try {
      return attempt.getAsBoolean();
    } catch (UnavailableException | Scheduler.Killed e) {
      say(who + " fails");
    } catch (RuntimeException e) {
      if (!(e.getCause() instanceof Scheduler.Killed)) {
        throw e;
      }
    }
    return false;
  }

  /** Imports the target of an order; returns whether the import is certain to have happened. */
  public boolean imported(
      String who, long id, int tries, int longestMillis, SplittableRandom random) {
    for (int i = 0; i < tries; i++) {
      ImportStore importer = Imports.into(freshInstance(random).stores());
      if (attempt(who, () -> imported(who, id, importer, random))) {
        return true;
      }
      scheduler.sleep(Duration.ofMillis(1 + random.nextInt(longestMillis)));
    }
    return false;
  }

  private boolean imported(String who, long id, ImportStore importer, SplittableRandom random) {
    say(who + " puts order " + id);
    ImportOutcome outcome =
        Imports.put(importer, SimulatedEvent.ACCOUNT, SimulatedEvent.EVENT, order(id));
    say(who + " put order " + id + ": " + outcome);
    if (outcome.kind() == ImportOutcome.Kind.REFUSED) {
      throw new IllegalStateException("refused: " + outcome);
    }
    if (outcome.kind() == ImportOutcome.Kind.BUSY) {
      return false;
    }
    if (random.nextInt(3) == 0) {
      importer.settle();
    }
    return true;
  }

  public void untrue(String how) {
    untrueOf(new Violation(HistoryRule.NOT_MODIFIED_TRUE, how));
  }

  public void untrueOf(Violation violation) {
    violations.add(violation);
  }

  /** Counts an answer that nothing had changed, after it was compared with the table. */
  public void unchanged() {
    unchanged++;
  }

  public List<Violation> violations() {
    return List.copyOf(violations);
  }

  /** Returns how many polls were told, rightly, that nothing had changed. */
  public long unchangedPolls() {
    return unchanged;
  }

  private boolean standsStill() {
    return faults.has(FaultKind.STALL) || faults.has(FaultKind.OVERTAKEN);
  }

  /** Returns the requests that were late although nothing stalled their function. */
  public List<String> late() {
    return List.copyOf(late);
  }
}
