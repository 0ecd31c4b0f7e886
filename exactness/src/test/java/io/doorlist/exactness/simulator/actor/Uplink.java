package io.doorlist.exactness.simulator.actor;

import io.doorlist.exactness.history.Answer;
import io.doorlist.exactness.history.Asked;
import io.doorlist.exactness.history.Moment;
import io.doorlist.exactness.simulator.evening.Instance;
import io.doorlist.exactness.simulator.evening.Run;
import io.doorlist.exactness.simulator.schedule.Scheduler;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A phone's network: it is slow, loses requests and answers, and for minutes it is gone. */
final class Uplink {
  /** No request is on its way for longer; the page relies on that. */
  private static final int MAX_WAY_MILLIS = 45_000;

  private static final int MAX_SLOW_MILLIS = 3_000;

  private final int number;
  private final Run run;
  private final SplittableRandom random;
  private final int lost;
  private final int slow;
  private final Instant goneFrom;
  private final Instant goneUntil;

  Uplink(int number, Run run, SplittableRandom random) {
    this.number = number;
    this.run = run;
    this.random = random;
    this.lost = 8 + random.nextInt(40);
    this.slow = 3 + random.nextInt(20);
    this.goneFrom = run.scheduler().now().plusMillis(random.nextInt(30_000));
    int gone = random.nextInt(5) == 0 ? 900_000 : 20_000;
    this.goneUntil = goneFrom.plusMillis(random.nextBoolean() ? random.nextInt(gone) : 0);
  }

  boolean there() {
    Instant now = run.scheduler().now();
    return now.isBefore(goneFrom) || !now.isBefore(goneUntil);
  }

  /** Returns an instance that answers, for what is no request of the history. */
  Instance instance() {
    return run.instance(random);
  }

  /** Sends a request, and waits for its answer as long as the page does. */
  List<Answer> ask(List<Asked> wishes, boolean batch, Duration patience) {
    Scheduler scheduler = run.scheduler();
    if (!there()) {
      scheduler.sleep(Duration.ofMillis(1 + random.nextInt(300)));
      return Run.none(wishes);
    }
    Moment begun = run.recorder().now();
    Instant until = scheduler.now().plus(patience);
    Scheduler.Fiber waiting = scheduler.current();
    List<Answer> arrived = new ArrayList<>();
    run.say("page " + number + " asks " + wishes);
    if (random.nextInt(lost) > 0) {
      Instance instance = instance();
      Duration way = way(MAX_WAY_MILLIS);
      Duration back = way(MAX_SLOW_MILLIS);
      boolean answered = random.nextInt(lost) > 0;
      scheduler.start(
          way,
          () -> {
            List<Answer> answers = run.serve(instance, wishes, batch);
            scheduler.sleep(back);
            if (answered) {
              arrived.addAll(answers);
              scheduler.wake(waiting);
            }
          });
    }
    while (arrived.isEmpty() && scheduler.now().isBefore(until)) {
      scheduler.sleep(Duration.between(scheduler.now(), until));
    }
    List<Answer> answers = arrived.isEmpty() ? Run.none(wishes) : List.copyOf(arrived);
    for (int i = 0; i < wishes.size(); i++) {
      run.recorder().ended(number, wishes.get(i), begun, answers.get(i));
    }
    run.say("page " + number + " hears " + answers);
    return answers;
  }

  private Duration way(int most) {
    int millis =
        random.nextInt(slow) > 0
            ? random.nextInt(30)
            : random.nextInt(random.nextBoolean() ? most : MAX_SLOW_MILLIS);
    return Duration.ofMillis(1 + millis);
  }
}
