package io.doorlist.store.table;

import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Attributes as DynamoDB's own JSON has them: {@code {name: {type: value}}}, in order of names. */
public final class TypedAttributes {
  private TypedAttributes() {}

  public static Map<String, Object> of(Item item) {
    return map(item.attributes());
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
          case L -> value.l().stream().map(TypedAttributes::value).toList();
          default -> throw new IllegalStateException("no item has a " + value.type());
        };
    return Map.of(value.type().name(), content);
  }

  /**
   * Returns an item with these attributes besides its key.
   *
   * @throws IllegalArgumentException if one has no type, or one that no item of ours has
   */
  public static Item item(TableSchema.Key key, Map<?, ?> attributes) {
    Item item = new Item(key);
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
