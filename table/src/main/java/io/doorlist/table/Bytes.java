package io.doorlist.table;

import java.util.Arrays;

/**
 * Bytes that are equal by content. Whoever makes or reads them shares the array, and does not
 * change it.
 */
public record Bytes(byte[] array) {
  /** Returns whether other bytes are among these, one after the other. */
  boolean contains(Bytes other) {
    int length = other.array.length;
    for (int from = 0; from + length <= array.length; from++) {
      if (Arrays.equals(array, from, from + length, other.array, 0, length)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Bytes same && Arrays.equals(array, same.array);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(array);
  }

  @Override
  public String toString() {
    return array.length + " bytes";
  }
}
