package io.doorlist.door.rules;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads JSON. Objects become maps and arrays become lists. Whole numbers become {@code Long}, and
 * others {@link Comparisons.Decimal}. The page of the scanner runs this class, too, compiled to
 * JavaScript, so that both read rules in the same way.
 */
final class RuleText {
  private static final int MAX_DEPTH = 32;

  /** The maximum number of characters of a whole number that surely fits into a {@code Long}. */
  private static final int LONG_LENGTH = 18;

  private final String text;
  private int at;

  private RuleText(String text) {
    this.text = text;
  }

  static Object read(String text) {
    RuleText reader = new RuleText(text);
    Object value = reader.value(0);
    if (reader.peek() != 0) {
      throw reader.broken();
    }
    return value;
  }

  private Object value(int depth) {
    if (depth > MAX_DEPTH) {
      throw new UnknownRuleException("it is nested too deeply");
    }
    return switch (peek()) {
      case '{' -> object(depth);
      case '[' -> array(depth);
      case '"' -> string();
      case 't' -> word("true", true);
      case 'f' -> word("false", false);
      case 'n' -> word("null", null);
      default -> number();
    };
  }

  private Map<String, Object> object(int depth) {
    Map<String, Object> members = new LinkedHashMap<>();
    at++;
    while (!ends('}', members.isEmpty())) {
      String name = string();
      expect(':');
      members.put(name, value(depth + 1));
    }
    return members;
  }

  private List<Object> array(int depth) {
    List<Object> values = new ArrayList<>();
    at++;
    while (!ends(']', values.isEmpty())) {
      values.add(value(depth + 1));
    }
    return values;
  }

  /**
   * Reads the end of an object or array, or the comma before its next part. Returns whether it was
   * the end.
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
    expect('"');
    StringBuilder read = new StringBuilder();
    while (next() != '"') {
      char character = text.charAt(at++);
      read.append(character == '\\' ? escaped() : character);
    }
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
          throw broken();
        }
      }
      default -> kind;
    };
  }

  private Object word(String word, Object value) {
    if (!text.startsWith(word, at)) {
      throw broken();
    }
    at += word.length();
    return value;
  }

  private Object number() {
    int start = at;
    while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    String digits = text.substring(start, at);
    try {
      return isWhole(digits)
          ? (Object) Long.valueOf(digits)
          : (Object) new Comparisons.Decimal(Decimals.parse(digits));
    } catch (NumberFormatException e) {
      throw broken();
    }
  }

  private static boolean isWhole(String digits) {
    return digits.length() <= LONG_LENGTH
        && !digits.contains(".")
        && !digits.contains("e")
        && !digits.contains("E");
  }

  private void expect(char wanted) {
    if (peek() != wanted) {
      throw broken();
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
      throw broken();
    }
    return text.charAt(at);
  }

  private UnknownRuleException broken() {
    return new UnknownRuleException("it is not JSON");
  }
}
