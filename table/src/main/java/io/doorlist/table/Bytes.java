package io.doorlist.table;

import java.util.Arrays;

/**
 * Bytes that are equal by content. Whoever makes or reads them shares the array, and does not
 * change it.
 */
public record Bytes(byte[] array) {
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
