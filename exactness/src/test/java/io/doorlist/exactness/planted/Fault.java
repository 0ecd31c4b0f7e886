package io.doorlist.exactness.planted;

import io.doorlist.exactness.history.Rule;
import io.doorlist.exactness.history.Violation;
import io.doorlist.exactness.simulator.CopySimulation;
import io.doorlist.exactness.simulator.PassageSimulation;
import io.doorlist.exactness.simulator.Report;
import io.doorlist.exactness.simulator.Simulation;
import io.doorlist.exactness.simulator.evening.Flaw;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A planted fault, which some seed must catch.
 *
 * @param evening what one seed with the fault comes to
 * @param expected the rules that it breaks
 */
public record Fault(String name, LongFunction<Report> evening, Predicate<Rule> expected) {
  /** Returns all of them. */
  static List<Fault> all() {
    List<Fault> all = new ArrayList<>();
    for (Planted fault : Planted.values()) {
      Flaw flaw = fault.flaw();
      all.add(new Fault(fault.name(), seed -> Simulation.run(seed, false, flaw), rule -> true));
    }
    for (CopyFaults fault : CopyFaults.values()) {
      Flaw flaw = Flaw.ofTable(fault::on);
      all.add(
          new Fault(
              fault.name(),
              seed -> CopySimulation.run(seed, false, flaw),
              rule -> rule == fault.rule()));
    }
    for (PassageFaults fault : PassageFaults.values()) {
      Flaw flaw = Flaw.ofTable(fault::on);
      all.add(
          new Fault(
              fault.name(),
              seed -> PassageSimulation.run(seed, false, flaw),
              rule -> rule == fault.rule()));
    }
    return all;
  }

  /** Returns the rules by which a seed catches it. */
  Set<Rule> caught(long seed) {
    return evening.apply(seed).violations().stream()
        .map(Violation::rule)
        .filter(expected)
        .collect(Collectors.toSet());
  }

  /** Returns which faults a seed catches, and by which rules. */
  public static Report hunt(long seed) {
    Map<String, Long> counts = new HashMap<>();
    List<String> lines = new ArrayList<>();
    for (Fault fault : all()) {
      Set<Rule> rules = fault.caught(seed);
      counts.put(fault.name(), rules.isEmpty() ? 0L : 1L);
      rules.forEach(rule -> counts.put(fault.name() + " by " + rule, 1L));
      lines.add(fault.name() + " " + rules);
    }
    return new Report(seed, List.of(), counts, lines);
  }

  @Override
  public String toString() {
    return name;
  }
}
