package io.doorlist.table.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.doorlist.table.Bytes;
import io.doorlist.table.FaultException;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Opaque;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

class RowFormatTest {
  private static final Key KEY = new Key("acme", "ORDER");

  private static Item everything() {
    return new Item(KEY)
        .put("text", "Größe 😀\0")
        .put("empty", "")
        .put("small", -1)
        .put("most", Long.MAX_VALUE)
        .put("least", Long.MIN_VALUE)
        .put("yes", true)
        .put("no", false)
        .put("bytes", new byte[] {0, -1, 127})
        .put("list", List.of("a", 1, List.of(), Map.of()))
        .put("map", Map.of("b", Map.of("c", List.of(2L))))
        .put("fraction", new Opaque("N", "1.5"))
        .put("nothing", Opaque.NULL)
        .put("texts", Opaque.set("SS", Stream.of("b", "a")))
        .put("numbers", Opaque.set("NS", Stream.of("10", "9")))
        .put("parts", Opaque.set("BS", Stream.of(new Bytes(new byte[] {2}))));
  }

  @Test
  void item_isTheSame_afterItWasARow() {
    Item item = everything();

    assertEquals(item, RowFormat.read(KEY, RowFormat.write(item)));
    assertEquals(new Item(KEY), RowFormat.read(KEY, RowFormat.write(new Item(KEY))));
  }

  @Test
  void itemWithoutAttributes_isNoRow() {
    assertNull(RowFormat.write(new Item()));
    assertEquals(new Item(), RowFormat.read(KEY, null));
  }

  /** Rows of a version must be read by later ones: another format has another first byte. */
  @Test
  void row_isAsVersionsBeforeWroteIt() {
    Item item = new Item(KEY).put("at", 300).put("by", "Ada").put("ok", true);

    assertEquals(
        "01" // the format
            + "03" // attributes
            + "02"
            + "6174"
            + "4e"
            + "d804"
            + "02"
            + "6279"
            + "53"
            + "03"
            + "416461"
            + "02"
            + "6f6b"
            + "54"
            + "4eec1c56",
        HexFormat.of().formatHex(RowFormat.write(item)));
  }

  @Test
  void row_isRefused_whenABitIsAnother() {
    byte[] row = RowFormat.write(everything());
    for (int bit = 0; bit < 8 * row.length; bit++) {
      byte[] other = row.clone();
      other[bit / 8] ^= (byte) (1 << bit % 8);
      assertThrows(FaultException.class, () -> RowFormat.read(KEY, other));
    }
    for (int length = 0; length < row.length; length++) {
      byte[] shorter = Arrays.copyOf(row, length);
      assertThrows(FaultException.class, () -> RowFormat.read(KEY, shorter));
    }
  }

  /** Whatever somebody else wrote, with a right sum: a row or a fault, and no other error. */
  @Test
  void row_isReadOrRefused_whateverItHas() {
    SplittableRandom random = new SplittableRandom(1);
    byte[] row = RowFormat.write(everything());
    for (int i = 0; i < 20_000; i++) {
      byte[] other = Arrays.copyOf(row, row.length - random.nextInt(row.length - 5));
      for (int change = random.nextInt(4); change > 0; change--) {
        other[random.nextInt(other.length)] = (byte) random.nextInt();
      }
      CRC32C sum = new CRC32C();
      sum.update(other, 0, other.length - 4);
      ByteBuffer.wrap(other).putInt(other.length - 4, (int) sum.getValue());
      try {
        RowFormat.read(KEY, other);
      } catch (FaultException e) {
        // It is refused.
      }
    }
  }
}
