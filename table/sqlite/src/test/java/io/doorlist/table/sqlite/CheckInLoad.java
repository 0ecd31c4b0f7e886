package io.doorlist.table.sqlite;

import io.doorlist.table.Condition;
import io.doorlist.table.Engine;
import io.doorlist.table.Item;
import io.doorlist.table.ItemChange;
import io.doorlist.table.Key;
import io.doorlist.table.Transaction;
import io.doorlist.table.Update;
import io.doorlist.table.Write;
import java.util.List;

/**
 * Transactions like those of check-ins: five items, about 1.5 KB, of which the log's row is wanted.
 * A transaction is there with all of its items, or with none, and it counts once.
 */
final class CheckInLoad {
  static final String COUNT = "count";
  private static final String LIST = "acme#gala#list 1";
  private static final Key HEAD = new Key(LIST, "HEAD");

  private CheckInLoad() {}

  /** Returns whether a change is a row of the log. */
  static boolean isLogged(ItemChange change) {
    return change.key().sk().startsWith("LOG#") && !change.now().isEmpty();
  }

  static Key log(String name) {
    return new Key(LIST, "LOG#" + name);
  }

  private static Key ticket(String name) {
    return new Key("acme#gala#ticket " + name, "TICKET");
  }

  private static Key repeat(String name) {
    return new Key("acme#gala#key " + name, "KEY");
  }

  /** Checks a ticket in, once. */
  static Transaction checkIn(Engine engine, String name) {
    Item row = new Item(log(name)).put("by", "Gate 1").put("at", 1_700_000_000_000L);
    row.put("ticket", name).put("text", "x".repeat(600));
    Item key = new Item(repeat(name)).put("answer", "y".repeat(300));
    return engine.transact(
        List.of(
            Update.of(HEAD).add(COUNT, 1).set("last", name),
            Write.put(row).ifAbsent(),
            Write.put(key).ifAbsent(),
            Update.of(ticket(name)).set("mark", "z".repeat(400)).require(Condition.lacks("mark")),
            Write.check(new Key("acme#gala", "EVENT")).require(Condition.absent())),
        name);
  }

  /** Deletes all that a check-in has left of a ticket. */
  static void forget(Engine engine, String name) {
    List.of(log(name), ticket(name), repeat(name)).forEach(key -> engine.write(Write.delete(key)));
  }

  /** Returns whether a check-in is there; fails if only a part of it is. */
  static boolean isThere(Engine engine, String name) {
    boolean logged = engine.get(log(name)).isPresent();
    boolean marked = engine.get(ticket(name)).isPresent();
    boolean kept = engine.get(repeat(name)).isPresent();
    if (logged != marked || logged != kept) {
      throw new AssertionError("a part of " + name + " is there");
    }
    return logged;
  }

  static long count(Engine engine) {
    return engine.get(HEAD).map(head -> head.number(COUNT)).orElse(0L);
  }
}
