package io.doorlist.cli;

import org.junit.jupiter.api.BeforeEach;

/** A table with an account and an event, and commands that work on it. */
public abstract class CommandFixture {
  protected final CommandTable table = new CommandTable();

  @BeforeEach
  void importEvent() {
    table.runWith(SampleLines.ACCOUNT + "\n" + SampleLines.EVENT, "import", "-");
  }
}
