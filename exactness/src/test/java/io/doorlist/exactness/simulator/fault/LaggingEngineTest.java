package io.doorlist.exactness.simulator.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Range;
import io.doorlist.table.Write;
import io.doorlist.table.memory.MemoryEngine;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class LaggingEngineTest {
  private static final Key KEY = new Key("p", "s");
  private static final Range ALL = Range.whole("p");

  private Instant now = Instant.EPOCH;

  @Test
  void slowReplica_showsWhatWas_toThoseWhoDoNotInsist() {
    LaggingEngine table = new LaggingEngine(new MemoryEngine(), () -> now, Duration.ofSeconds(5));
    table.write(Write.put(new Item(KEY)));

    assertTrue(table.get(KEY).isPresent());
    assertEquals(1, table.query(ALL, null).items().size());
    assertTrue(LaggingEngine.eventually(() -> table.get(KEY)).isEmpty());
    assertEquals(0, table.query(ALL.eventually(), null).items().size());
    assertEquals(2, table.staleReads());

    now = Instant.EPOCH.plusSeconds(5);
    assertTrue(LaggingEngine.eventually(() -> table.get(KEY)).isPresent());
    assertEquals(1, table.query(ALL.eventually(), null).items().size());
    assertEquals(2, table.staleReads());
  }
}
