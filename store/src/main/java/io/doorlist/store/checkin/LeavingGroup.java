package io.doorlist.store.checkin;

import io.doorlist.store.checkin.UsedKey.Rows;
import io.doorlist.store.checkin.ticket.AreaPassages;
import io.doorlist.table.Condition;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Path;
import io.doorlist.table.Update;
import io.doorlist.table.Write;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A group that leaves by the code of its order. It is written in parts, because the marks of its
 * tickets are in more items than a transaction takes. Who leaves, and when, is decided once. The
 * first part stores this decision in the item of the idempotency key. Later parts follow it, even
 * if tickets have moved since. A repeated request writes the parts that are missing, unless the
 * scan is withdrawn.
 *
 * @param request the digest of the request
 * @param at when all of them left: the time that the device says, or a time after all of their
 *     known passages
 * @param parts who leaves with each part
 * @param written the rows of the parts that are already written
 */
record LeavingGroup(String request, Instant at, List<Part> parts, List<Rows> written) {
  private static final String AT = "at";
  private static final String LATER = "later";

  LeavingGroup {
    parts = List.copyOf(parts);
    written = List.copyOf(written);
  }

  /**
   * Who leaves together.
   *
   * @param tickets their ids
   * @param known the time of each ticket's last known passage; empty if the device says when they
   *     left
   */
  record Part(List<Long> tickets, List<Long> known) {
    private static final String MEMBERS = "members";
    private static final String KNOWN = "known";

    Part {
      tickets = List.copyOf(tickets);
      known = List.copyOf(known);
    }

    static Part of(Item item) {
      return new Part(item.numbers(MEMBERS), item.numbers(KNOWN));
    }

    Item putInto(Item item) {
      return item.put(MEMBERS, tickets).put(KNOWN, known.isEmpty() ? null : known);
    }
  }

  /** Returns whether the item of a key keeps a group that leaves in parts. */
  static boolean isIn(Item key) {
    return key.has(LATER);
  }

  static LeavingGroup of(Item key) {
    List<Item> parts = Stream.concat(Stream.of(key), key.items(LATER).stream()).toList();
    return new LeavingGroup(
        UsedKey.of(key).request(),
        Instant.ofEpochMilli(key.number(AT)),
        parts.stream().map(Part::of).toList(),
        parts.stream().filter(part -> part.has(UsedKey.FIRST)).map(Rows::of).toList());
  }

  boolean isWritten() {
    return written.size() == parts.size();
  }

  /** Returns who leaves with the next part. */
  Part next() {
    return parts.get(written.size());
  }

  /** Returns when a member of the next part left. */
  Instant doorTime(long ticket, AreaPassages passages) {
    Part part = next();
    return part.known.isEmpty()
        ? at
        : passages.doorTime(at, part.known.get(part.tickets.indexOf(ticket)));
  }

  /** Returns this group after the next part was written in these rows. */
  LeavingGroup with(Rows rows) {
    List<Rows> more = new ArrayList<>(written);
    more.add(rows);
    return new LeavingGroup(request, at, parts, more);
  }

  /**
   * Returns the write that adds the rows of the next part to the item of the key. It can happen
   * only once.
   */
  Write write(Key key, Rows rows) {
    if (!written.isEmpty()) {
      int later = written.size() - 1;
      Path first = Path.of(LATER, later, UsedKey.FIRST);
      return Update.of(key)
          .set(first, rows.first())
          .set(Path.of(LATER, later, UsedKey.ROWS), rows.number())
          .require(
              Condition.all(List.of(Condition.lacks(first), Condition.lacks(UsedKey.WITHDRAWN))));
    }
    Item item = new UsedKey(request, rows, UsedKey.ALL, new TreeMap<>()).item(key);
    List<Part> later = parts.subList(1, parts.size());
    return Write.put(
            parts
                .getFirst()
                .putInto(item)
                .put(AT, at.toEpochMilli())
                .put(LATER, later, part -> part.putInto(new Item())))
        .ifAbsent();
  }
}
