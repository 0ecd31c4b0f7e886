package io.doorlist.table.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.table.Engine;
import io.doorlist.table.Item;
import io.doorlist.table.ItemChange;
import io.doorlist.table.Key;
import io.doorlist.table.Write;
import io.doorlist.testing.Call;
import io.doorlist.testing.CountingEngine;
import io.doorlist.testing.WholeTable;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Makes the same calls to DynamoDB Local and to engines of ours. It compares all answers, costs and
 * changes, but for {@link Known} differences.
 */
final class DynamoComparison {
  static final int CALLS =
      Integer.getInteger(
          "conformance.calls", Boolean.getBoolean("doorlist.long") ? 2_000_000 : 10_000);
  static final long SEED = Long.getLong("conformance.seed", 3);

  /** After how many calls the feeds are compared. */
  private static final int FEED = 1000;

  /** How many differences are told: the first are the ones to look at. */
  private static final int TOLD = Integer.getInteger("conformance.told", 5);

  private final List<Ours> all;
  private final UnmodifiedDynamo dynamo = new UnmodifiedDynamo();
  private final List<String> differences = new ArrayList<>();

  /**
   * An engine of ours, without items.
   *
   * @param feed returns what has changed since it was asked before
   * @param met the known differences that were met
   */
  record Ours(String name, CountingEngine engine, Supplier<List<ItemChange>> feed, Set<Known> met) {
    Ours(String name, Engine engine, Supplier<List<ItemChange>> feed) {
      this(name, new CountingEngine(engine), feed, EnumSet.noneOf(Known.class));
    }
  }

  DynamoComparison(List<Ours> all) {
    this.all = all;
  }

  void run() {
    RandomCalls calls = new RandomCalls(SEED);
    for (int i = 0; i < CALLS && differences.size() < TOLD; i++) {
      compare(i, calls.next());
      if (i % FEED == FEED - 1) {
        compareFeeds("after call " + i);
      }
    }
    compareFeeds("at the end");

    assertEquals("", String.join("\n", differences));
    for (Ours ours : all) {
      assertEquals(items(dynamo.engine()), items(ours.engine()), ours.name());
      assertEquals(Set.of(Known.values()), ours.met(), ours.name());
    }
    dynamo.close();
  }

  private void compare(int number, Call<?> call) {
    dynamo.spent();
    Answer expected = Answer.of(call, dynamo.engine());
    double units = dynamo.spent();
    for (Ours ours : all) {
      compare(ours, "call " + number + " " + Answer.text(call), call, expected, units);
    }
  }

  private void compare(Ours ours, String what, Call<?> call, Answer expected, double units) {
    ours.engine().spent();
    Answer given = Answer.of(call, ours.engine());
    CountingEngine.Cost cost = ours.engine().spent();
    boolean same = given.equals(expected);
    if (!same && !isKnown(ours, call, expected, given)) {
      tell(ours, what, expected, given);
    }
    if (same
        && given.isDone()
        && !isMiscounted(call, given)
        && units != cost.readUnits() + cost.writeUnits()) {
      tell(ours, "the cost of " + what, units, cost);
    }
    if (!same) {
      call.writes().forEach(write -> catchUp(ours, write));
    }
  }

  private void tell(Ours ours, String what, Object expected, Object given) {
    differences.add(
        "%s, %s%n  should be %s%n  but is    %s".formatted(ours.name(), what, expected, given));
  }

  /** Changes of an item come in their order; those of a transaction, in any order. */
  private void compareFeeds(String when) {
    Map<Key, List<Object>> expected = byKey(dynamo.changes());
    for (Ours ours : all) {
      Map<Key, List<Object>> given = byKey(ours.feed().get());
      if (!given.equals(expected) && differences.isEmpty()) {
        tell(ours, "the feed " + when, expected, given);
      }
    }
  }

  private static Map<Key, List<Object>> byKey(List<ItemChange> changes) {
    Map<Key, List<Object>> byKey = new TreeMap<>();
    for (ItemChange change : changes) {
      List<Object> ofKey = byKey.computeIfAbsent(change.key(), any -> new ArrayList<>());
      ofKey.add(streamed(change.before().attributes()));
      ofKey.add(streamed(change.now().attributes()));
    }
    return byKey;
  }

  /** DynamoDB Local 3 leaves out in its streams whether what is empty is a map or a list. */
  private static Object streamed(Object value) {
    return switch (value) {
      case Map<?, ?> map -> {
        Map<Object, Object> streamed = new TreeMap<>();
        map.forEach((name, each) -> streamed.put(name, streamed(each)));
        yield map.isEmpty() ? List.of() : streamed;
      }
      case List<?> list -> list.stream().map(DynamoComparison::streamed).toList();
      default -> value;
    };
  }

  /**
   * Returns whether DynamoDB Local does not count what AWS counts. It does not count a read of
   * nothing, such as the part after the last full one. Nor does it count what a filter leaves out,
   * or any write of a transaction.
   */
  private static boolean isMiscounted(Call<?> call, Answer answer) {
    return switch (call) {
      case Call.Query query -> query.range().limited() || answer.items().isEmpty();
      case Call.Scan scan -> true;
      case Call.Transact transact -> true;
      default -> answer.items().isEmpty();
    };
  }

  private static boolean isKnown(Ours ours, Call<?> call, Answer expected, Answer given) {
    for (Known known : Known.values()) {
      if (known.explains(call, expected, given)) {
        ours.met().add(known);
        return true;
      }
    }
    return false;
  }

  /** Makes an item of ours what it is in DynamoDB Local. */
  private void catchUp(Ours ours, Write write) {
    if (write.key().sk().isEmpty()) {
      return;
    }
    ours.engine()
        .write(dynamo.engine().get(write.key()).map(Write::put).orElse(Write.delete(write.key())));
  }

  private static Map<Key, Item> items(Engine engine) {
    Map<Key, Item> items = new TreeMap<>();
    WholeTable.all(engine).forEach(item -> items.put(item.key(), item));
    return items;
  }
}
