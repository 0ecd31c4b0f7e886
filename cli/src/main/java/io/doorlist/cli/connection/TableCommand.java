package io.doorlist.cli.connection;

import io.doorlist.cli.console.Console;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

public abstract class TableCommand implements Callable<Integer> {
  @Mixin protected TableOptions target;
  @Spec private CommandSpec spec;

  protected final Console console;

  protected TableCommand(Console console) {
    this.console = console;
  }

  /** Returns what to throw when an option is wrong, or options exclude each other. */
  protected final ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  /** Reads the value of an option whose label names the words that it takes. */
  protected final <T> T word(String option, String word, Function<String, T> reader) {
    try {
      return reader.apply(word);
    } catch (IllegalArgumentException e) {
      throw usage(option + " must be one of " + spec.findOption(option).paramLabel());
    }
  }
}
