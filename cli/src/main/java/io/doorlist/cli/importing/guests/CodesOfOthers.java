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

/**
 * Says who has, or had, a code that no guest list has brought. It may be a replaced code, or the
 * code of a ticket from a shop or a desk. Its holder must not come in as another guest.
 */
@FunctionalInterface
interface CodesOfOthers {
  /** Nobody has such a code. */
  CodesOfOthers NONE = codes -> Map.of();

  /**
   * The ticket or the order that has a code.
   *
   * @param before whether the code was replaced, so that it opens no door any more
   */
  record Holder(boolean order, long id, boolean before) {
    boolean is(StoredRow row) {
      return id == (order ? row.order().id() : row.guest().id());
    }
  }

  /**
   * Returns who has, or had, each of these codes. Codes that the event does not know are left out.
   */
  Map<String, Holder> among(Collection<String> codes);

  /** Returns an instance that looks the codes up in an event. */
  static CodesOfOthers of(Table table, String account, String event) {
    return codes -> {
      Map<Key, String> keys = new LinkedHashMap<>();
      codes.forEach(code -> keys.put(TableSchema.qr(account, event, code), code));
      Map<String, Holder> holders = new HashMap<>();
      table.get(keys.keySet()).forEach((key, item) -> holders.put(keys.get(key), holder(item)));
      return holders;
    };
  }

  private static Holder holder(Item code) {
    return new Holder(
        CodeItems.ORDER.equals(code.text(CodeItems.KIND)),
        code.number(ScanAttributes.ID),
        code.flag(CodeItems.REVOKED));
  }
}
