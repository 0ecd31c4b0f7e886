package io.doorlist.exactness.opinion;

import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;

/** Lincheck's model checker by command: it walks interleavings one by one, and shows a bad one. */
public final class ModelCheckingMain {
  private ModelCheckingMain() {}

  /** Runs {@code [SCENARIOS [INTERLEAVINGS]]} on the store, and on one with a planted fault. */
  public static void main(String[] arguments) {
    int scenarios = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 3;
    int interleavings = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 50;
    boolean sound = holds(LincheckTest.Sound.class, scenarios, interleavings);
    boolean planted = holds(LincheckTest.Unconditional.class, scenarios, interleavings);
    System.exit(sound && !planted ? 0 : 1);
  }

  private static boolean holds(Class<?> calls, int scenarios, int interleavings) {
    try {
      new ModelCheckingOptions()
          .iterations(scenarios)
          .invocationsPerIteration(interleavings)
          .threads(2)
          .actorsPerThread(1)
          .actorsBefore(0)
          .actorsAfter(1)
          .minimizeFailedScenario(false)
          .sequentialSpecification(LincheckTest.Sequential.class)
          .check(calls);
      System.out.println(calls.getSimpleName() + ": nothing found");
      return true;
    } catch (LincheckAssertionError e) {
      System.out.println(calls.getSimpleName() + ": " + e.getMessage());
      return false;
    }
  }
}
