package io.doorlist.acceptance.client;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/** Reads and writes JSON as maps that keep the order of members, and as lists. */
public final class Json {
  private static final JSON JR =
      JSON.std
          .with(JSON.Feature.FAIL_ON_DUPLICATE_MAP_KEYS)
          .with(JSON.Feature.PRESERVE_FIELD_ORDERING)
          .with(JSON.Feature.WRITE_NULL_PROPERTIES);

  private Json() {}

  public static Map<String, Object> parse(String text) {
    try {
      return JR.mapFrom(text);
    } catch (IOException e) {
      throw new UncheckedIOException("not a JSON object: " + text, e);
    }
  }

  public static String write(Object value) {
    try {
      return JR.asString(value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the text without insignificant white space, with members in their order. */
  public static String compact(String text) {
    return write(parse(text));
  }

  /**
   * Returns the value at this path, which consists of names of members and indexes of elements. A
   * whole number is returned as a {@code Long}.
   */
  public static Object at(Object value, Object... place) {
    Object here = value;
    for (Object step : place) {
      here =
          step instanceof Integer index
              ? ((List<?>) here).get(index)
              : ((Map<?, ?>) here).get(step);
    }
    return here instanceof Integer number ? Long.valueOf(number) : here;
  }

  @SuppressWarnings("unchecked")
  public static Map<String, Object> object(Object value) {
    return (Map<String, Object>) value;
  }

  @SuppressWarnings("unchecked")
  public static List<Map<String, Object>> objects(Object value) {
    return (List<Map<String, Object>>) value;
  }
}
