package io.doorlist.local.dynamodb.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.local.Said;
import io.doorlist.local.dynamodb.TestDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughput;
import software.amazon.dynamodb.services.local.shared.access.LocalDBAccess;
import software.amazon.dynamodb.services.local.shared.access.TableInfo;

class DirectDatabaseTest {
  private static final byte[] SIGNATURE = {1, 2};

  @TempDir private Path folder;
  private final TestDisk disk = new TestDisk();

  @Test
  void transaction_thatIsNotWritten_fails_andHoldsNobodyUp() throws Exception {
    DirectDatabase database = database();
    database.beginTransaction("one");
    database.commitTransaction("one", SIGNATURE);
    database.beginTransaction("two");
    disk.broken = true;
    try (Said said = new Said()) {
      assertThrows(IOException.class, database::awaitDurable);
      assertTrue(said.text().contains("the database failed"), said.text());
    }

    assertEquals(
        "the transaction was not written",
        assertThrows(
                IllegalStateException.class, () -> database.commitTransaction("two", SIGNATURE))
            .getMessage());
    for (int thread = 0; thread < 2; thread++) {
      FutureTask<byte[]> next = new FutureTask<>(() -> database.beginTransaction("three"));
      Thread.ofPlatform().daemon().start(next);
      assertThrows(ExecutionException.class, () -> next.get(20, TimeUnit.SECONDS));
    }
    database.close();
  }

  @Test
  void nothingIsLeft_whenItIsClosed() throws Exception {
    DirectDatabase database = database();
    assertNull(database.beginTransaction("one"));
    database.commitTransaction("one", SIGNATURE);
    database.awaitDurable();

    database.close();

    assertFalse(Files.exists(folder.resolve("test.db-wal")));
    assertFalse(
        Thread.getAllStackTraces().keySet().stream()
            .anyMatch(each -> each.getName().matches("dynamodb-local-log|SQLiteQueue.*test.db.*")));
    DirectDatabase again = database();
    assertEquals(2, again.beginTransaction("one").length);
    again.rollbackTransaction();
    again.close();
  }

  /** SQLite refuses the second transaction of a name; DynamoDB Local would not tell. */
  @Test
  void database_ends_whenACommitFails() throws Exception {
    DirectDatabase database = database();
    database.beginTransaction("one");
    database.commitTransaction("one", SIGNATURE);
    database.beginTransaction("one");
    try (Said said = new Said()) {
      assertThrows(IllegalStateException.class, () -> database.commitTransaction("one", SIGNATURE));
      assertTrue(said.text().contains("the database failed"), said.text());
    }

    assertThrows(IOException.class, database::awaitDurable);
    database.close();
  }

  @Test
  void table_isRemembered_untilItChanges() {
    DirectDatabase database = new DirectDatabase(null, disk);
    LocalDBAccess tables = RememberedTables.over(database);
    AttributeDefinition pk =
        AttributeDefinition.builder().attributeName("pk").attributeType("S").build();
    tables.createTable(
        "doorlist",
        pk,
        null,
        List.of(pk),
        List.of(),
        List.of(),
        ProvisionedThroughput.builder().readCapacityUnits(1L).writeCapacityUnits(1L).build(),
        null,
        BillingMode.PROVISIONED,
        false,
        null);

    TableInfo info = tables.getTableInfo("doorlist");
    assertEquals(0, tables.getTableItemCount("doorlist"));
    assertSame(info, tables.getTableInfo("doorlist"));
    tables.deleteTable("doorlist");
    assertNull(tables.getTableInfo("doorlist"));
    database.close();
  }

  @Test
  void interruption_isLeftToTheCaller() {
    DirectDatabase database = new DirectDatabase(null, disk);
    Thread.currentThread().interrupt();
    database.close();
    assertTrue(Thread.interrupted());
  }

  private DirectDatabase database() {
    return new DirectDatabase(folder.resolve("test.db"), disk);
  }
}
