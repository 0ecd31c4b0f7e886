package io.doorlist.store.order;

import io.doorlist.domain.order.Erasure;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Maps notes of erasures to items and back. */
public final class ErasureItems {
  private ErasureItems() {}

  public static Item item(String account, Erasure erasure) {
    return new Item(TableSchema.erasure(account, erasure.event(), erasure.order()))
        .put("event", erasure.event())
        .put("order", erasure.order())
        .put("tickets", List.copyOf(new TreeSet<>(erasure.tickets())))
        .put("asked_at", erasure.askedAt())
        .put("done_at", erasure.doneAt());
  }

  public static Erasure erasure(Item item) {
    return new Erasure(
        item.text("event"),
        item.number("order"),
        Set.copyOf(item.numbers("tickets")),
        item.time("asked_at"),
        item.time("done_at"));
  }
}
