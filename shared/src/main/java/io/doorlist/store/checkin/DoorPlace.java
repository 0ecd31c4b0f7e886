package io.doorlist.store.checkin;

import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.table.TableSchema.Key;
import java.util.Optional;

/**
 * Which item is a ticket's door: the one with its marks and the facts that decide. A ticket keeps
 * its door for life, even if its code or its order changes, so no mark is ever moved.
 */
public sealed interface DoorPlace {
  /** The number of a shared door, in a code's item or a ticket of an order. */
  String NUMBER = "door";

  /** The order of a shared door, if it is not the ticket's own. */
  String ORDER = "door_order";

  /** The digest of the code whose item is the door. */
  String CODE = "door_code";

  /** The item of the ticket's code. */
  record Own() implements DoorPlace {}

  /** An item that some tickets of a large order share. */
  record Shared(long order, int number) implements DoorPlace {}

  /** The item of a code that the ticket had when it was imported. */
  record OfCode(String digest) implements DoorPlace {}

  /** The place of an ordinary ticket. */
  DoorPlace OWN = new Own();

  /** Reads the place in an item of a ticket of this order. */
  static DoorPlace of(Item item, long order) {
    if (item.has(CODE)) {
      return new OfCode(item.text(CODE));
    }
    return item.has(NUMBER)
        ? new Shared(item.has(ORDER) ? item.number(ORDER) : order, (int) item.number(NUMBER))
        : OWN;
  }

  /** Writes the place into an item of a ticket of this order. */
  default Item putInto(Item item, long order) {
    return switch (this) {
      case Own own -> item;
      case Shared shared ->
          item.put(NUMBER, (long) shared.number)
              .put(ORDER, shared.order == order ? null : Long.valueOf(shared.order));
      case OfCode code -> item.put(CODE, code.digest);
    };
  }

  /** Returns the key of the door if it is not the item of the ticket's code. */
  default Optional<Key> key(String account, String event) {
    return switch (this) {
      case Own own -> Optional.empty();
      case Shared shared ->
          Optional.of(TableSchema.door(account, event, shared.order, shared.number));
      case OfCode code -> Optional.of(TableSchema.qrOfDigest(account, event, code.digest));
    };
  }
}
