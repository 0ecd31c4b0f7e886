package io.doorlist.cli.connection;

import io.doorlist.cli.console.ConsoleCommand;
import java.util.function.Function;
import picocli.CommandLine.Mixin;

public abstract class TableCommand extends ConsoleCommand {
  @Mixin protected TableOptions target;

  /** Reads the value of an option that takes one of several words, which its label lists. */
  protected final <T> T word(String option, String word, Function<String, T> reader) {
    try {
      return reader.apply(word);
    } catch (IllegalArgumentException e) {
      throw usage(option + " must be one of " + spec.findOption(option).paramLabel());
    }
  }
}
