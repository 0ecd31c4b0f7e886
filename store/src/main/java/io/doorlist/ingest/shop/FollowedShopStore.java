package io.doorlist.ingest.shop;

import io.doorlist.domain.Digests;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Range;
import io.doorlist.table.Table;
import io.doorlist.table.Update;
import io.doorlist.table.Write;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * Stores how far ticket shops have been followed: access pattern 39. Several processes may follow
 * one shop and share the entry, as each has imported everything before the cursor that it writes.
 * Thread-safe.
 */
public final class FollowedShopStore {
  private static final String SHOP = "shop";
  private static final String CURSOR = "cursor";
  private static final String EVENTS = "events";

  private final Table table;

  public FollowedShopStore(Table table) {
    this.table = table;
  }

  /**
   * Finds how far a shop was followed. The shop is named by its address and the part of it that is
   * followed.
   */
  public Optional<FollowedShop> find(String account, String shop) {
    return table
        .get(key(account, shop))
        .map(item -> new FollowedShop(item.time(CURSOR), item.texts(EVENTS)));
  }

  public void put(String account, String shop, FollowedShop state) {
    Item item =
        new Item(key(account, shop))
            .put(SHOP, shop)
            .put(CURSOR, state.cursor())
            .put(EVENTS, state.events());
    table.write(Write.put(item));
  }

  /**
   * Forgets that an event was followed, so that the next process that follows it imports all of it
   * again.
   *
   * @param event our slug of the event. The shop's name of the event is the same, or the text of
   *     the followed part ends with {@code =} and our slug
   */
  public void forget(String account, String event) {
    for (Item item : table.query(Range.whole(TableSchema.follows(account)))) {
      List<String> events = item.texts(EVENTS);
      if (item.text(SHOP).endsWith("=" + event)) {
        table.write(Write.delete(item.key()));
      } else if (events.contains(event)) {
        List<String> others = events.stream().filter(each -> !each.equals(event)).toList();
        table.write(Update.of(item.key()).set(EVENTS, others).ifPresent());
      }
    }
  }

  private static Key key(String account, String shop) {
    return TableSchema.follow(account, digest(shop));
  }

  public static String digest(String shop) {
    return HexFormat.of().formatHex(Digests.sha256(shop));
  }
}
