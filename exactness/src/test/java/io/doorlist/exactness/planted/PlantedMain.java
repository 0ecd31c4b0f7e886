package io.doorlist.exactness.planted;

import io.doorlist.exactness.history.Rule;
import io.doorlist.exactness.history.Violation;
import io.doorlist.exactness.simulator.Simulation;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Counts from the command line how many seeds catch each planted fault, and by which rules. */
public final class PlantedMain {
  private PlantedMain() {}

  /** Runs {@code [SEEDS]} for each fault. */
  public static void main(String[] arguments) {
    int seeds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 100;
    for (Planted fault : Planted.values()) {
      if (arguments.length > 1 && !fault.name().equals(arguments[1])) {
        continue;
      }
      int caught = 0;
      long first = -1;
      Map<Rule, Integer> rules = new EnumMap<>(Rule.class);
      for (long seed = 0; seed < seeds; seed++) {
        List<Violation> violations = Simulation.run(seed, fault.flaw()).violations();
        if (!violations.isEmpty()) {
          caught++;
          first = first < 0 ? seed : first;
          violations.stream()
              .map(Violation::rule)
              .distinct()
              .forEach(rule -> rules.merge(rule, 1, Integer::sum));
        }
      }
      System.out.printf(
          "%-30s caught by %d of %d seeds, first %d, %s%n", fault, caught, seeds, first, rules);
    }
  }
}
