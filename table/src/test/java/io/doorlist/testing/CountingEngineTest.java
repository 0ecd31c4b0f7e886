package io.doorlist.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.table.FaultException;
import io.doorlist.table.Key;
import io.doorlist.table.Pace;
import io.doorlist.table.Retry;
import io.doorlist.table.Table;
import io.doorlist.table.Time;
import io.doorlist.table.memory.MemoryEngine;
import java.time.Clock;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CountingEngineTest {
  private boolean busy = true;

  /** Issue 73: DynamoDB Local on a busy machine waited too long for a lock, and was asked again. */
  @Test
  void callThatIsAskedAgain_countsOnce() {
    CountingEngine engine =
        new CountingEngine(
            new RelayingEngine(new MemoryEngine()) {
              @Override
              protected <A> A relay(Call<A> call) {
                if (busy) {
                  busy = false;
                  throw new FaultException("waited too long for a lock", null);
                }
                return super.relay(call);
              }
            });
    Time time = new Time(Clock.systemUTC(), new Random(1), pause -> {});
    Table table = new Table(engine, "table", new Retry(time, Pace.FREE), Duration.ofMinutes(1));

    table.get(new Key("a", "b"));

    assertEquals(1, engine.spent().reads());
  }
}
