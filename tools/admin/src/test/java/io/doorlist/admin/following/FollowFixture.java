package io.doorlist.admin.following;

import io.doorlist.admin.TestTable;
import io.doorlist.admin.console.Interruption;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** An empty table, and a pretix with orders to bring over. */
abstract class FollowFixture {
  final ByteArrayOutputStream err = new ByteArrayOutputStream();
  final Interruption interruption = new Interruption(Duration.ZERO);
  TestTable table;
  RecordedPretix shop;

  @BeforeEach
  void open() throws IOException {
    table = new TestTable();
    shop = new RecordedPretix();
    shop.sell("orders.json");
  }

  @AfterEach
  void close() {
    interruption.close();
    shop.close();
    table.close();
  }
}
