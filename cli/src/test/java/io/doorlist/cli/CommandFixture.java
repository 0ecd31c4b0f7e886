package io.doorlist.cli;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A table with an account and an event, and commands that work on it. */
public abstract class CommandFixture {
  protected TestTable table;

  @BeforeEach
  void open() {
    table = new TestTable();
    table.runWith(SampleLines.ACCOUNT + "\n" + SampleLines.EVENT, "import", "-");
  }

  @AfterEach
  void close() {
    table.close();
  }
}
