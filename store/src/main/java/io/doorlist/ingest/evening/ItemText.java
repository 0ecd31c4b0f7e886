package io.doorlist.ingest.evening;

import io.doorlist.json.Json;
import io.doorlist.json.MalformedJsonException;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.table.TypedAttributes;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Items as lines of text: {@code {"kind":"item","pk":…,"sk":…,"attributes":{name:{type:value}}}},
 * where the types are those of DynamoDB's own JSON. Equal items are equal text.
 */
final class ItemText {
  /** The kind of such a line. */
  static final String KIND = "item";

  private ItemText() {}

  static String line(Item item) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("kind", KIND);
    line.put(TableSchema.PK, item.key().pk());
    line.put(TableSchema.SK, item.key().sk());
    line.put("attributes", TypedAttributes.of(item.without(TableSchema.PK, TableSchema.SK)));
    return Json.writeValue(line);
  }

  /**
   * Reads a line.
   *
   * @throws MalformedJsonException if it is no JSON object
   * @throws IllegalArgumentException if it is no item
   */
  static Item item(String line) throws MalformedJsonException {
    Map<String, Object> members = Json.readObject(line);
    if (members.size() != 4
        || !KIND.equals(members.get("kind"))
        || !(members.get(TableSchema.PK) instanceof String pk)
        || !(members.get(TableSchema.SK) instanceof String sk)
        || !(members.get("attributes") instanceof Map<?, ?> attributes)) {
      throw new IllegalArgumentException("is no item of an export of what happened");
    }
    return TypedAttributes.item(new TableSchema.Key(pk, sk), attributes);
  }
}
