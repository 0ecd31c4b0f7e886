package io.doorlist.cli.console;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command of the command line. Its {@code call} returns the exit status. */
public abstract class ConsoleCommand implements Callable<Integer> {
  protected Console console;
  @Spec protected CommandSpec spec;

  /**
   * Returns a factory that creates commands and their parts, and gives this console to each
   * command.
   */
  public static CommandLine.IFactory factory(Console console) {
    CommandLine.IFactory factory = CommandLine.defaultFactory();
    return new CommandLine.IFactory() {
      @Override
      public <K> K create(Class<K> type) throws Exception {
        K created = factory.create(type);
        if (created instanceof ConsoleCommand command) {
          command.console = console;
        }
        return created;
      }
    };
  }

  /** Returns the exception to throw if an option is wrong, or if two options exclude each other. */
  protected final ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
