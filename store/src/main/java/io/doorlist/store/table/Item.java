package io.doorlist.store.table;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Attributes of an item, or of a map inside one, read and written by type. An unknown value is
 * absent. Reading an attribute of another type throws {@link IllegalArgumentException}: somebody
 * else wrote it. Not thread-safe.
 *
 * @param attributes in the SDK's form
 */
public record Item(Map<String, AttributeValue> attributes) {
  private static final AttributeValue TRUE = AttributeValue.fromBool(true);
  private static final AttributeValue FALSE = AttributeValue.fromBool(false);

  /** What DynamoDB counts for a list or map, and for the longest number, in bytes. */
  private static final int NESTED = 3;

  private static final int MAX_NUMBER = 21;

  public Item() {
    this(new LinkedHashMap<>());
  }

  public Item(TableSchema.Key key) {
    this();
    put(TableSchema.PK, key.pk());
    put(TableSchema.SK, key.sk());
  }

  public boolean isEmpty() {
    return attributes.isEmpty();
  }

  public Set<String> names() {
    return attributes.keySet();
  }

  /** Returns an independent copy without these attributes. */
  public Item without(String... names) {
    Item copy = new Item(new LinkedHashMap<>(attributes));
    copy.attributes.keySet().removeAll(List.of(names));
    return copy;
  }

  /**
   * Puts an attribute: a text, number, flag, time, item, list or map of these, or bytes; {@code
   * null} puts nothing.
   */
  public Item put(String name, Object value) {
    if (value != null) {
      attributes.put(name, value(value));
    }
    return this;
  }

  public Item putAll(Item other) {
    attributes.putAll(other.attributes);
    return this;
  }

  public <T> Item put(String name, List<T> values, Function<T, Object> codec) {
    return put(name, values.stream().map(codec).toList());
  }

  static AttributeValue value(Object value) {
    return switch (value) {
      case AttributeValue made -> made;
      case String text -> AttributeValue.fromS(text);
      case Number number -> AttributeValue.fromN(Long.toString(number.longValue()));
      case Boolean flag -> flag ? TRUE : FALSE;
      case Instant time -> AttributeValue.fromS(time.toString());
      case Item item -> AttributeValue.fromM(item.attributes);
      case byte[] bytes -> AttributeValue.fromB(SdkBytes.fromByteArrayUnsafe(bytes));
      case Map<?, ?> map -> AttributeValue.fromM(values(map));
      case List<?> list -> AttributeValue.fromL(list.stream().map(Item::value).toList());
      default -> throw new IllegalArgumentException("no attribute holds a " + value.getClass());
    };
  }

  private static Map<String, AttributeValue> values(Map<?, ?> map) {
    Map<String, AttributeValue> values = new LinkedHashMap<>();
    map.forEach((name, value) -> values.put((String) name, value(value)));
    return values;
  }

  public boolean has(String name) {
    return attributes.containsKey(name);
  }

  /** Returns the text, {@code null} if absent, as are the time and what ends with OrNull. */
  public String text(String name) {
    AttributeValue value = attributes.get(name);
    return value == null ? null : typed(name, value.s());
  }

  public Long numberOrNull(String name) {
    return has(name) ? (Long) number(name) : null;
  }

  /** Returns the number, or 0. */
  public long number(String name) {
    AttributeValue value = attributes.get(name);
    return value == null ? 0 : Long.parseLong(typed(name, value.n()));
  }

  public Boolean flagOrNull(String name) {
    AttributeValue value = attributes.get(name);
    return value == null ? null : typed(name, value.bool());
  }

  /** Returns the flag, or false. */
  public boolean flag(String name) {
    return Boolean.TRUE.equals(flagOrNull(name));
  }

  public Instant time(String name) {
    String text = text(name);
    return text == null ? null : Instant.parse(text);
  }

  /** Returns the map, empty if absent, as are counts, lists and the like. */
  public Item map(String name) {
    AttributeValue value = attributes.get(name);
    return new Item(value == null ? Map.of() : typed(name, value.hasM() ? value.m() : null));
  }

  public SortedMap<String, Integer> counts(String name) {
    Item map = map(name);
    SortedMap<String, Integer> counts = new TreeMap<>();
    map.names().forEach(each -> counts.put(each, (int) map.number(each)));
    return counts;
  }

  public byte[] bytes(String name) {
    return typed(name, attributes.get(name).b()).asByteArrayUnsafe();
  }

  public <T> List<T> items(String name, Function<Item, T> codec) {
    return list(name, value -> codec.apply(new Item(value.m())));
  }

  public List<Item> items(String name) {
    return items(name, item -> item);
  }

  public List<String> texts(String name) {
    return list(name, AttributeValue::s);
  }

  public List<Long> numbers(String name) {
    return list(name, value -> Long.valueOf(value.n()));
  }

  private <T> List<T> list(String name, Function<AttributeValue, T> codec) {
    AttributeValue value = attributes.get(name);
    if (value == null) {
      return List.of();
    }
    return typed(name, value.hasL() ? value.l() : null).stream().map(codec).toList();
  }

  private static <T> T typed(String name, T value) {
    if (value == null) {
      throw new IllegalArgumentException("attribute " + name + " has another type");
    }
    return value;
  }

  /** Returns all attributes that are no bytes as texts, numbers, flags, lists and maps of these. */
  public Map<String, Object> values() {
    return plain(attributes);
  }

  private static Map<String, Object> plain(Map<String, AttributeValue> attributes) {
    Map<String, Object> values = new LinkedHashMap<>();
    attributes.forEach((name, value) -> values.put(name, plain(value)));
    return values;
  }

  private static Object plain(AttributeValue value) {
    return switch (value.type()) {
      case S -> value.s();
      case N -> Long.valueOf(value.n());
      case BOOL -> value.bool();
      case M -> plain(value.m());
      case L -> value.l().stream().map(Item::plain).toList();
      default -> value;
    };
  }

  public TableSchema.Key key() {
    return new TableSchema.Key(text(TableSchema.PK), text(TableSchema.SK));
  }

  /** Returns what a codec reads; empty if an attribute is missing, of another type or invalid. */
  public static <T> Optional<T> tryRead(Supplier<T> codec) {
    try {
      return Optional.of(codec.get());
    } catch (NullPointerException
        | IllegalArgumentException
        | IndexOutOfBoundsException
        | DateTimeException e) {
      return Optional.empty();
    }
  }

  /**
   * Returns the approximate size in bytes as DynamoDB counts it: names and texts as UTF-8, numbers
   * by digits, a little for each nested value.
   */
  public int bytes() {
    return bytes(attributes);
  }

  private static int bytes(Map<String, AttributeValue> attributes) {
    return attributes.entrySet().stream()
        .mapToInt(attribute -> utf8(attribute.getKey()) + bytes(attribute.getValue()))
        .sum();
  }

  private static int bytes(AttributeValue value) {
    return switch (value.type()) {
      case S -> utf8(value.s());
      case B -> value.b().asByteArrayUnsafe().length;
      case N -> Math.min(value.n().length() / 2 + 2, MAX_NUMBER);
      case M -> NESTED + value.m().size() + bytes(value.m());
      case L -> NESTED + value.l().stream().mapToInt(element -> 1 + bytes(element)).sum();
      default -> 1;
    };
  }

  private static int utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
