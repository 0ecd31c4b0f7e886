package io.doorlist.store.table;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A change of an item, from the table's stream; what was not there has no attributes. */
public record StreamChange(TableSchema.Key key, Item before, Item now) {
  /** Reads the member {@code dynamodb} of a stream's record: DynamoDB's JSON, as maps and lists. */
  public static StreamChange read(Map<?, ?> record) {
    return new StreamChange(
        item(record, "Keys").key(), item(record, "OldImage"), item(record, "NewImage"));
  }

  private static Item item(Map<?, ?> record, String member) {
    return new Item(record.get(member) instanceof Map<?, ?> image ? attributes(image) : Map.of());
  }

  private static Map<String, AttributeValue> attributes(Map<?, ?> image) {
    Map<String, AttributeValue> attributes = new LinkedHashMap<>();
    image.forEach((name, value) -> attributes.put((String) name, value((Map<?, ?>) value)));
    return attributes;
  }

  private static AttributeValue value(Map<?, ?> typed) {
    Map.Entry<?, ?> only = typed.entrySet().iterator().next();
    Object value = only.getValue();
    return switch ((String) only.getKey()) {
      case "S" -> AttributeValue.fromS((String) value);
      case "N" -> AttributeValue.fromN((String) value);
      case "BOOL" -> AttributeValue.fromBool((Boolean) value);
      case "M" -> AttributeValue.fromM(attributes((Map<?, ?>) value));
      case "L" ->
          AttributeValue.fromL(
              ((List<?>) value).stream().map(each -> value((Map<?, ?>) each)).toList());
      // No item read here has any other type.
      default -> AttributeValue.fromNul(true);
    };
  }
}
