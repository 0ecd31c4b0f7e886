package io.doorlist.ingest;

import io.doorlist.json.Json;
import io.doorlist.json.MalformedJsonException;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

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
    line.put("attributes", map(item.without(TableSchema.PK, TableSchema.SK).attributes()));
    return Json.writeValue(line);
  }

  private static Map<String, Object> map(Map<String, AttributeValue> attributes) {
    Map<String, Object> map = new TreeMap<>();
    attributes.forEach((name, value) -> map.put(name, value(value)));
    return map;
  }

  private static Map<String, Object> value(AttributeValue value) {
    Object content =
        switch (value.type()) {
          case S -> value.s();
          case N -> value.n();
          case BOOL -> value.bool();
          case B -> Base64.getEncoder().encodeToString(value.b().asByteArrayUnsafe());
          case M -> map(value.m());
          case L -> value.l().stream().map(ItemText::value).toList();
          default -> throw new IllegalStateException("no item has a " + value.type());
        };
    return Map.of(value.type().name(), content);
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
    Item item = new Item(new TableSchema.Key(pk, sk));
    attributes(attributes).forEach(item::put);
    return item;
  }

  private static Map<String, AttributeValue> attributes(Map<?, ?> map) {
    Map<String, AttributeValue> attributes = new LinkedHashMap<>();
    map.forEach((name, value) -> attributes.put((String) name, attribute(value)));
    return attributes;
  }

  private static AttributeValue attribute(Object value) {
    if (!(value instanceof Map<?, ?> typed) || typed.size() != 1) {
      throw new IllegalArgumentException("has an attribute without a type");
    }
    Map.Entry<?, ?> entry = typed.entrySet().iterator().next();
    Object content = entry.getValue();
    if (content instanceof String text) {
      return scalar((String) entry.getKey(), text);
    }
    if (content instanceof Boolean flag && entry.getKey().equals("BOOL")) {
      return AttributeValue.fromBool(flag);
    }
    if (content instanceof Map<?, ?> map && entry.getKey().equals("M")) {
      return AttributeValue.fromM(attributes(map));
    }
    if (content instanceof List<?> list && entry.getKey().equals("L")) {
      List<AttributeValue> values = new ArrayList<>(list.size());
      list.forEach(each -> values.add(attribute(each)));
      return AttributeValue.fromL(values);
    }
    throw new IllegalArgumentException("has an attribute of an unknown type");
  }

  private static AttributeValue scalar(String type, String text) {
    return switch (type) {
      case "S" -> AttributeValue.fromS(text);
      case "N" -> AttributeValue.fromN(text);
      case "B" -> AttributeValue.fromB(SdkBytes.fromByteArray(Base64.getDecoder().decode(text)));
      default -> throw new IllegalArgumentException("has an attribute of an unknown type");
    };
  }
}
