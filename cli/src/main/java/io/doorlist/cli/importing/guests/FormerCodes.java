package io.doorlist.cli.importing.guests;

import io.doorlist.store.checkin.ticket.CodeItems;
import io.doorlist.store.checkin.ticket.ScanAttributes;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Table;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Says whose codes were that open no more: the holder of an old ticket must not come in by it. */
@FunctionalInterface
interface FormerCodes {
  /** The event has none. */
  FormerCodes NONE = codes -> Map.of();

  /** Who had a code: a ticket, or an order. */
  record Holder(boolean order, long id) {
    boolean is(StoredRow row) {
      return id == (order ? row.order().id() : row.guest().id());
    }
  }

  /** Returns who had those of some codes that were replaced. */
  Map<String, Holder> among(Collection<String> codes);

  /** Asks the codes of an event. */
  static FormerCodes of(Table table, String account, String event) {
    return codes -> {
      Map<Key, String> keys = new LinkedHashMap<>();
      codes.forEach(code -> keys.put(TableSchema.qr(account, event, code), code));
      Map<String, Holder> holders = new HashMap<>();
      table
          .get(keys.keySet())
          .forEach(
              (key, item) -> {
                if (item.flag(CodeItems.REVOKED)) {
                  holders.put(keys.get(key), holder(item));
                }
              });
      return holders;
    };
  }

  private static Holder holder(Item code) {
    return new Holder(
        CodeItems.ORDER.equals(code.text(CodeItems.KIND)), code.number(ScanAttributes.ID));
  }
}
