package io.doorlist.exactness.simulator.actor;

import io.doorlist.exactness.simulator.evening.Run;
import io.doorlist.exactness.simulator.evening.SimulatedEvent;
import io.doorlist.exactness.simulator.fault.DeadWriters;
import java.time.Duration;
import java.util.SplittableRandom;

/**
 * Many functions that reserve ordinals in a list and are then killed. So even runs of a few
 * requests settle, and gaps get old enough to be closed before writers that are only slow.
 */
public record Crowd(Run run, SplittableRandom random) {
  public void come(int times) {
    for (int i = 0; i < times; i++) {
      run.scheduler.sleep(Duration.ofMillis(random.nextInt(2 * run.paceMillis)));
      die(random.nextBoolean() ? SimulatedEvent.MAIN : SimulatedEvent.EVERYONE);
    }
  }

  private void die(long list) {
    DeadWriters.die(
        run.faults,
        run.table,
        SimulatedEvent.ACCOUNT + "#" + SimulatedEvent.EVENT + "#list#" + list + "#checkins#live",
        random.nextInt(3) * 2 * DeadWriters.SETTLE_EVERY - random.nextInt(2));
  }
}
