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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Makes the same calls to an engine of ours and to DynamoDB Local. It compares all answers, costs
 * and changes, but for {@link Known} differences.
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

  private final CountingEngine ours;
  private final Supplier<List<ItemChange>> feed;
  private final UnmodifiedDynamo dynamo = new UnmodifiedDynamo();
  private final List<String> differences = new ArrayList<>();
  private final Set<Known> met = new HashSet<>();

  /**
   * Creates the comparison of an engine without items.
   *
   * @param feed returns what has changed since it was asked before
   */
  DynamoComparison(Engine ours, Supplier<List<ItemChange>> feed) {
    this.ours = new CountingEngine(ours);
    this.feed = feed;
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
    assertEquals(all(dynamo.engine()), all(ours));
    assertEquals(Set.of(Known.values()), met);
    dynamo.close();
  }

  private void compare(int number, Call<?> call) {
    dynamo.spent();
    ours.spent();
    Answer expected = Answer.of(call, dynamo.engine());
    double units = dynamo.spent();
    Answer given = Answer.of(call, ours);
    CountingEngine.Cost cost = ours.spent();
    String what = "call " + number + " " + Answer.text(call);
    boolean same = given.equals(expected);
    if (!same && !isKnown(call, expected, given)) {
      differences.add(what + "\n  should be " + expected + "\n  but is    " + given);
    }
    if (same
        && given.isDone()
        && !isMiscounted(call, given)
        && units != cost.readUnits() + cost.writeUnits()) {
      differences.add(what + "\n  costs " + units + ", not " + cost);
    }
    if (!same) {
      call.writes().forEach(this::catchUp);
    }
  }

  /** Changes of an item come in their order; those of a transaction, in any order. */
  private void compareFeeds(String when) {
    Map<Key, List<Object>> expected = byKey(dynamo.changes());
    Map<Key, List<Object>> given = byKey(feed.get());
    if (!given.equals(expected) && differences.isEmpty()) {
      differences.add("feed " + when + "\n  should be " + expected + "\n  but is    " + given);
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

  private boolean isKnown(Call<?> call, Answer expected, Answer given) {
    for (Known known : Known.values()) {
      if (known.explains(call, expected, given)) {
        met.add(known);
        return true;
      }
    }
    return false;
  }

  /** Makes an item of ours what it is in DynamoDB Local. */
  private void catchUp(Write write) {
    if (write.key().sk().isEmpty()) {
      return;
    }
    ours.write(dynamo.engine().get(write.key()).map(Write::put).orElse(Write.delete(write.key())));
  }

  private static Map<Key, Item> all(Engine engine) {
    Map<Key, Item> all = new TreeMap<>();
    WholeTable.all(engine).forEach(item -> all.put(item.key(), item));
    return all;
  }
}
