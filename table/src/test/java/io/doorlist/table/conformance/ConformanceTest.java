package io.doorlist.table.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.table.Bytes;
import io.doorlist.table.Condition;
import io.doorlist.table.Item;
import io.doorlist.table.ItemChange;
import io.doorlist.table.Key;
import io.doorlist.table.Opaque;
import io.doorlist.table.Write;
import io.doorlist.table.memory.MemoryEngine;
import io.doorlist.testing.Call;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Our engines do what DynamoDB Local does, but for {@link Known} differences. */
class ConformanceTest {
  private final List<ItemChange> changes = new ArrayList<>();

  @Test
  void randomCalls_areAnsweredAsByDynamoDbLocal() {
    MemoryEngine memory = new MemoryEngine(InstantSource.system(), changes::add);

    new DynamoComparison(memory, this::changes).run();
  }

  private List<ItemChange> changes() {
    List<ItemChange> told = List.copyOf(changes);
    changes.clear();
    return told;
  }

  /**
   * Whether a list lacks an element is also asked of what is no list. Found by 150,000 random
   * calls: bytes contain bytes, as a text contains a text.
   */
  @Test
  void conditionThatAListLacksAnElement_isDynamoDbs_forEveryType() {
    List<Object> values =
        List.of(
            "abc",
            5L,
            true,
            new byte[] {1, 2, 3},
            List.of("b", 5L, new byte[] {2}),
            Map.of("b", "b"),
            Opaque.NULL,
            Opaque.ofDigits("1.5"),
            Opaque.set("SS", Stream.of("b", "c")),
            Opaque.set("NS", Stream.of("5", "1.5")),
            Opaque.set("BS", Stream.of(new Bytes(new byte[] {2}), new Bytes(new byte[] {2, 3}))));
    List<Object> elements = new ArrayList<>(values);
    elements.addAll(
        List.of("b", "ac", "", new byte[] {2}, new byte[] {2, 3}, new byte[] {1, 3}, new byte[0]));

    List<String> differences = new ArrayList<>();
    try (UnmodifiedDynamo dynamo = new UnmodifiedDynamo();
        MemoryEngine memory = new MemoryEngine()) {
      for (Object value : values) {
        Item item = new Item(new Key("p", "s")).put("a", value);
        memory.write(Write.put(item));
        dynamo.engine().write(Write.put(item));
        for (Object element : elements) {
          Call<?> call = new Call.Single(Write.put(item).require(Condition.lacks("a", element)));
          Answer expected = Answer.of(call, dynamo.engine());
          if (!expected.equals(Answer.of(call, memory))) {
            differences.add(Answer.text(call) + " should be " + expected);
          }
        }
      }
    }
    assertEquals("", String.join("\n", differences));
  }
}
