package io.doorlist.table.aws;

import io.doorlist.table.Bytes;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Opaque;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Converts values to the SDK's form and back. */
public final class SdkValues {
  private static final AttributeValue TRUE = AttributeValue.fromBool(true);
  private static final AttributeValue FALSE = AttributeValue.fromBool(false);

  private SdkValues() {}

  public static Map<String, AttributeValue> of(Item item) {
    return of(item.attributes());
  }

  public static Map<String, AttributeValue> of(Key key) {
    return Map.of(Key.PK, AttributeValue.fromS(key.pk()), Key.SK, AttributeValue.fromS(key.sk()));
  }

  static Map<String, AttributeValue> of(Map<?, ?> attributes) {
    Map<String, AttributeValue> values = new LinkedHashMap<>();
    attributes.forEach((name, value) -> values.put((String) name, of(value)));
    return values;
  }

  private static AttributeValue of(Object value) {
    return switch (value) {
      case String text -> AttributeValue.fromS(text);
      case Long number -> AttributeValue.fromN(number.toString());
      case Boolean flag -> flag ? TRUE : FALSE;
      case Bytes bytes -> AttributeValue.fromB(sdk(bytes));
      case Map<?, ?> map -> AttributeValue.fromM(of(map));
      case List<?> list -> AttributeValue.fromL(list.stream().map(SdkValues::of).toList());
      case Opaque opaque -> of(opaque);
      default -> throw new IllegalArgumentException("no attribute holds a " + value.getClass());
    };
  }

  private static AttributeValue of(Opaque opaque) {
    return switch (opaque.type()) {
      case "N" -> AttributeValue.fromN((String) opaque.value());
      case "SS" ->
          AttributeValue.fromSs(opaque.elements().stream().map(String.class::cast).toList());
      case "NS" ->
          AttributeValue.fromNs(opaque.elements().stream().map(String.class::cast).toList());
      case "BS" ->
          AttributeValue.fromBs(opaque.elements().stream().map(each -> sdk((Bytes) each)).toList());
      default -> AttributeValue.fromNul(true);
    };
  }

  private static SdkBytes sdk(Bytes bytes) {
    return SdkBytes.fromByteArrayUnsafe(bytes.array());
  }

  public static Item item(Map<String, AttributeValue> attributes) {
    return new Item(plain(attributes));
  }

  private static Map<String, Object> plain(Map<String, AttributeValue> attributes) {
    Map<String, Object> plain = new LinkedHashMap<>();
    attributes.forEach((name, value) -> plain.put(name, value(value)));
    return plain;
  }

  static Key key(Map<String, AttributeValue> attributes) {
    return attributes.isEmpty() ? null : item(attributes).key();
  }

  private static Object value(AttributeValue value) {
    return switch (value.type()) {
      case S -> value.s();
      case N -> Opaque.ofDigits(value.n());
      case BOOL -> value.bool();
      case B -> bytes(value.b());
      case M -> Collections.unmodifiableMap(plain(value.m()));
      case L -> value.l().stream().map(SdkValues::value).toList();
      case SS -> Opaque.set("SS", value.ss().stream());
      case NS -> Opaque.set("NS", value.ns().stream());
      case BS -> Opaque.set("BS", value.bs().stream().map(SdkValues::bytes));
      case NUL -> Opaque.NULL;
      // DynamoDB Local leaves out the type of empty maps where it returns old items.
      case UNKNOWN_TO_SDK_VERSION -> Map.of();
    };
  }

  private static Bytes bytes(SdkBytes bytes) {
    return new Bytes(bytes.asByteArrayUnsafe());
  }
}
