package io.doorlist.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class ReportTest {
  private final Report report = new Report("door", "how many come in", List.of("in/s"));

  @Test
  void row_isAnother_whenItsTitleIsThereAlready() {
    report.row("250/s", List.of(249));
    report.row("250/s", List.of(170));

    assertEquals(249, report.figure("250/s", "in/s"));
    assertEquals(170, report.figure("250/s (2)", "in/s"));
  }

  @Test
  void check_staysMissed_whenItHoldsLater() {
    report.check("all get in", false);
    report.check("all get in", true);

    assertEquals(List.of("all get in"), report.missed());
  }
}
