package io.doorlist.bench;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.bench.cold.PrimingRecorder;
import io.doorlist.bench.cost.Cost;
import io.doorlist.bench.cost.CostBench;
import io.doorlist.bench.report.BenchReport;
import io.doorlist.priming.Priming;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Short forms of the measurements: they keep working, and what does not depend on time holds. */
class BenchTest {
  /** Issue 7: requests cost what docs/table-design.md states. */
  @Test
  void cost_isAsDocumented() throws Exception {
    CostBench bench = CommandLine.populateCommand(new CostBench(), "--rows", "1000");

    BenchReport report = bench.measure();

    assertEquals(List.of(), report.missed());
    String design = Files.readString(CostBench.DESIGN);
    List<String> lines = bench.costs().stream().map(Cost::line).toList();
    assertEquals(List.of(), lines.stream().filter(line -> !design.contains(line)).toList());
    assertTrue(lines.stream().anyMatch(line -> line.contains(" of 1,000 ")), lines.toString());
  }

  /** A function primed with less than its requests need, or with something else, would be slow. */
  @Test
  void priming_isWhatFunctionsAskFor() throws Exception {
    for (Map.Entry<Path, String> each : PrimingRecorder.record().entrySet()) {
      assertEquals(
          PrimingRecorder.words(each.getValue()),
          PrimingRecorder.words(Files.readString(each.getKey())),
          () -> each.getKey() + ": tools/bench/run cold --record writes it");
    }
  }

  /** A function that does not answer as recorded does not start, so a stack cannot be deployed. */
  @Test
  void priming_answersAsRecorded() {
    System.setProperty(Priming.ROUNDS, "1");
    try {
      assertDoesNotThrow(PrimingRecorder::start);
    } finally {
      System.clearProperty(Priming.ROUNDS);
    }
  }
}
