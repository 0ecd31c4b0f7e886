package io.doorlist.phone;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads and writes JSON. Objects are maps, arrays are lists, and whole numbers are {@code Long}.
 *
 * <p>Implementation notes. The library is also compiled to JavaScript, and apps contain everything
 * that it depends on. A library for JSON would be larger than all the rest. Numbers that are not
 * whole keep their digits, so that a list's rules say the same here as on the server.
 */
final class Json {
  private static final int MAX_DEPTH = 64;

  /** A whole number of up to this many characters surely fits into a {@code Long}. */
  private static final int LONG_LENGTH = 18;

  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  /**
   * A number that is not whole, or may be too large for a {@code Long}, in the digits in which it
   * was written.
   */
  record Fraction(String digits) {}

  /** Thrown for a text that is not JSON. */
  static final class Broken extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Broken(int at) {
      super("not JSON at character " + at);
    }
  }

  static Object read(String text) {
    Json reader = new Json(text);
    Object value = reader.value(0);
    if (reader.peek() != 0) {
      throw new Broken(reader.at);
    }
    return value;
  }

  /** Reads an object. The result is empty if the text is no JSON object. */
  static Map<?, ?> object(String text) {
    try {
      return object(read(text));
    } catch (Broken e) {
      return Map.of();
    }
  }

  static Map<?, ?> object(Object value) {
    return value instanceof Map<?, ?> map ? map : Map.of();
  }

  static List<?> list(Object value) {
    return value instanceof List<?> list ? list : List.of();
  }

  /** Returns a text, or an empty one if the value is no text. */
  static String text(Object value) {
    return value instanceof String string ? string : "";
  }

  /** Returns a whole number, or 0 if the value is no whole number. */
  static long number(Object value) {
    return value instanceof Long number ? number : 0;
  }

  static boolean flag(Object value) {
    return Boolean.TRUE.equals(value);
  }

  private Object value(int depth) {
    if (depth > MAX_DEPTH) {
      throw new Broken(at);
    }
    return switch (peek()) {
      case '{' -> members(depth);
      case '[' -> elements(depth);
      case '"' -> string();
      case 't' -> word("true", true);
      case 'f' -> word("false", false);
      case 'n' -> word("null", null);
      default -> numeral();
    };
  }

  private Map<String, Object> members(int depth) {
    Map<String, Object> members = new LinkedHashMap<>();
    at++;
    while (!ends('}', members.isEmpty())) {
      expect('"');
      at--;
      String name = string();
      expect(':');
      members.put(name, value(depth + 1));
    }
    return members;
  }

  private List<Object> elements(int depth) {
    List<Object> elements = new ArrayList<>();
    at++;
    while (!ends(']', elements.isEmpty())) {
      elements.add(value(depth + 1));
    }
    return elements;
  }

  /**
   * Skips the closing bracket, or the comma before the next part. Returns whether it was the
   * bracket.
   */
  private boolean ends(char end, boolean first) {
    if (peek() == end) {
      at++;
      return true;
    }
    if (!first) {
      expect(',');
    }
    return false;
  }

  private String string() {
    at++;
    StringBuilder read = new StringBuilder();
    int from = at;
    for (char next = next(); next != '"'; next = next()) {
      if (next == '\\') {
        read.append(text, from, at);
        at++;
        read.append(escaped());
        from = at;
      } else {
        at++;
      }
    }
    read.append(text, from, at);
    at++;
    return read.toString();
  }

  private char escaped() {
    char kind = next();
    at++;
    return switch (kind) {
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> {
        at += 4;
        try {
          yield (char) Integer.parseInt(text.substring(at - 4, at), 16);
        } catch (IndexOutOfBoundsException | NumberFormatException e) {
          throw new Broken(at);
        }
      }
      default -> kind;
    };
  }

  private Object word(String word, Object value) {
    if (!text.startsWith(word, at)) {
      throw new Broken(at);
    }
    at += word.length();
    return value;
  }

  private Object numeral() {
    int start = at;
    boolean whole = true;
    while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
      whole &= ".eE".indexOf(text.charAt(at)) < 0;
      at++;
    }
    String digits = text.substring(start, at);
    if (digits.isEmpty()) {
      throw new Broken(start);
    }
    try {
      return whole && digits.length() <= LONG_LENGTH
          ? (Object) Long.valueOf(digits)
          : new Fraction(digits);
    } catch (NumberFormatException e) {
      throw new Broken(start);
    }
  }

  private void expect(char wanted) {
    if (peek() != wanted) {
      throw new Broken(at);
    }
    at++;
  }

  /** Returns the next character that is no white space, or 0 at the end. */
  private char peek() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    return at < text.length() ? text.charAt(at) : 0;
  }

  private char next() {
    if (at >= text.length()) {
      throw new Broken(at);
    }
    return text.charAt(at);
  }

  static String write(Object value) {
    StringBuilder text = new StringBuilder();
    write(value, text);
    return text.toString();
  }

  private static void write(Object value, StringBuilder text) {
    if (value instanceof Map<?, ?> map) {
      String before = "{";
      for (Map.Entry<?, ?> each : map.entrySet()) {
        text.append(before);
        quote((String) each.getKey(), text);
        text.append(':');
        write(each.getValue(), text);
        before = ",";
      }
      text.append(map.isEmpty() ? "{}" : "}");
    } else if (value instanceof List<?> list) {
      String before = "[";
      for (Object each : list) {
        text.append(before);
        write(each, text);
        before = ",";
      }
      text.append(list.isEmpty() ? "[]" : "]");
    } else if (value instanceof String string) {
      quote(string, text);
    } else {
      text.append(value instanceof Fraction fraction ? fraction.digits : String.valueOf(value));
    }
  }

  private static void quote(String string, StringBuilder text) {
    text.append('"');
    for (int i = 0; i < string.length(); i++) {
      char each = string.charAt(i);
      if (each == '"' || each == '\\') {
        text.append('\\').append(each);
      } else if (each < ' ' || Character.isSurrogate(each)) {
        String digits = Integer.toHexString(each);
        text.append("\\u").append("0000", digits.length(), 4).append(digits);
      } else {
        text.append(each);
      }
    }
    text.append('"');
  }
}
