package io.doorlist.table.socket;

import io.doorlist.table.Bytes;
import io.doorlist.table.Condition;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Opaque;
import io.doorlist.table.Path;
import io.doorlist.table.Range;
import io.doorlist.table.Update;
import io.doorlist.table.Write;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads what a {@link MessageWriter} wrote. All methods throw {@link ProtocolException} if the
 * message has something else. Not thread-safe.
 */
final class MessageReader {
  /**
   * The deepest nesting that is read, so that no message overflows the stack. A condition has 300
   * operators at most, and an item 32 levels.
   */
  private static final int DEPTH = 400;

  private static final int MORE = 0x80;
  private static final int LOW_BITS = 0x7f;

  private final byte[] message;
  private int at;
  private int depth;

  MessageReader(byte[] message) {
    this.message = message;
  }

  /** Reads a part of a message. */
  interface Part<T> {
    T read() throws ProtocolException;
  }

  /** Requires that the whole message was read. */
  void end() throws ProtocolException {
    if (at != message.length) {
      throw new ProtocolException("a message is longer than it should be");
    }
  }

  char kind() throws ProtocolException {
    return (char) (next() & 0xff);
  }

  private byte next() throws ProtocolException {
    if (at == message.length) {
      throw tooShort();
    }
    return message[at++];
  }

  private static ProtocolException tooShort() {
    return new ProtocolException("a message is shorter than it should be");
  }

  private static ProtocolException unknown(String what, char kind) {
    return new ProtocolException("a message has an unknown kind of " + what + ": " + (int) kind);
  }

  boolean flag() throws ProtocolException {
    char kind = kind();
    return switch (kind) {
      case 'T' -> true;
      case 'F' -> false;
      default -> throw unknown("flag", kind);
    };
  }

  int count() throws ProtocolException {
    long count = bits();
    if (count < 0 || count > Integer.MAX_VALUE) {
      throw new ProtocolException("a message has a count that is too large");
    }
    return (int) count;
  }

  long number() throws ProtocolException {
    long bits = bits();
    return bits >>> 1 ^ -(bits & 1);
  }

  private long bits() throws ProtocolException {
    long bits = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      byte next = next();
      bits |= (long) (next & LOW_BITS) << shift;
      if ((next & MORE) == 0) {
        return bits;
      }
    }
    throw new ProtocolException("a message has a number that is too long");
  }

  String text() throws ProtocolException {
    int length = length();
    String text = new String(message, at, length, StandardCharsets.UTF_8);
    at += length;
    return text;
  }

  private byte[] bytes() throws ProtocolException {
    int length = length();
    byte[] bytes = new byte[length];
    System.arraycopy(message, at, bytes, 0, length);
    at += length;
    return bytes;
  }

  /**
   * Reads how many bytes or values follow. Each takes a byte or more, so a count beyond the rest of
   * the message is refused.
   */
  private int length() throws ProtocolException {
    int length = count();
    if (length > message.length - at) {
      throw tooShort();
    }
    return length;
  }

  /** Reads a part that may be {@code null}. */
  <T> T optional(Part<T> part) throws ProtocolException {
    return flag() ? part.read() : null;
  }

  <T> List<T> list(Part<? extends T> part) throws ProtocolException {
    int size = length();
    List<T> values = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      values.add(part.read());
    }
    return values;
  }

  Key key() throws ProtocolException {
    return new Key(text(), text());
  }

  Range range() throws ProtocolException {
    return new Range(text(), text(), text(), flag(), count());
  }

  Item item() throws ProtocolException {
    return new Item(map());
  }

  private Map<String, Object> map() throws ProtocolException {
    int size = length();
    Map<String, Object> values = new LinkedHashMap<>();
    for (int i = 0; i < size; i++) {
      values.put(text(), value());
    }
    return values;
  }

  private Object value() throws ProtocolException {
    char kind = kind();
    return switch (kind) {
      case 'S' -> text();
      case 'N' -> number();
      case 'T' -> true;
      case 'F' -> false;
      case 'B' -> new Bytes(bytes());
      case 'M' -> Collections.unmodifiableMap(nested(this::map));
      case 'L' -> values();
      case 'O' -> new Opaque(text(), nested(this::value));
      default -> throw unknown("value", kind);
    };
  }

  private List<Object> values() throws ProtocolException {
    return Collections.unmodifiableList(nested(() -> list(this::value)));
  }

  private <T> T nested(Part<T> part) throws ProtocolException {
    if (++depth > DEPTH) {
      throw new ProtocolException("a message is nested too deep");
    }
    T read = part.read();
    depth--;
    return read;
  }

  private Path path() throws ProtocolException {
    return new Path(list(this::step));
  }

  private Object step() throws ProtocolException {
    char kind = kind();
    return switch (kind) {
      case 'S' -> text();
      case 'N' -> (int) number();
      default -> throw unknown("step", kind);
    };
  }

  Condition condition() throws ProtocolException {
    return nested(this::anyCondition);
  }

  private Condition anyCondition() throws ProtocolException {
    char kind = kind();
    return switch (kind) {
      case 'h' -> new Condition.Has(path());
      case 'l' -> new Condition.Lacks(path());
      case 'e' -> new Condition.LacksElement(text(), value());
      case 'i' -> new Condition.Is(path(), value());
      case 'a' -> new Condition.AtLeast(text(), number());
      case 'b' -> new Condition.Below(text(), number());
      case 's' -> new Condition.Begins(text(), text());
      case '&' -> new Condition.All(list(this::condition));
      case '|' -> new Condition.Either(condition(), condition());
      default -> throw unknown("condition", kind);
    };
  }

  Write write() throws ProtocolException {
    char kind = kind();
    Write write =
        switch (kind) {
          case 'P' -> Write.put(item());
          case 'D' -> Write.delete(key());
          case 'C' -> Write.check(key());
          case 'U' -> update();
          default -> throw unknown("write", kind);
        };
    Condition condition = optional(this::condition);
    return condition == null ? write : write.require(condition);
  }

  private Update update() throws ProtocolException {
    Update update = Update.of(key());
    int steps = length();
    for (int i = 0; i < steps; i++) {
      step(update);
    }
    return update;
  }

  private void step(Update update) throws ProtocolException {
    char kind = kind();
    switch (kind) {
      case 's' -> update.set(path(), value());
      case 'i' -> update.setIfAbsent(text(), value());
      case 'l' -> update.append(text(), value());
      case 'a' -> update.add(text(), number());
      case 'r' -> update.remove(path());
      default -> throw unknown("step", kind);
    }
  }
}
