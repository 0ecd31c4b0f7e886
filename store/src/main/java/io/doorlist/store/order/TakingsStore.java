package io.doorlist.store.order;

import io.doorlist.domain.Mode;
import io.doorlist.domain.desk.Takings;
import io.doorlist.domain.order.Payment;
import io.doorlist.store.table.KeyParts;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Item;
import io.doorlist.table.Range;
import io.doorlist.table.Table;
import java.util.List;

/** Adds up the money that desks took. Thread-safe. */
public record TakingsStore(Table table) {
  /**
   * Returns how much money each device took at an event. Access pattern 64: strongly consistent, 1
   * read unit for about 20 payments.
   */
  public List<Takings> read(String account, String event, Mode mode) {
    Range all = Range.whole(TableSchema.payments(account, event, mode));
    return Takings.of(table.query(all).stream().map(TakingsStore::payment).toList());
  }

  private static Payment payment(Item item) {
    return OrderItems.payment(item, KeyParts.payment(item.key()));
  }
}
