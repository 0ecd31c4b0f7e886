package io.doorlist.table.aws;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.table.Condition;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Update;
import io.doorlist.table.Write;
import java.util.List;
import org.junit.jupiter.api.Test;

class WriteTest {
  /** Issue 23: a throttled write used to be sent again with values that it did not use. */
  @Test
  void write_saysTheSame_wheneverItIsSent() {
    Key key = new Key("p", "s");
    List<Write> writes =
        List.of(
            Write.put(new Item(key)).require(Condition.is("v", 1L)),
            Write.delete(key).require(Condition.number("v", 0)),
            Write.check(key).require(Condition.is("v", 1L)),
            Update.of(key).add("n", 1).require(Condition.is("v", 1L)));

    for (Write write : writes) {
      assertEquals(Requests.part("t", write), Requests.part("t", write));
    }
  }
}
