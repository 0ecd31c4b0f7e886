package io.doorlist.cli.migrating;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.cli.CommandResult;
import io.doorlist.cli.SampleLines;
import io.doorlist.cli.TestTable;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.testing.StoredTable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Issue 36: the table of 0.1.0 under today's commands. */
class MigrateCommandTest {
  private final TestTable table = TestTable.ofFormat(1);

  @AfterEach
  void close() {
    table.close();
  }

  @Test
  void otherCommands_refuseTheTableInOneLine_untilItIsMigrated() {
    String list = "token list --account acme";
    String[][] others = {{"import", "-"}, {"export", "--account", "acme"}};
    for (String[] other : others) {
      CommandResult refused = table.runWith(SampleLines.ACCOUNT, other);
      assertEquals(1, refused.status());
      assertEquals("", refused.out());
      assertEquals(1, refused.err().lines().count(), refused.err());
      assertTrue(refused.err().contains("run `doorlist migrate` on it first"), refused.err());
    }
    // A token can be found and revoked at any time.
    assertTrue(table.run(list).out().contains("Gate 1"));

    CommandResult migrated = table.run("migrate");

    assertEquals(0, migrated.status(), migrated.err());
    assertTrue(migrated.err().contains("5 orders, 5 of them changed"), migrated.err());
    assertInstanceOf(
        CheckinOutcome.AlreadyCheckedIn.class, StoredTable.scan(table.stores(), "t-K7QX1-1"));
    assertInstanceOf(CheckinOutcome.CheckedIn.class, StoredTable.scan(table.stores(), "t-K7QX1-2"));
    CommandResult tokens = table.run(list);
    assertEquals(0, tokens.status(), tokens.err());
    assertTrue(tokens.out().contains("Gate 1"), tokens.out());
    assertTrue(table.run("migrate").err().contains("the table is up to date"));
  }
}
