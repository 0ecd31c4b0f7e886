package io.doorlist.ingest;

import io.doorlist.domain.order.Order;
import io.doorlist.domain.search.TicketWords;
import io.doorlist.store.Stores;
import io.doorlist.store.checkin.request.CodesOfFormat1;
import io.doorlist.store.order.OrderItems;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.KeyParts;
import io.doorlist.store.table.Pace;
import io.doorlist.store.table.TableSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * Brings a table of an earlier version up to date while its door is open. A run that was cut off is
 * simply repeated: what is done already stays as it is.
 */
public final class Migration {
  /** How many orders are migrated together. */
  private static final int BATCH = 500;

  private final Stores stores;
  private final Dynamo dynamo;
  private final CodesOfFormat1 codes;
  private final SearchIndex index;
  private final List<Item> waiting = new ArrayList<>();
  private long orders;
  private long changed;

  public Migration(Stores stores) {
    this.stores = stores;
    this.dynamo = stores.forCommand(Pace.FREE);
    this.codes = new CodesOfFormat1(dynamo, stores.format());
    this.index = new SearchIndex(dynamo, stores.orders());
  }

  /**
   * What a migration did.
   *
   * @param orders how many orders the table has
   * @param changed how many of them it changed
   */
  public record Outcome(long orders, long changed) {}

  /**
   * Migrates all orders, then records the table's new format.
   *
   * @param progress is told how many orders are done
   */
  public Outcome run(LongConsumer progress) {
    dynamo.scan(
        TableSchema.ORDER,
        item -> {
          waiting.add(item);
          if (waiting.size() == BATCH) {
            migrate();
            progress.accept(orders);
          }
        });
    migrate();
    stores.format().setCurrent();
    return new Outcome(orders, changed);
  }

  /** Writes the words of orders before it moves their codes, which show that it has done both. */
  private void migrate() {
    List<Item> left = waiting.stream().filter(this::isLeft).toList();
    Map<String, List<TicketWords>> words = new HashMap<>();
    for (Item item : left) {
      KeyParts.StreamedOrder event = KeyParts.eventOf(item.key());
      Order order = OrderItems.order(item);
      words
          .computeIfAbsent(
              TableSchema.search(event.account(), event.event(), order.mode()),
              any -> new ArrayList<>())
          .addAll(TicketWords.of(order));
    }
    words.forEach(index::write);
    for (Item item : left) {
      KeyParts.StreamedOrder event = KeyParts.eventOf(item.key());
      codes.move(event.account(), event.event(), OrderItems.order(item), dynamo.deadline());
    }
    orders += waiting.size();
    changed += left.size();
    waiting.clear();
  }

  private boolean isLeft(Item item) {
    KeyParts.StreamedOrder event = KeyParts.eventOf(item.key());
    return codes.isLeft(event.account(), event.event(), OrderItems.order(item), dynamo.deadline());
  }
}
