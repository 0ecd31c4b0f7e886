package io.doorlist.exactness.planted;

import io.doorlist.exactness.history.HistoryRule;
import io.doorlist.exactness.simulator.SeedReport;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Looks for a seed that catches each planted fault; those that are caught are not run any more. */
public final class PlantedHunt {
  private final Set<Planted> faults = EnumSet.allOf(Planted.class);
  private final Set<Planted> caught = ConcurrentHashMap.newKeySet();

  /** Leaves out the faults of storms. */
  PlantedHunt withoutStorms() {
    faults.removeIf(Planted::isOfStorms);
    return this;
  }

  /** Runs a seed with each fault that is left, and counts which it catches, by which rules. */
  public SeedReport run(long seed) {
    Map<String, Long> counts = new HashMap<>();
    List<String> lines = new ArrayList<>();
    for (Planted fault : faults) {
      Set<HistoryRule> rules = caught.contains(fault) ? Set.of() : fault.caught(seed);
      counts.put(fault.name(), 0L);
      if (!rules.isEmpty() && caught.add(fault)) {
        counts.put(fault.name(), 1L);
        lines.add(fault.name() + " breaks " + rules);
      }
    }
    return new SeedReport(seed, List.of(), counts, lines);
  }
}
