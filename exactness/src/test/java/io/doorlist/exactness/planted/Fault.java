package io.doorlist.exactness.planted;

import io.doorlist.exactness.history.Rule;
import io.doorlist.exactness.history.Violation;
import io.doorlist.exactness.simulator.CopySimulation;
import io.doorlist.exactness.simulator.PassageSimulation;
import io.doorlist.exactness.simulator.Report;
import io.doorlist.exactness.simulator.Simulation;
import io.doorlist.exactness.simulator.evening.Flaw;
import io.doorlist.exactness.storm.Goodput;
import io.doorlist.exactness.storm.StormFault;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A planted fault, which some seed must catch.
 *
 * @param hunt what one seed with the fault comes to
 * @param expected the rules that it breaks
 */
record Fault(String name, LongFunction<Report> hunt, Predicate<Rule> expected) {
  /** Returns those of evenings. */
  static List<Fault> ofEvenings() {
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

  /** Returns those of storms, which take a hundred times as long. */
  static List<Fault> ofStorms() {
    List<Fault> all = new ArrayList<>();
    for (StormFault fault : EnumSet.complementOf(EnumSet.of(StormFault.NONE))) {
      all.add(
          new Fault(
              fault.name(), seed -> Goodput.run(seed, false, fault), rule -> rule == Rule.GOODPUT));
    }
    return all;
  }

  /** Returns the rules by which a seed catches it. */
  Set<Rule> caught(long seed) {
    return hunt.apply(seed).violations().stream()
        .map(Violation::rule)
        .filter(expected)
        .collect(Collectors.toSet());
  }
}
