package io.doorlist.exactness;

import io.doorlist.exactness.planted.PlantedHunt;
import io.doorlist.exactness.simulator.CopySimulation;
import io.doorlist.exactness.simulator.DeskSimulation;
import io.doorlist.exactness.simulator.PassageSimulation;
import io.doorlist.exactness.simulator.SeedReport;
import io.doorlist.exactness.simulator.Simulation;
import io.doorlist.exactness.simulator.evening.Flaw;
import io.doorlist.exactness.storm.Goodput;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What is hunted: a table of what one seed runs. */
enum Hunt {
  SIMULATOR(
      "evenings at the doors, while everything fails",
      1000,
      (seed, traced) -> Simulation.run(seed, traced, Flaw.NONE)),
  COMINGS(
      "people who leave and come back",
      1000,
      (seed, traced) -> PassageSimulation.run(seed, traced, Flaw.NONE)),
  COPIES(
      "phones with copies, and boards, while others check in and import",
      1000,
      (seed, traced) -> CopySimulation.run(seed, traced, Flaw.NONE)),
  DESKS(
      "desks that add and change guests, take money and keep names",
      1000,
      (seed, traced) -> DeskSimulation.run(seed, traced, Flaw.NONE)),
  STORM("forty brief storms at three times what a partition takes", 25, Goodput::run),
  PLANTED("planted faults, each until a seed catches it", 400, planted());

  private final String what;
  private final long seeds;
  private final Evening evening;

  Hunt(String what, long seeds, Evening evening) {
    this.what = what;
    this.seeds = seeds;
    this.evening = evening;
  }

  private interface Evening {
    SeedReport run(long seed, boolean traced);
  }

  private static Evening planted() {
    PlantedHunt hunt = new PlantedHunt();
    return (seed, traced) -> hunt.run(seed);
  }

  static Optional<Hunt> named(String name) {
    return Arrays.stream(values()).filter(hunt -> hunt.toString().equals(name)).findFirst();
  }

  String what() {
    return what;
  }

  /** Returns how many seeds it runs unless somebody says otherwise. */
  long seeds() {
    return seeds;
  }

  SeedReport run(long seed) {
    return evening.run(seed, false);
  }

  SeedReport trace(long seed) {
    return evening.run(seed, true);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
