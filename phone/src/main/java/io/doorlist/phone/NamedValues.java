package io.doorlist.phone;

import java.util.Map;
import java.util.TreeMap;

/** Writes named values as one line of text, and reads such a line. */
public final class NamedValues {
  private NamedValues() {}

  /** Returns values as a line. */
  public static String write(Map<String, String> values) {
    return Json.write(values);
  }

  /** Reads a line. */
  public static Map<String, String> read(String line) {
    Map<String, String> values = new TreeMap<>();
    Json.object(line).forEach((name, value) -> values.put((String) name, Json.text(value)));
    return values;
  }
}
