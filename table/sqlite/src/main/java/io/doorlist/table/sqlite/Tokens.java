package io.doorlist.table.sqlite;

import io.doorlist.table.RefusedException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The tokens of transactions that were written. They are kept in memory: who sent one does not
 * outlive this process. The writer alone uses them.
 */
final class Tokens {
  /** How long a token names one transaction. */
  private static final Duration LIFE = Duration.ofMinutes(10);

  private final InstantSource clock;
  private final Map<String, Sent> sent = new LinkedHashMap<>();

  /** What is written, but not yet on the disk. */
  private final Map<String, List<?>> written = new HashMap<>();

  private record Sent(List<?> content, Instant until) {}

  Tokens(InstantSource clock) {
    this.clock = clock;
  }

  /** Begins a commit: of one that failed before nothing is known any more. */
  void begin() {
    written.clear();
  }

  /**
   * Returns whether a transaction was written before.
   *
   * @throws RefusedException if another one was, with the same token
   */
  boolean has(String token, List<?> content) {
    forgetOld();
    Sent before = sent.get(token);
    List<?> same = before == null ? written.get(token) : before.content();
    if (same != null && !same.equals(content)) {
      throw new RefusedException(
          RefusedException.OTHER_CONTENT, "the token names another transaction", null);
    }
    return same != null;
  }

  void write(String token, List<?> content) {
    written.put(token, content);
  }

  /** Keeps a token whose transaction is on the disk. */
  void keep(String token, List<?> content) {
    sent.put(token, new Sent(content, clock.instant().plus(LIFE)));
  }

  private void forgetOld() {
    Instant now = clock.instant();
    Iterator<Sent> oldest = sent.values().iterator();
    while (oldest.hasNext() && !now.isBefore(oldest.next().until())) {
      oldest.remove();
    }
  }
}
