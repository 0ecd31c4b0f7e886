package io.doorlist.exactness.storm;

import io.doorlist.exactness.history.Answer;
import io.doorlist.exactness.simulator.evening.Flaw;
import io.doorlist.exactness.simulator.evening.Instance;
import io.doorlist.exactness.simulator.schedule.Scheduler;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Instances of the function as Lambda has them: each serves one request at a time, the one that was
 * idle last is taken first, and there are no more than an account may have.
 */
final class Instances {
  private final DynamoDbClient client;
  private final Scheduler scheduler;
  private final SplittableRandom random;
  private final int max;
  private final Deque<Instance> idle = new ArrayDeque<>();
  private int made;
  private long refused;

  Instances(DynamoDbClient client, Scheduler scheduler, SplittableRandom random, int max) {
    this.max = max;
    this.client = client;
    this.scheduler = scheduler;
    this.random = random;
  }

  /** Lets an instance serve a request; empty if all are busy, or if it has no answer. */
  <T> Optional<T> serve(Function<Instance, T> request) {
    Instance instance = idle.poll();
    if (instance == null) {
      if (made == max) {
        refused++;
        return Optional.empty();
      }
      made++;
      instance =
          new Instance(
              client,
              scheduler.clock(Duration.ZERO),
              random.split(),
              scheduler,
              Flaw.NONE.function());
    }
    T answer = request.apply(instance);
    idle.push(instance);
    return Optional.ofNullable(answer);
  }

  /** Returns the answer of Lambda when all instances are busy. */
  static Answer busy() {
    return Answer.refused(429, "");
  }

  int made() {
    return made;
  }

  long refused() {
    return refused;
  }
}
