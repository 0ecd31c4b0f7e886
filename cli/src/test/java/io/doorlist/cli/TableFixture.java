package io.doorlist.cli;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** An empty table, and commands that work on it. */
public abstract class TableFixture {
  protected TestTable table;

  @BeforeEach
  void openTable() {
    table = new TestTable();
  }

  @AfterEach
  void closeTable() {
    table.close();
  }
}
