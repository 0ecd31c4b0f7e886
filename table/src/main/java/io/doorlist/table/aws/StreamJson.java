package io.doorlist.table.aws;

import io.doorlist.table.Bytes;
import io.doorlist.table.Item;
import io.doorlist.table.ItemChange;
import io.doorlist.table.Opaque;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads and writes changes as a table's stream reports them: DynamoDB's JSON, as maps and lists.
 */
public final class StreamJson {
  private static final String KEYS = "Keys";
  private static final String OLD = "OldImage";
  private static final String NEW = "NewImage";

  private StreamJson() {}

  /** Reads the member {@code dynamodb} of a stream's record. */
  public static ItemChange read(Map<?, ?> record) {
    return new ItemChange(item(record, KEYS).key(), item(record, OLD), item(record, NEW));
  }

  private static Item item(Map<?, ?> record, String member) {
    return record.get(member) instanceof Map<?, ?> image ? item(image) : new Item();
  }

  /**
   * Reads an item. Stand-ins for DynamoDB leave out the type of an empty map or list. Such a value
   * is read as absent, which counts as empty, too.
   */
  public static Item item(Map<?, ?> image) {
    Item item = new Item();
    image.forEach((name, value) -> item.put((String) name, value((Map<?, ?>) value)));
    return item;
  }

  private static Object value(Map<?, ?> typed) {
    if (typed.isEmpty()) {
      return null;
    }
    Map.Entry<?, ?> only = typed.entrySet().iterator().next();
    Object value = only.getValue();
    return switch ((String) only.getKey()) {
      case "S", "BOOL" -> value;
      case "N" -> Opaque.ofDigits((String) value);
      case "B" -> bytes(value);
      case "M" -> item((Map<?, ?>) value);
      case "L" -> ((List<?>) value).stream().map(each -> element((Map<?, ?>) each)).toList();
      case "SS" -> Opaque.set("SS", ((List<?>) value).stream());
      case "NS" -> Opaque.set("NS", ((List<?>) value).stream());
      case "BS" -> Opaque.set("BS", ((List<?>) value).stream().map(StreamJson::bytes));
      default -> Opaque.NULL;
    };
  }

  private static Object element(Map<?, ?> typed) {
    return typed.isEmpty() ? new Item() : value(typed);
  }

  private static Bytes bytes(Object text) {
    return new Bytes(Base64.getDecoder().decode((String) text));
  }

  /** Returns the member {@code dynamodb} of a stream's record. */
  public static Map<String, Object> write(ItemChange change, String sequenceNumber) {
    Map<String, Object> record = new LinkedHashMap<>();
    record.put(KEYS, image(new Item(change.key())));
    if (!change.before().isEmpty()) {
      record.put(OLD, image(change.before()));
    }
    if (!change.now().isEmpty()) {
      record.put(NEW, image(change.now()));
    }
    record.put("SequenceNumber", sequenceNumber);
    return record;
  }

  /** Returns an item as {@link #item} reads it. */
  public static Map<String, Object> image(Item item) {
    return image(item.attributes());
  }

  private static Map<String, Object> image(Map<?, ?> attributes) {
    Map<String, Object> image = new LinkedHashMap<>();
    attributes.forEach((name, value) -> image.put((String) name, typed(value)));
    return image;
  }

  private static Map<String, Object> typed(Object value) {
    return switch (value) {
      case String text -> Map.of("S", text);
      case Long number -> Map.of("N", number.toString());
      case Boolean flag -> Map.of("BOOL", flag);
      case Bytes bytes -> Map.of("B", base64(bytes));
      case Map<?, ?> map -> Map.of("M", image(map));
      case List<?> list -> Map.of("L", list.stream().map(StreamJson::typed).toList());
      case Opaque opaque -> Map.of(opaque.type(), plain(opaque));
      default -> throw new IllegalArgumentException("no attribute holds a " + value.getClass());
    };
  }

  private static Object plain(Opaque opaque) {
    return opaque.value() instanceof List<?> set
        ? set.stream().map(each -> each instanceof Bytes bytes ? base64(bytes) : each).toList()
        : opaque.value();
  }

  private static String base64(Bytes bytes) {
    return Base64.getEncoder().encodeToString(bytes.array());
  }
}
