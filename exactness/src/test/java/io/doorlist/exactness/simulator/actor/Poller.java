package io.doorlist.exactness.simulator.actor;

import io.doorlist.exactness.simulator.evening.Instance;
import io.doorlist.exactness.simulator.evening.Poll;
import io.doorlist.exactness.simulator.evening.Run;
import io.doorlist.exactness.simulator.evening.SimulatedEvent;
import io.doorlist.testing.FunctionInvoker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Repeats a read with the tag that it has. When it is told that nothing has changed, what it has
 * must be what the table shows now. What lagging reads or a half-done change showed when it got the
 * tag does not count. The answer may be true at any moment between request and answer, so it is
 * wrong only if the table shows the same other value at both ends.
 */
public final class Poller {
  private static final int TIMES = 10;
  private static final List<Duration> PAUSES =
      List.of(Duration.ofMillis(20), Duration.ofSeconds(3), Duration.ofMinutes(21));

  private final int number;
  private final Run run;
  private final SplittableRandom random;
  private final Instance truth;
  private final Map<String, String> known = new HashMap<>();

  public Poller(int number, Run run, SplittableRandom random) {
    this.number = number;
    this.run = run;
    this.random = random;
    this.truth = run.truth();
  }

  public void poll() {
    long list = random.nextBoolean() ? SimulatedEvent.MAIN : SimulatedEvent.EVERYONE;
    int page = 1 + random.nextInt(8) / 7;
    List<Poll> polls = new ArrayList<>();
    Poll.PARTS.forEach(part -> polls.add(new Poll(list, part, page, null)));
    for (int i = 0; i < TIMES; i++) {
      polls.replaceAll(this::poll);
      Duration longest = PAUSES.get(random.nextInt(1 + i * PAUSES.size() / TIMES));
      run.scheduler.sleep(Duration.ofNanos(1 + random.nextLong(longest.toNanos())));
    }
  }

  private Poll poll(Poll poll) {
    String before = truth.serve(poll.with(null)).body();
    Optional<FunctionInvoker.Answer> told = run.serve(run.instance(random), poll);
    String after = truth.serve(poll.with(null)).body();
    if (told.isPresent() && told.get().status() == 304) {
      run.say("poller " + number + " has " + poll + " still");
      run.unchanged();
      String has = known.get(poll.part());
      if (before.equals(after) && !before.equals(has)) {
        run.untrue(poll + " is said to be unchanged: has " + has + ", is " + after);
      }
    } else if (told.isPresent() && told.get().status() == 200) {
      known.put(poll.part(), told.get().body());
      run.say("poller " + number + " gets " + poll + " as " + told.get().headers().get("ETag"));
      return poll.with(told.get().headers().get("ETag"));
    }
    return poll;
  }
}
