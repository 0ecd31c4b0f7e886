package io.doorlist.table.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.table.Item;
import io.doorlist.table.ItemChange;
import io.doorlist.table.Key;
import io.doorlist.table.RefusedException;
import io.doorlist.table.Update;
import io.doorlist.table.Write;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MemoryEngineTest {
  private static final Key KEY = new Key("p", "s");

  private Instant now = Instant.EPOCH;
  private final List<ItemChange> changes = new ArrayList<>();
  private final MemoryEngine table = new MemoryEngine(() -> now, changes::add);

  @Test
  void token_namesOneTransaction_forTenMinutes() {
    List<Write> writes = List.of(Write.put(new Item(KEY)).ifAbsent());

    assertTrue(table.transact(writes, "token").written());
    now = Instant.EPOCH.plusSeconds(599);
    assertTrue(table.transact(writes, "token").written());
    assertThrows(RefusedException.class, () -> table.transact(List.of(Write.delete(KEY)), "token"));
    now = Instant.EPOCH.plusSeconds(600);
    assertFalse(table.transact(writes, "token").written());

    assertEquals(1, changes.size());
  }

  @Test
  void token_ofWhatWasNotWritten_isFree() {
    assertFalse(table.transact(List.of(Update.of(KEY).add("n", 1).ifPresent()), "token").written());

    assertTrue(table.transact(List.of(Write.put(new Item(KEY))), "token").written());
  }

  @Test
  void feed_hasWhatChanged_inOrder_andNothingElse() {
    Item one = new Item(KEY).put("n", 1L);
    Item two = new Item(KEY).put("n", 2L);

    table.write(Write.put(one));
    table.write(Write.put(one));
    table.write(Update.of(KEY).add("n", 1));
    table.write(Write.put(two).ifAbsent());
    table.write(Write.delete(KEY));
    table.write(Write.delete(KEY));

    assertEquals(
        List.of(
            new ItemChange(KEY, new Item(), one),
            new ItemChange(KEY, one, two),
            new ItemChange(KEY, two, new Item())),
        changes);
  }

  @Test
  void items_areTheTablesOwn_whoeverHasPutOrReadThem() {
    Item put = new Item(KEY).put("n", 1L);
    table.write(Write.put(put));

    put.put("n", 2L);
    table.get(KEY).orElseThrow().put("n", 3L);

    assertEquals(Optional.of(new Item(KEY).put("n", 1L)), table.get(KEY));
  }

  @Test
  void copy_isIndependent() {
    table.write(Write.put(new Item(KEY)));
    MemoryEngine copy = table.copy(() -> now, change -> {});

    copy.write(Write.delete(KEY));

    assertTrue(table.get(KEY).isPresent());
    assertTrue(copy.get(KEY).isEmpty());
  }
}
