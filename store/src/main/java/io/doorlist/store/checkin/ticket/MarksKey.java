package io.doorlist.store.checkin.ticket;

import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import java.util.Optional;

/**
 * Says which item has a ticket's marks ({@link CheckinMark}) and the facts by which a door decides.
 * Marks and facts stay in that item for ever, even if the ticket's code or order changes.
 */
public sealed interface MarksKey {
  /**
   * The attribute with the number of an item with shared marks. It is in the item of a code, and in
   * a ticket of an order's item.
   */
  public String NUMBER = "door";

  /** The order whose tickets share the marks, if it is not the ticket's own order. */
  public String ORDER = "door_order";

  /** The digest of the code whose item has the marks. */
  public String CODE = "door_code";

  public record Own() implements MarksKey {}

  /** An item that some tickets of a large order share. */
  public record Shared(long order, int number) implements MarksKey {}

  /** The item of a code that the ticket had when it was imported. */
  public record OfCode(String digest) implements MarksKey {}

  /** The key of an ordinary ticket: the item of its own code has the marks. */
  public MarksKey OWN = new Own();

  /** Reads the key from an item about a ticket of this order. */
  public static MarksKey of(Item item, long order) {
    if (item.has(CODE)) {
      return new OfCode(item.text(CODE));
    }
    return item.has(NUMBER)
        ? new Shared(item.has(ORDER) ? item.number(ORDER) : order, (int) item.number(NUMBER))
        : OWN;
  }

  /** Puts the key into an item about a ticket of this order. */
  default Item putInto(Item item, long order) {
    return switch (this) {
      case Own own -> item;
      case Shared shared ->
          item.put(NUMBER, (long) shared.number)
              .put(ORDER, shared.order == order ? null : Long.valueOf(shared.order));
      case OfCode code -> item.put(CODE, code.digest);
    };
  }

  /** Returns the key of the item with the marks of a ticket that has this code. */
  default Key key(String account, String event, String code) {
    return key(account, event).orElseGet(() -> TableSchema.qr(account, event, code));
  }

  /** Returns the key of the item with the marks if it is not the item of the ticket's code. */
  default Optional<Key> key(String account, String event) {
    return switch (this) {
      case Own own -> Optional.empty();
      case Shared shared ->
          Optional.of(TableSchema.marks(account, event, shared.order, shared.number));
      case OfCode code -> Optional.of(TableSchema.qrOfDigest(account, event, code.digest));
    };
  }
}
