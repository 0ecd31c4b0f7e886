package io.doorlist.store.checkin.ticket;

import io.doorlist.door.Passage;
import io.doorlist.table.Item;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * A ticket's passages without its check-ins, as the item with its marks has them.
 *
 * <p>Implementation notes. Each passage takes 18 bytes, so that some 30 fit into an item of 1 KB,
 * which costs 2 write units. The rows of passages have everything else.
 */
public record StoredPassages(List<Stored> passages) {
  private static final String SET = "set";
  private static final int BYTES = 18;
  private static final int EXIT = 0x80;
  private static final int RULES = 0x60;
  private static final int RULE_SHIFT = 5;
  private static final int TOLD = 0x10;

  public StoredPassages {
    passages = List.copyOf(passages);
  }

  /**
   * A passage. It has the door time in milliseconds, 32 bits of the token's digest, and the number
   * of the {@link io.doorlist.door.Reentry} at that time. It also has the list's number in the
   * account, and the place in that list's log.
   *
   * @param told whether the time comes from a device; otherwise it is when the server took the
   *     passage. Sets that were written before 0.3.0 always have {@code false}
   */
  public record Stored(
      long at, long tie, boolean exit, int rule, boolean told, long list, long place) {}

  /** Returns the attribute that keeps a ticket's passages. */
  public static String name(long ticket) {
    return "p" + ticket;
  }

  public static StoredPassages of(Item marks, long ticket) {
    Item item = marks.map(name(ticket));
    if (item.isEmpty()) {
      return new StoredPassages(List.of());
    }
    ByteBuffer bytes = ByteBuffer.wrap(item.bytes(SET));
    List<Stored> passages = new ArrayList<>();
    while (bytes.remaining() >= BYTES) {
      long at = (bytes.getShort() & 0xffffL) << 32 | bytes.getInt() & 0xffffffffL;
      long tie = bytes.getInt() & 0xffffffffL;
      int flags = bytes.get() & 0xff;
      long list = (bytes.get() & 0xffL) << 16 | bytes.getShort() & 0xffffL;
      long place = CheckinMark.placeOfSlot(bytes.getInt() & 0xffffffffL);
      passages.add(
          new Stored(
              at,
              tie,
              (flags & EXIT) != 0,
              (flags & RULES) >> RULE_SHIFT,
              (flags & TOLD) != 0,
              list,
              place));
    }
    return new StoredPassages(passages);
  }

  public Item item() {
    ByteBuffer bytes = ByteBuffer.allocate(passages.size() * BYTES);
    for (Stored each : passages) {
      bytes
          .putShort((short) (each.at >> 32))
          .putInt((int) each.at)
          .putInt((int) each.tie)
          .put((byte) ((each.exit ? EXIT : 0) | each.rule << RULE_SHIFT | (each.told ? TOLD : 0)))
          .put((byte) (each.list >> 16))
          .putShort((short) each.list)
          .putInt((int) CheckinMark.slot(each.place));
    }
    return new Item().put(SET, bytes.array());
  }

  /**
   * Returns these passages and one more.
   *
   * @param told whether the time of the passage comes from a device
   */
  public StoredPassages with(Passage passage, boolean told, long list, long place) {
    List<Stored> more = new ArrayList<>(passages);
    more.add(
        new Stored(
            passage.at(),
            passage.tie(),
            passage.exit(),
            passage.reentry().ordinal(),
            told,
            list,
            place));
    return new StoredPassages(more);
  }

  /** Returns these passages without the one at a place. */
  public StoredPassages without(long list, long place) {
    return new StoredPassages(
        passages.stream().filter(each -> each.list != list || each.place != place).toList());
  }
}
