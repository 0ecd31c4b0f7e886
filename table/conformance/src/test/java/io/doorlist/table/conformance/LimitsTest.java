package io.doorlist.table.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.table.Engine;
import io.doorlist.table.Key;
import io.doorlist.table.Range;
import io.doorlist.table.Write;
import io.doorlist.table.memory.MemoryEngine;
import io.doorlist.testing.Call;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Our engines refuse what DynamoDB Local refuses, and take what it takes, to the byte. */
class LimitsTest {
  @Test
  void limits_areThoseOfDynamoDbLocal() {
    Map<String, Call<?>> calls = new LimitCalls().all();
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
  void partsOfAQuery_areThoseOfDynamoDbLocal() {
    try (UnmodifiedDynamo dynamo = new UnmodifiedDynamo();
        MemoryEngine memory = new MemoryEngine()) {
      // Four of the first make 1 MB to the byte.
      for (int bytes : List.of(1 << 18, (1 << 18) - 1, (1 << 18) + 1, 300_000, 100)) {
        String pk = "parts of " + bytes;
        for (int i = 0; i < 9; i++) {
          Write write = Write.put(LimitCalls.item(new Key(pk, "s" + i), bytes));
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
}
