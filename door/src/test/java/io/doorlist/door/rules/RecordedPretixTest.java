package io.doorlist.door.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What a live pretix decided about 300 of the pairs that {@code tools/pretix/run rules} draws: all
 * operators and variables, time zones, clocks that are put forward and back (issue 35). A line has
 * the columns that {@code tools/pretix/rules.py} writes.
 */
class RecordedPretixTest {
  @Test
  void judge_saysWhatPretixSaid() throws Exception {
    List<String> lines;
    try (InputStream file = RecordedPretixTest.class.getResourceAsStream("pretix.tsv")) {
      lines = new String(file.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
    List<String> differences = new ArrayList<>();
    for (String line : lines) {
      String[] columns = line.split("\t", -1);
      boolean letIn = Rule.read(columns[10]).judge(facts(columns)).isEmpty();
      if (letIn != columns[0].equals("in")) {
        differences.add(line);
      }
    }
    assertEquals(List.of(), differences);
    assertTrue(lines.size() == 300, () -> lines.size() + " pairs");
  }

  private static RuleFacts facts(String[] columns) {
    List<Long> entries = new ArrayList<>();
    long latest = Long.MIN_VALUE;
    boolean inside = false;
    for (String passage : columns[9].isEmpty() ? new String[0] : columns[9].split(" ")) {
      long at = Long.parseLong(passage.substring(1));
      boolean entry = passage.charAt(0) == '+';
      if (entry) {
        entries.add(at);
      }
      inside = at > latest ? entry : inside;
      latest = Math.max(at, latest);
    }
    return new RuleFacts(
        Long.parseLong(columns[3]),
        number(columns[4]),
        number(columns[5]),
        new EventDates(Long.parseLong(columns[6]), number(columns[7]), number(columns[8])),
        new PastEntries(entries, inside),
        Long.parseLong(columns[2]),
        ZoneTable.of(
            ZoneId.of(columns[1]),
            Instant.parse("2024-01-01T00:00:00Z"),
            Instant.parse("2030-01-01T00:00:00Z")));
  }

  private static Long number(String text) {
    return text.isEmpty() ? null : Long.valueOf(text);
  }
}
