package io.doorlist.table.sqlite;

import io.doorlist.table.Bytes;
import io.doorlist.table.FaultException;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Opaque;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * Writes items as bytes, and reads them. The keys of items are left out, because they have columns
 * of their own. The first byte is the format. Then come the number of attributes and, for each, its
 * name, a byte for its type, and its value. A checksum comes last. Lengths, counts and numbers have
 * seven bits in each byte, and the lowest bits come first.
 */
final class RowFormat {
  private static final int FORMAT = 1;
  private static final int SUM_BYTES = 4;
  private static final int MORE = 0x80;
  private static final int LOW_BITS = 0x7f;

  private RowFormat() {}

  /** Returns the key from its two columns. */
  static Key key(byte[] pk, byte[] sk) {
    return new Key(new String(pk, StandardCharsets.UTF_8), new String(sk, StandardCharsets.UTF_8));
  }

  /** Returns a text as the table stores it. These bytes sort as DynamoDB sorts keys. */
  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Returns an item's row; {@code null} for an item without attributes. */
  static byte[] write(Item item) {
    if (item.isEmpty()) {
      return null;
    }
    RowWriter writer = new RowWriter();
    writer.out.write(FORMAT);
    writer.map(item.without(Key.PK, Key.SK).attributes());
    byte[] content = writer.out.toByteArray();
    return ByteBuffer.allocate(content.length + SUM_BYTES)
        .put(content)
        .putInt(sum(content, content.length))
        .array();
  }

  private static int sum(byte[] content, int length) {
    CRC32C sum = new CRC32C();
    sum.update(content, 0, length);
    return (int) sum.getValue();
  }

  /**
   * Reads a row.
   *
   * @param row the row; {@code null} if the item does not exist, which gives an item without
   *     attributes
   * @throws FaultException if it is not a row of this format
   */
  static Item read(Key key, byte[] row) {
    if (row == null) {
      return new Item();
    }
    int length = row.length - SUM_BYTES;
    if (length < 2 || sum(row, length) != ByteBuffer.wrap(row).getInt(length)) {
      throw damaged("a row is not as it was written");
    }
    if (row[0] != FORMAT) {
      throw damaged("a row has an unknown format");
    }
    Reader reader = new Reader(row, length);
    Item item = new Item(key);
    item.attributes().putAll(reader.map());
    if (reader.at != length) {
      throw damaged("a row is longer than its item");
    }
    return item;
  }

  private static FaultException damaged(String how) {
    return new FaultException("the table is damaged: " + how, null);
  }

  private static final class RowWriter {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream(512);

    private void map(Map<?, ?> values) {
      number(values.size());
      values.forEach(
          (name, value) -> {
            text((String) name);
            value(value);
          });
    }

    private void value(Object value) {
      switch (value) {
        case String text -> {
          out.write('S');
          text(text);
        }
        case Long number -> {
          out.write('N');
          // Numbers near zero take few bytes, even if they are negative.
          number(number << 1 ^ number >> Long.SIZE - 1);
        }
        case Boolean flag -> out.write(flag ? 'T' : 'F');
        case Bytes bytes -> {
          out.write('B');
          bytes(bytes.array());
        }
        case Map<?, ?> map -> {
          out.write('M');
          map(map);
        }
        case List<?> list -> list('L', list);
        case Opaque opaque -> opaque(opaque);
        default -> throw new IllegalArgumentException("no row holds a " + value.getClass());
      }
    }

    private void opaque(Opaque opaque) {
      switch (opaque.type()) {
        case "N" -> {
          out.write('D');
          text((String) opaque.value());
        }
        case "NULL" -> out.write('0');
        case "SS" -> list('s', opaque.elements());
        case "NS" -> list('n', opaque.elements());
        case "BS" -> list('b', opaque.elements());
        default -> throw new IllegalArgumentException("no row holds a " + opaque.type());
      }
    }

    private void list(char type, List<?> values) {
      out.write(type);
      number(values.size());
      values.forEach(this::value);
    }

    private void text(String text) {
      bytes(utf8(text));
    }

    private void bytes(byte[] bytes) {
      number(bytes.length);
      out.writeBytes(bytes);
    }

    private void number(long number) {
      long rest = number;
      while ((rest & ~LOW_BITS) != 0) {
        out.write((int) (rest & LOW_BITS) | MORE);
        rest >>>= 7;
      }
      out.write((int) rest);
    }
  }

  private static final class Reader {
    private final byte[] row;
    private final int end;
    private int at = 1;

    private Reader(byte[] row, int end) {
      this.row = row;
      this.end = end;
    }

    private byte next() {
      if (at == end) {
        throw damaged("a row is shorter than its item");
      }
      return row[at++];
    }

    private Map<String, Object> map() {
      int size = length();
      Map<String, Object> values = new LinkedHashMap<>();
      for (int i = 0; i < size; i++) {
        values.put(text(), value());
      }
      return values;
    }

    private Object value() {
      int type = next();
      return switch (type) {
        case 'S' -> text();
        case 'N' -> {
          long number = number();
          yield number >>> 1 ^ -(number & 1);
        }
        case 'T' -> true;
        case 'F' -> false;
        case 'B' -> new Bytes(bytes());
        case 'M' -> Collections.unmodifiableMap(map());
        case 'L' -> list();
        case 'D' -> new Opaque("N", text());
        case '0' -> Opaque.NULL;
        case 's' -> new Opaque("SS", list());
        case 'n' -> new Opaque("NS", list());
        case 'b' -> new Opaque("BS", list());
        default -> throw damaged("a row has the unknown type " + type);
      };
    }

    private List<Object> list() {
      int size = length();
      List<Object> values = new ArrayList<>();
      for (int i = 0; i < size; i++) {
        values.add(value());
      }
      return Collections.unmodifiableList(values);
    }

    private String text() {
      int length = length();
      String text = new String(row, at, length, StandardCharsets.UTF_8);
      at += length;
      return text;
    }

    private byte[] bytes() {
      int length = length();
      byte[] bytes = new byte[length];
      System.arraycopy(row, at, bytes, 0, length);
      at += length;
      return bytes;
    }

    /**
     * Reads how many bytes or values follow. Each takes a byte or more, so a count beyond the rest
     * of the row is damage.
     */
    private int length() {
      long length = number();
      if (length < 0 || length > end - at) {
        throw damaged("a row is shorter than its item");
      }
      return (int) length;
    }

    private long number() {
      long number = 0;
      for (int shift = 0; shift < Long.SIZE; shift += 7) {
        byte next = next();
        number |= (long) (next & LOW_BITS) << shift;
        if ((next & MORE) == 0) {
          return number;
        }
      }
      throw damaged("a row has a number that is too long");
    }
  }
}
