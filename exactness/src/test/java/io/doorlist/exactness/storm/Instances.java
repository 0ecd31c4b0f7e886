package io.doorlist.exactness.storm;

import io.doorlist.exactness.simulator.evening.Flaw;
import io.doorlist.exactness.simulator.evening.Instance;
import io.doorlist.exactness.simulator.schedule.Scheduler;
import io.doorlist.table.Engine;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * Instances of the function as Lambda has them: each serves one request at a time, and the one that
 * was idle last is taken first.
 */
final class Instances {
  private final Engine table;
  private final Scheduler scheduler;
  private final SplittableRandom random;
  private final Deque<Instance> idle = new ArrayDeque<>();

  Instances(Engine table, Scheduler scheduler, SplittableRandom random) {
    this.table = table;
    this.scheduler = scheduler;
    this.random = random;
  }

  <T> T serve(Function<Instance, T> request) {
    Instance instance = idle.isEmpty() ? start() : idle.pop();
    T answer = request.apply(instance);
    idle.push(instance);
    return answer;
  }

  private Instance start() {
    return new Instance(
        table, scheduler.clock(Duration.ZERO), random.split(), scheduler, Flaw.NONE.function());
  }
}
