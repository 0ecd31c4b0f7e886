package io.doorlist.cli.console;

import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Reports what is wrong with a call, and where to read about the command. */
public final class Misuse implements CommandLine.IParameterExceptionHandler {
  private final Console console;

  public Misuse(Console console) {
    this.console = console;
  }

  @Override
  public int handleParseException(ParameterException fault, String[] arguments) {
    CommandLine line = fault.getCommandLine();
    console.message("doorlist: " + plain(fault.getMessage()));
    console.message("see: " + line.getCommandSpec().qualifiedName() + " --help");
    return line.getCommandSpec().exitCodeOnInvalidInput();
  }

  /** Words the message as the rest of this command line does, not as the library. */
  private static String plain(String message) {
    return message
        .replaceFirst("^Error: ", "")
        .replaceFirst(" is not an? (int|long)$", " is not a whole number");
  }
}
