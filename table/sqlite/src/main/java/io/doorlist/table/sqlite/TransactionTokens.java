package io.doorlist.table.sqlite;

import io.doorlist.table.RefusedException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The tokens of transactions that were written. They are kept in memory: who sent one does not
 * outlive this process. The writer alone uses them.
 *
 * <p>Of what was written only a hash stays. Ten minutes of a large import are a million
 * transactions, whose texts would fill the memory.
 */
final class TransactionTokens {
  /** How long a token names one transaction. */
  private static final Duration LIFE = Duration.ofMinutes(10);

  private final InstantSource clock;
  private final Map<String, Sent> sent = new LinkedHashMap<>();

  /** What is written, but not yet on the disk. */
  private final Map<String, Integer> written = new HashMap<>();

  private record Sent(int hash, Instant until) {}

  TransactionTokens(InstantSource clock) {
    this.clock = clock;
  }

  /** Begins a commit: of one that failed before nothing is known any more. */
  void begin() {
    written.clear();
  }

  /**
   * Returns whether a transaction was written before.
   *
   * @param hash of what the transaction writes
   * @throws RefusedException if another one was, with the same token
   */
  boolean has(String token, int hash) {
    forgetOld();
    Sent before = sent.get(token);
    Integer same = before == null ? written.get(token) : Integer.valueOf(before.hash());
    if (same != null && same != hash) {
      throw new RefusedException(
          RefusedException.OTHER_CONTENT, "the token names another transaction", null);
    }
    return same != null;
  }

  void write(String token, int hash) {
    written.put(token, hash);
  }

  /** Keeps a token whose transaction is on the disk. */
  void keep(String token, int hash) {
    sent.put(token, new Sent(hash, clock.instant().plus(LIFE)));
  }

  private void forgetOld() {
    Instant now = clock.instant();
    Iterator<Sent> oldest = sent.values().iterator();
    while (oldest.hasNext() && !now.isBefore(oldest.next().until())) {
      oldest.remove();
    }
  }
}
