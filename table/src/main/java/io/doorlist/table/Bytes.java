package io.doorlist.table;

import java.util.Arrays;

/**
 * Bytes that are equal by content. The array is shared rather than copied, so nobody may change it.
 */
public record Bytes(byte[] array) {
  /** Returns whether these bytes contain the others as one run. */
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
