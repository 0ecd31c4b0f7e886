package io.doorlist.ingest;

import java.util.Optional;
import java.util.function.Supplier;

/** Repeats what a concurrent change may spoil, within a bound. */
final class Tries {
  static final int MAX = 50;

  private Tries() {}

  static <T> T until(String what, Supplier<Optional<T>> attempt) {
    for (int tries = 0; tries < MAX; tries++) {
      Optional<T> outcome = attempt.get();
      if (outcome.isPresent()) {
        return outcome.get();
      }
    }
    throw new IllegalStateException(what + " changes too often to be written");
  }
}
