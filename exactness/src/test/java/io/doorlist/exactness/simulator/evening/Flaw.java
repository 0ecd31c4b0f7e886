package io.doorlist.exactness.simulator.evening;

import io.doorlist.table.Engine;
import io.doorlist.testing.FunctionInvoker.Answer;
import io.doorlist.testing.FunctionInvoker.Input;
import java.util.function.UnaryOperator;

/**
 * A fault planted around every function.
 *
 * @param table what is between the function and its table
 * @param function the layer between the gateway and the function: input to output
 * @param phones what phones do wrong
 */
public record Flaw(UnaryOperator<Engine> table, UnaryOperator<Served> function, Habit phones) {
  /** What phones may do wrong. */
  public enum Habit {
    NONE,

    /** They leave it at a refusal, and do not withdraw the scan. */
    REFUSED_IS_OVER,

    /** They send a group's exit without how many leave. */
    COUNTS_DROPPED
  }

  public interface Served {
    Answer serve(Input input);
  }

  public static final Flaw NONE = ofTable(table -> table);

  /** Returns a fault between functions and table. */
  public static Flaw ofTable(UnaryOperator<Engine> table) {
    return new Flaw(table, function -> function, Habit.NONE);
  }

  /** Returns a fault between gateway and functions. */
  public static Flaw ofFunction(UnaryOperator<Served> function) {
    return new Flaw(table -> table, function, Habit.NONE);
  }

  /** Returns a fault of phones. */
  public static Flaw ofPhones(Habit habit) {
    return new Flaw(table -> table, function -> function, habit);
  }
}
