package io.doorlist.cli.console;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command, which returns its exit status. */
public abstract class ConsoleCommand implements Callable<Integer> {
  protected Console console;
  @Spec protected CommandSpec spec;

  /** Returns the factory of commands and their parts. Each command gets this console. */
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

  /** Returns what to throw if an option is wrong, or two options exclude each other. */
  protected final ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
