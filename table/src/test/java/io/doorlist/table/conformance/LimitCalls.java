package io.doorlist.table.conformance;

import io.doorlist.table.Condition;
import io.doorlist.table.Expressions;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Path;
import io.doorlist.table.Range;
import io.doorlist.table.Sizes;
import io.doorlist.table.Update;
import io.doorlist.table.Write;
import io.doorlist.testing.Call;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Calls that ask for as much as a table allows, and for a little more. */
final class LimitCalls {
  private static final int EXPRESSION = 4096;
  private static final int ITEM_BYTES = 400 << 10;
  private static final Key KEY = new Key("p", "s");

  private final Map<String, Call<?>> calls = new LinkedHashMap<>();

  /** Returns them by what they ask for, in the order in which they are made. */
  Map<String, Call<?>> all() {
    for (int more = 0; more <= 1; more++) {
      keys(more);
      items(more);
      transactions(more);
      expressions(more);
    }
    nesting();
    operators();
    return calls;
  }

  private void call(String what, Call<?> call) {
    calls.put(what, call);
  }

  private void keys(int more) {
    call("pk " + more, new Call.Get(new Key("x".repeat(2048 + more), "s")));
    call("sk " + more, new Call.Get(new Key("p", "x".repeat(1024 + more))));
    // Each has two bytes.
    call("sk of umlauts " + more, new Call.Get(new Key("p", "ü".repeat(512 + more))));
    call("batch " + more, new Call.GetMany(keys("s", 100 + more)));
    call("range " + more, new Call.Query(Range.between("p", "a", more == 0 ? "a" : "Z"), null));
    call("limit " + more, new Call.Query(Range.whole("p").first(1 - more), null));
  }

  private static List<Key> keys(String prefix, int count) {
    return IntStream.range(0, count).mapToObj(i -> new Key("p", prefix + i)).toList();
  }

  /** Returns an item of so many bytes. */
  static Item item(Key key, int bytes) {
    Item item = new Item(key);
    return item.put("x", "x".repeat(bytes - Sizes.of(item) - 1));
  }

  private void items(int more) {
    int bytes = ITEM_BYTES + more;
    call("item " + more, new Call.Single(Write.put(item(KEY, bytes))));
    Item large = new Item(KEY).put("n", 7L).put("l", List.of(1L, "a")).put("m", new Item(KEY));
    large.put("x", "x".repeat(bytes - Sizes.of(large) - 1));
    call("item of many types " + more, new Call.Single(Write.put(large)));
    call("small item " + more, new Call.Single(Write.put(new Item(KEY))));
    call(
        "update " + more,
        new Call.Single(Update.of(KEY).set("x", "x".repeat(bytes - Sizes.of(new Item(KEY)) - 1))));
  }

  private void transactions(int more) {
    List<Write> writes = new ArrayList<>();
    keys("t", 100 + more).forEach(key -> writes.add(Write.put(new Item(key))));
    call("writes " + more, new Call.Transact(writes, "writes " + more));
    List<Write> large = new ArrayList<>();
    keys("l", 10).forEach(key -> large.add(Write.put(item(key, ITEM_BYTES))));
    large.add(Write.put(item(new Key("p", "l"), (4 << 20) - 10 * ITEM_BYTES + more)));
    call("bytes " + more, new Call.Transact(large, "bytes " + more));
    call(
        "twice " + more,
        new Call.Transact(
            List.of(Write.put(new Item(KEY)), Write.put(new Item(new Key("p", "s" + more * 0)))),
            "twice " + more));
    call(
        "check " + more,
        new Call.Transact(
            List.of(
                more == 0 ? Write.check(KEY).require(Condition.lacks("none")) : Write.check(KEY)),
            "check " + more));
  }

  private void expressions(int more) {
    for (String letter : List.of("x", "ü")) {
      String name = letter.repeat((letter.equals("x") ? 255 : 128) - 1 + more);
      call("name of " + letter + " " + more, new Call.Single(Update.of(KEY).set(name, 1L)));
    }
    Update update = Update.of(KEY);
    List<Condition> conditions = new ArrayList<>();
    for (char letter = 'a'; letter < 'p'; letter++) {
      String name = String.valueOf(letter).repeat(240);
      update.remove(name);
      conditions.add(Condition.lacks(name));
    }
    int left = EXPRESSION - Expressions.of(update).update().length() - ",#".length() + more;
    call(
        "expression " + more,
        new Call.Single(
            update.remove("y".repeat(left / 2)).remove("z".repeat(left - left / 2 - 2))));
    Condition all = Condition.all(conditions);
    int rest =
        EXPRESSION
            - Expressions.of(Write.delete(KEY).require(all)).condition().length()
            - " AND attribute_not_exists(#)".length()
            + more;
    call(
        "condition " + more,
        new Call.Single(
            Write.put(new Item(KEY)).require(all.and(Condition.lacks("y".repeat(rest))))));
  }

  private void nesting() {
    for (int depth = 29; depth < 36; depth++) {
      Object value = 1L;
      for (int i = 0; i < depth; i++) {
        value = List.of(value);
      }
      call("depth " + depth, new Call.Single(Write.put(new Item(KEY).put("x", value))));
    }
  }

  /** Short names, so that many fit into 4 KB. */
  private void operators() {
    for (int count : List.of(149, 150, 151, 152, 290)) {
      List<Condition> all = IntStream.range(0, count).mapToObj(i -> Condition.is("a", 1L)).toList();
      call(
          count + " comparisons",
          new Call.Single(Write.put(new Item(KEY)).require(Condition.all(all))));
    }
    for (int count : List.of(299, 300, 301, 350)) {
      Update sets = Update.of(KEY);
      Update adds = Update.of(KEY);
      Update removes = Update.of(KEY);
      for (int i = 0; i < count; i++) {
        String name = "" + (char) ('a' + i / 26) + (char) ('a' + i % 26);
        sets.set(name, 1L);
        adds.add(name, 1L);
        removes.remove(Path.of(name));
      }
      call(count + " adds", new Call.Single(adds));
      call(count + " sets", new Call.Single(sets));
      call(count + " removes", new Call.Single(removes));
    }
  }
}
