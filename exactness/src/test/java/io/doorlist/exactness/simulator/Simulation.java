package io.doorlist.exactness.simulator;

import io.doorlist.exactness.history.Answer;
import io.doorlist.exactness.history.Asked;
import io.doorlist.exactness.history.Checker;
import io.doorlist.exactness.history.Operation;
import io.doorlist.exactness.history.Rule;
import io.doorlist.exactness.history.Violation;
import io.doorlist.exactness.history.Walk;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** One seed: a whole evening at the doors, and what is to be said of it. */
public final class Simulation {
  private final long seed;
  private final boolean traced;
  private final UnaryOperator<DynamoDbClient> planted;

  private Simulation(long seed, boolean traced, UnaryOperator<DynamoDbClient> planted) {
    this.seed = seed;
    this.traced = traced;
    this.planted = planted;
  }

  /**
   * What came of a run.
   *
   * @param unchangedPolls polls that were told, rightly, that nothing had changed
   * @param lines the event log, if the run was traced
   */
  public record Report(
      long seed,
      List<Violation> violations,
      List<Operation> operations,
      Map<FaultKind, Long> faults,
      long unchangedPolls,
      List<String> lines) {}

  /** Runs a seed. */
  public static Report run(long seed) {
    return new Simulation(seed, false, client -> client).run();
  }

  /** Runs a seed with its event log. */
  public static Report trace(long seed) {
    return new Simulation(seed, true, client -> client).run();
  }

  /** Runs a seed with a fault planted between every function and the table. */
  public static Report run(long seed, UnaryOperator<DynamoDbClient> planted) {
    return new Simulation(seed, false, planted).run();
  }

  private Report run() {
    SplittableRandom plan = new SplittableRandom(seed ^ 0x5eedL);
    boolean large = plan.nextInt(12) == 0;
    World world = World.of(large);
    Run run = new Run(world, seed, traced, planted);
    populate(run, world, plan);
    List<Violation> violations = new ArrayList<>();
    List<Walk> walks = new ArrayList<>();
    try {
      run.scheduler().run();
      run.faults().end();
      walks.addAll(walk(run, plan));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    } catch (IllegalStateException e) {
      violations.add(new Violation(Rule.EXPECTED_ANSWER, Crash.text(e)));
    }
    run.faults().count(FaultKind.SLOW_REPLICA, run.table().staleReads());
    violations.addAll(run.untrue());
    run.late().forEach(how -> violations.add(new Violation(Rule.EXPECTED_ANSWER, how)));
    violations.addAll(new Checker(world.roster()).check(run.recorder().operations(), walks));
    violations.addAll(TableCheck.of(run.table().table()));
    return new Report(
        seed,
        violations,
        run.recorder().operations(),
        run.faults().counts(),
        run.unchangedPolls(),
        run.lines());
  }

  private static void populate(Run run, World world, SplittableRandom plan) {
    Wishes wishes = new Wishes(world, plan.split());
    int phones = 3 + plan.nextInt(6);
    for (int i = 0; i < phones; i++) {
      Phone phone = new Phone(i, run, plan.split());
      List<Asked> wanted = wishes.draw(1 + plan.nextInt(6));
      run.scheduler().start(Duration.ofMillis(plan.nextInt(30)), () -> phone.use(wanted));
    }
    int organisers = plan.nextInt(3);
    for (int i = 0; i < organisers; i++) {
      Organiser organiser = new Organiser(100 + i, run, plan.split());
      int changes = 1 + plan.nextInt(4);
      run.scheduler().start(Duration.ofMillis(plan.nextInt(30)), () -> organiser.work(changes));
    }
    if (plan.nextInt(2) == 0) {
      Poller poller = new Poller(200, run, plan.split());
      run.scheduler().start(Duration.ofMillis(plan.nextInt(30)), poller::poll);
    }
    if (run.faults().has(FaultKind.DEAD_WRITERS)) {
      Crowd crowd = new Crowd(run, plan.split());
      int times = 1 + plan.nextInt(12);
      run.scheduler().start(Duration.ZERO, () -> crowd.come(times));
    }
  }

  /** Reads all lists page by page, when nothing happens any more. */
  private static List<Walk> walk(Run run, SplittableRandom plan) throws InterruptedException {
    Instance instance = run.quietInstance();
    List<Walk> walks = new ArrayList<>();
    for (long list : run.world().roster().lists().stream().sorted().toList()) {
      Answer count = instance.serve(Asked.count(list, "token-a"));
      int items = 1 + plan.nextInt(30);
      List<Answer.Seen> rows = new ArrayList<>();
      Answer answer;
      int page = 0;
      do {
        answer = instance.serve(Asked.page(list, "token-a", ++page, items));
        rows.addAll(answer.checkins());
      } while (!answer.checkins().isEmpty());
      walks.add(new Walk(list, count.count(), rows));
    }
    return walks;
  }
}
