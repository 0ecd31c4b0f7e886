package io.doorlist.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
  @Test
  void report_printsATable_andWritesTheSameAsJson(@TempDir Path folder) throws Exception {
    Report report = new Report("apples", "how many apples", List.of("red", "green"));
    report.row("count", List.of(1200, 3.5));
    report.check("there are apples", true);
    report.check("there are pears", false);
    ByteArrayOutputStream printed = new ByteArrayOutputStream();

    report.print(new PrintStream(printed, true, StandardCharsets.UTF_8));
    Map<String, Object> written = Json.readObject(Files.readString(report.write(folder)));

    List<String> lines = printed.toString(StandardCharsets.UTF_8).lines().toList();
    assertEquals("how many apples", lines.getFirst());
    assertTrue(lines.contains("             red      green"), lines.toString());
    assertTrue(lines.contains("count      1,200       3.50"), lines.toString());
    assertTrue(lines.contains("holds   there are apples"), lines.toString());
    assertTrue(lines.contains("MISSED  there are pears"), lines.toString());
    assertEquals("{count=[1200, 3.50]}", written.get("figures").toString());
    assertEquals(Map.of("there are apples", true, "there are pears", false), written.get("checks"));
    assertEquals(List.of("there are pears"), report.missed());
  }
}
