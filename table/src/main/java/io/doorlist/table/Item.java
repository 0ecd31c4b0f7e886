package io.doorlist.table;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The attributes of an item, or of a map inside one, with a method for each type. If a value is not
 * known, its attribute is left out. A method that finds an attribute of another type throws {@link
 * IllegalArgumentException}, because somebody else must have written it. Not thread-safe.
 *
 * @param attributes by name: {@link String}, {@link Long}, {@link Boolean}, {@link Bytes}, {@link
 *     Opaque}, and unmodifiable lists and maps of these
 */
public record Item(Map<String, Object> attributes) {
  public Item() {
    this(new LinkedHashMap<>());
  }

  public Item(Key key) {
    this();
    put(Key.PK, key.pk());
    put(Key.SK, key.sk());
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
   * Puts an attribute. Its value is a text, number, flag, time, item or bytes, or a list or map of
   * these. {@code null} puts nothing.
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

  /** Converts a value to the form in which attributes keep it. */
  static Object value(Object value) {
    return switch (value) {
      case String text -> text;
      case Number number -> number.longValue();
      case Boolean flag -> flag;
      case Instant time -> time.toString();
      case Bytes bytes -> bytes;
      case byte[] bytes -> new Bytes(bytes);
      case Item item -> Collections.unmodifiableMap(new LinkedHashMap<>(item.attributes));
      case Map<?, ?> map -> values(map);
      case List<?> list -> list.stream().map(Item::value).toList();
      case Opaque opaque -> opaque;
      default -> throw new IllegalArgumentException("no attribute holds a " + value.getClass());
    };
  }

  private static Map<String, Object> values(Map<?, ?> map) {
    Map<String, Object> values = new LinkedHashMap<>();
    map.forEach((name, value) -> values.put((String) name, value(value)));
    return Collections.unmodifiableMap(values);
  }

  public boolean has(String name) {
    return attributes.containsKey(name);
  }

  /**
   * Returns the text, or {@code null} if it is absent. The same holds for {@link #time} and for the
   * methods that end with OrNull.
   */
  public String text(String name) {
    return typed(name, String.class);
  }

  public Long numberOrNull(String name) {
    return typed(name, Long.class);
  }

  /** Returns the number, or 0 if it is absent. */
  public long number(String name) {
    Long number = numberOrNull(name);
    return number == null ? 0 : number;
  }

  public Boolean flagOrNull(String name) {
    return typed(name, Boolean.class);
  }

  /** Returns the flag, or false if it is absent. */
  public boolean flag(String name) {
    return Boolean.TRUE.equals(flagOrNull(name));
  }

  public Instant time(String name) {
    String text = text(name);
    return text == null ? null : Instant.parse(text);
  }

  /**
   * Returns the map, or an empty one if it is absent. The methods for counts and lists do the same.
   */
  public Item map(String name) {
    Object value = attributes.get(name);
    return value == null ? new Item(Map.of()) : map(name, value);
  }

  @SuppressWarnings("unchecked")
  private static Item map(String name, Object value) {
    return new Item((Map<String, Object>) typed(name, value, Map.class));
  }

  public SortedMap<String, Integer> counts(String name) {
    Item map = map(name);
    SortedMap<String, Integer> counts = new TreeMap<>();
    map.names().forEach(each -> counts.put(each, (int) map.number(each)));
    return counts;
  }

  public byte[] bytes(String name) {
    return typed(name, attributes.get(name), Bytes.class).array();
  }

  public <T> List<T> items(String name, Function<Item, T> codec) {
    return list(name, value -> codec.apply(map(name, value)));
  }

  public List<Item> items(String name) {
    return items(name, item -> item);
  }

  public List<String> texts(String name) {
    return list(name, value -> typed(name, value, String.class));
  }

  public List<Long> numbers(String name) {
    return list(name, value -> typed(name, value, Long.class));
  }

  private <T> List<T> list(String name, Function<Object, T> codec) {
    List<?> values = typed(name, List.class);
    return values == null ? List.of() : values.stream().map(each -> codec.apply(each)).toList();
  }

  private <T> T typed(String name, Class<T> type) {
    Object value = attributes.get(name);
    return value == null ? null : typed(name, value, type);
  }

  private static <T> T typed(String name, Object value, Class<T> type) {
    if (!type.isInstance(value)) {
      throw new IllegalArgumentException("attribute " + name + " has another type");
    }
    return type.cast(value);
  }

  /**
   * Returns all attributes. Throws {@link IllegalArgumentException} if one has an {@link Opaque}.
   */
  public Map<String, Object> values() {
    attributes.forEach(Item::requireKnown);
    return Collections.unmodifiableMap(attributes);
  }

  private static void requireKnown(String name, Object value) {
    switch (value) {
      case Opaque unknown ->
          throw new IllegalArgumentException("attribute " + name + " has another type");
      case Map<?, ?> map -> map.values().forEach(each -> requireKnown(name, each));
      case List<?> list -> list.forEach(each -> requireKnown(name, each));
      default -> {}
    }
  }

  /** Returns the value at a path; {@code null} if there is none. */
  Object at(Path path) {
    Object value = attributes;
    for (Object step : path.steps()) {
      value =
          switch (value) {
            case Map<?, ?> map -> map.get(step);
            case List<?> list -> element(list, step);
            case null -> null;
            default -> null;
          };
    }
    return value;
  }

  private static Object element(List<?> list, Object step) {
    return step instanceof Integer index && index < list.size() ? list.get(index) : null;
  }

  public Key key() {
    return new Key(text(Key.PK), text(Key.SK));
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
}
