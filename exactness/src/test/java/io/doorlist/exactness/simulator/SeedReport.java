package io.doorlist.exactness.simulator;

import io.doorlist.exactness.history.Violation;
import java.util.List;
import java.util.Map;

/**
 * What became of one seed.
 *
 * @param counts how often what happened, by its name
 * @param lines the event log, if the run was traced
 */
public record SeedReport(
    long seed, List<Violation> violations, Map<String, Long> counts, List<String> lines) {
  public SeedReport {
    violations = List.copyOf(violations);
    counts = Map.copyOf(counts);
    lines = List.copyOf(lines);
  }
}
