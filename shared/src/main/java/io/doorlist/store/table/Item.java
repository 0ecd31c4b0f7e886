package io.doorlist.store.table;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Attributes of an item, or of a map inside one, read and written by type. What is unknown is
 * absent. An attribute of another type than is asked for is an {@link IllegalArgumentException}:
 * somebody else wrote it. Not thread-safe.
 */
public final class Item {
  private static final AttributeValue TRUE = AttributeValue.fromBool(true);
  private static final AttributeValue FALSE = AttributeValue.fromBool(false);

  private final Map<String, AttributeValue> attributes;

  /** Makes an empty one. */
  public Item() {
    this(new LinkedHashMap<>());
  }

  /** Wraps attributes. */
  public Item(Map<String, AttributeValue> attributes) {
    this.attributes = attributes;
  }

  /** Begins an item with its key. */
  public Item(TableSchema.Key key) {
    this();
    put(TableSchema.PK, key.pk());
    put(TableSchema.SK, key.sk());
  }

  /** Returns the attributes as the SDK takes them. */
  public Map<String, AttributeValue> attributes() {
    return attributes;
  }

  /** Puts an attribute; {@code null} puts none. */
  public Item put(String name, String value) {
    return value == null ? this : put(name, AttributeValue.fromS(value));
  }

  /** Puts an attribute; {@code null} puts none. */
  public Item put(String name, Long value) {
    return value == null ? this : put(name, AttributeValue.fromN(Long.toString(value)));
  }

  /** Puts an attribute; {@code null} puts none. */
  public Item put(String name, Boolean value) {
    return value == null ? this : put(name, value ? TRUE : FALSE);
  }

  /** Puts an attribute; {@code null} puts none. */
  public Item put(String name, Instant value) {
    return value == null ? this : put(name, value.toString());
  }

  /** Puts an attribute; {@code null} puts none. */
  public Item put(String name, Item value) {
    return value == null ? this : put(name, value.value());
  }

  /** Puts a list. */
  public <T> Item put(String name, List<T> values, Function<T, AttributeValue> codec) {
    return put(name, AttributeValue.fromL(values.stream().map(codec).toList()));
  }

  /** Puts an attribute; {@code null} puts none. */
  public Item put(String name, AttributeValue value) {
    attributes.put(name, value);
    return this;
  }

  /** Returns the attributes as one map value. */
  public AttributeValue value() {
    return AttributeValue.fromM(attributes);
  }

  /** Returns whether the attribute is there. */
  public boolean has(String name) {
    return attributes.containsKey(name);
  }

  /** Returns the text, or {@code null}. */
  public String text(String name) {
    AttributeValue value = attributes.get(name);
    return value == null ? null : typed(name, value.s());
  }

  /** Returns the number, or {@code null}. */
  public Long numberOrNull(String name) {
    AttributeValue value = attributes.get(name);
    return value == null ? null : Long.valueOf(typed(name, value.n()));
  }

  /** Returns the number, or 0. */
  public long number(String name) {
    AttributeValue value = attributes.get(name);
    return value == null ? 0 : Long.parseLong(typed(name, value.n()));
  }

  /** Returns the flag, or {@code null}. */
  public Boolean flagOrNull(String name) {
    AttributeValue value = attributes.get(name);
    return value == null ? null : typed(name, value.bool());
  }

  /** Returns the flag, or false. */
  public boolean flag(String name) {
    return Boolean.TRUE.equals(flagOrNull(name));
  }

  /** Returns the time, or {@code null}. */
  public Instant time(String name) {
    String text = text(name);
    return text == null ? null : Instant.parse(text);
  }

  /** Returns the map, empty if absent. */
  public Item map(String name) {
    AttributeValue value = attributes.get(name);
    return new Item(value == null ? Map.of() : typed(name, value.hasM() ? value.m() : null));
  }

  /** Returns what the list holds, empty if absent. */
  public <T> List<T> list(String name, Function<AttributeValue, T> codec) {
    AttributeValue value = attributes.get(name);
    if (value == null) {
      return List.of();
    }
    List<AttributeValue> elements = typed(name, value.hasL() ? value.l() : null);
    List<T> items = new ArrayList<>(elements.size());
    for (AttributeValue element : elements) {
      items.add(codec.apply(element));
    }
    return items;
  }

  private static <T> T typed(String name, T value) {
    if (value == null) {
      throw new IllegalArgumentException("attribute " + name + " has another type");
    }
    return value;
  }

  /** Returns the key that the item has in the table. */
  public TableSchema.Key key() {
    return new TableSchema.Key(text(TableSchema.PK), text(TableSchema.SK));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Item item && attributes.equals(item.attributes);
  }

  @Override
  public int hashCode() {
    return Objects.hash(attributes);
  }
}
