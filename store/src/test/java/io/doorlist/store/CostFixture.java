package io.doorlist.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.testing.CountingEngine;
import io.doorlist.testing.Stores;
import io.doorlist.testing.TestTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;

/**
 * A table that counts requests and capacity units, and the costs that docs/table-design.md states.
 */
abstract class CostFixture {
  final TestTable table = new TestTable();
  final CountingEngine client = new CountingEngine(table.engine());
  final Stores stores = table.stores(client, Clock.systemUTC());

  void assertCost(int pattern, Runnable read) throws Exception {
    client.spent();
    read.run();
    assertDocumented(pattern, client.spent().readUnits());
  }

  static void assertDocumented(int pattern, double units) throws Exception {
    Path design = Path.of(System.getProperty("doorlist.root"), "docs", "table-design.md");
    String row =
        Files.readAllLines(design).stream()
            .filter(line -> line.startsWith("| " + pattern + " |"))
            .findFirst()
            .orElseThrow();
    String[] cells = row.split("\\|");
    double documented = Double.parseDouble(cells[cells.length - 1].strip().split("[ ,]")[0]);
    assertEquals(documented, units, 0.5, "docs/table-design.md, pattern " + pattern);
  }
}
