package io.doorlist.table.conformance;

import io.doorlist.table.ItemChange;
import io.doorlist.table.memory.MemoryEngine;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Our engines do what DynamoDB Local does, but for {@link Known} differences. */
class ConformanceTest {
  private final List<ItemChange> changes = new ArrayList<>();

  @Test
  void randomCalls_areAnsweredAsByDynamoDbLocal() {
    MemoryEngine memory = new MemoryEngine(InstantSource.system(), changes::add);

    new DynamoComparison(memory, this::changes).run();
  }

  private List<ItemChange> changes() {
    List<ItemChange> told = List.copyOf(changes);
    changes.clear();
    return told;
  }
}
