package io.doorlist.cli.connection;

import io.doorlist.domain.Mode;
import io.doorlist.domain.Worded;
import picocli.CommandLine.Option;

/** A command that creates something for an account's live or test data. */
public abstract class ModeCommand extends AccountCommand {
  @Option(
      names = "--mode",
      paramLabel = "live|test",
      defaultValue = "live",
      description = "Which data it is for (default: ${DEFAULT-VALUE}).")
  private String mode;

  protected final Mode mode() {
    return word("--mode", mode, word -> Worded.read(Mode.class, word));
  }
}
