package io.doorlist.store.table;

import java.time.DateTimeException;
import java.util.Optional;
import java.util.function.Supplier;

/** Handles items that are not as we write them. */
public final class Unreadable {
  private Unreadable() {}

  /** Reads an item; empty if an attribute is missing, of another type or invalid. */
  public static <T> Optional<T> tryRead(Supplier<T> codec) {
    try {
      return Optional.of(codec.get());
    } catch (NullPointerException
        | IllegalArgumentException
        | IndexOutOfBoundsException
        | DateTimeException e) {
      return Optional.empty();
    }
  }
}
