package io.doorlist.table.conformance;

import io.doorlist.table.ItemChange;
import io.doorlist.table.Key;
import io.doorlist.table.Update;
import io.doorlist.table.Write;
import io.doorlist.table.sqlite.ChangeFeed;
import io.doorlist.table.sqlite.SqliteEngine;
import io.doorlist.table.sqlite.UnsyncedTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table in a file does what DynamoDB Local does, asked directly. */
class SqliteAndDynamoTest {
  /** Its change ends a part of the feed, and it is gone before anything is compared. */
  private static final Key LAST = new Key("last", "change");

  @TempDir private Path folder;
  private SqliteEngine file;
  private long after;

  @Test
  void randomCalls_areAnsweredAsByDynamoDbLocal() {
    file = UnsyncedTable.open(folder, change -> true);

    new DynamoComparison(file, this::changes).run();

    file.close();
  }

  private List<ItemChange> changes() {
    file.write(Update.of(LAST).add("n", 1));
    List<ItemChange> told = new ArrayList<>();
    try {
      while (told.isEmpty() || !isLast(told.getLast())) {
        List<ChangeFeed.Numbered> next = file.changes().next(after, 100);
        next.forEach(each -> told.add(each.change()));
        after = next.getLast().number();
        file.changes().done(after);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    file.write(Write.delete(LAST));
    told.removeIf(change -> change.key().equals(LAST));
    return told;
  }

  private static boolean isLast(ItemChange change) {
    return change.key().equals(LAST) && !change.now().isEmpty();
  }
}
