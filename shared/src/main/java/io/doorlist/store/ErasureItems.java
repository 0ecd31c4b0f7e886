package io.doorlist.store;

import io.doorlist.domain.Erasure;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** How the notes of erasures are kept in items. */
final class ErasureItems {
  private ErasureItems() {}

  static Item item(String account, Erasure erasure) {
    return new Item(TableSchema.erasure(account, erasure.event(), erasure.order()))
        .put("event", erasure.event())
        .put("order", erasure.order())
        .put("tickets", List.copyOf(new TreeSet<>(erasure.tickets())), OrderWriter::number)
        .put("asked_at", erasure.askedAt())
        .put("done_at", erasure.doneAt());
  }

  static Erasure erasure(Item item) {
    return new Erasure(
        item.text("event"),
        item.number("order"),
        Set.copyOf(item.list("tickets", value -> Long.valueOf(value.n()))),
        item.time("asked_at"),
        item.time("done_at"));
  }
}
