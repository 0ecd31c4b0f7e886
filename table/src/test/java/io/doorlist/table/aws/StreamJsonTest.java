package io.doorlist.table.aws;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.table.Item;
import io.doorlist.table.ItemChange;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StreamJsonTest {
  /** Stand-ins of DynamoDB write an empty map or list without its type, and it may be either. */
  @Test
  void emptyValue_isAnEmptyMapOrList() {
    Map<String, Object> image =
        Map.of(
            "pk", Map.of("S", "acme"),
            "sk", Map.of("S", "ORDER"),
            "empty", Map.of(),
            "inside", Map.of("L", List.of(Map.of("M", Map.of("empty", Map.of())))));

    ItemChange change =
        StreamJson.read(
            Map.of(
                "Keys",
                Map.of("pk", Map.of("S", "acme"), "sk", Map.of("S", "ORDER")),
                "NewImage",
                image));

    Item inside = change.now().items("inside").getFirst();
    for (Item each : List.of(change.now(), inside)) {
      assertEquals(Map.of(), each.map("empty").attributes());
      assertEquals(List.of(), each.items("empty"));
      assertEquals(List.of(), each.texts("empty"));
    }
  }
}
