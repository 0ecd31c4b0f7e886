package io.doorlist.table.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.table.Condition;
import io.doorlist.table.Engine;
import io.doorlist.table.Expressions;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Path;
import io.doorlist.table.Range;
import io.doorlist.table.Update;
import io.doorlist.table.Write;
import io.doorlist.table.memory.MemoryEngine;
import io.doorlist.testing.Call;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Our engines refuse what DynamoDB Local refuses, and take what it takes, to the byte. */
class LimitsTest {
  private static final int EXPRESSION = 4096;
  private static final int ITEM_BYTES = 400 << 10;
  private static final Key KEY = new Key("p", "s");

  /** What is allowed, and what is a little more. */
  private final Map<String, Call<?>> calls = new LinkedHashMap<>();

  private void call(String what, Call<?> call) {
    calls.put(what, call);
  }

  @Test
  void limits_areDynamoDbs() {
    for (int more = 0; more <= 1; more++) {
      keys(more);
      items(more);
      transactions(more);
      expressions(more);
    }
    nesting();
    operators();

    Map<String, String> expected = new LinkedHashMap<>();
    Map<String, String> given = new LinkedHashMap<>();
    try (UnmodifiedDynamo dynamo = new UnmodifiedDynamo();
        MemoryEngine memory = new MemoryEngine()) {
      calls.forEach((what, call) -> expected.put(what, outcome(call, dynamo.engine())));
      calls.forEach((what, call) -> given.put(what, outcome(call, memory)));
    }
    assertEquals(expected, given);
    assertTrue(expected.containsValue("done") && expected.containsValue("ValidationException"));
  }

  /** A part ends with the item that reaches 1 MB. */
  @Test
  void parts_areDynamoDbs() {
    try (UnmodifiedDynamo dynamo = new UnmodifiedDynamo();
        MemoryEngine memory = new MemoryEngine()) {
      // Four of the first make 1 MB to the byte.
      for (int bytes : List.of(1 << 18, (1 << 18) - 1, (1 << 18) + 1, 300_000, 100)) {
        String pk = "parts of " + bytes;
        for (int i = 0; i < 9; i++) {
          Write write = Write.put(item(new Key(pk, "s" + i), bytes));
          dynamo.engine().write(write);
          memory.write(write);
        }
        assertEquals(parts(pk, dynamo.engine()), parts(pk, memory), pk);
      }
    }
  }

  /** Returns how many items each part has. */
  private static List<Integer> parts(String pk, Engine engine) {
    List<Integer> parts = new ArrayList<>();
    Key last = null;
    do {
      Engine.Part part = engine.query(Range.whole(pk), last);
      parts.add(part.items().size());
      last = part.last();
    } while (last != null);
    return parts;
  }

  private static String outcome(Call<?> call, Engine engine) {
    Answer answer = Answer.of(call, engine);
    return answer.isDone() ? "done" : answer.rejected() ? "rejected" : answer.refused();
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
  private static Item item(Key key, int bytes) {
    Item item = new Item(key);
    return item.put("x", "x".repeat(bytes - item.bytes() - 1));
  }

  private void items(int more) {
    int bytes = ITEM_BYTES + more;
    call("item " + more, new Call.Single(Write.put(item(KEY, bytes))));
    Item large = new Item(KEY).put("n", 7L).put("l", List.of(1L, "a")).put("m", new Item(KEY));
    large.put("x", "x".repeat(bytes - large.bytes() - 1));
    call("item of many types " + more, new Call.Single(Write.put(large)));
    call("small item " + more, new Call.Single(Write.put(new Item(KEY))));
    call(
        "update " + more,
        new Call.Single(Update.of(KEY).set("x", "x".repeat(bytes - new Item(KEY).bytes() - 1))));
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
