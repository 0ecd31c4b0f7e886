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
 * The tokens of written transactions. They are only in memory, because no caller retries a token
 * after this process has ended. Only the writer uses them.
 *
 * <p>Of each transaction only a hash is kept. A large import makes a million transactions in ten
 * minutes, and their contents would fill the memory.
 */
final class TransactionTokens {
  /** How long a token is remembered. */
  private static final Duration LIFE = Duration.ofMinutes(10);

  private final InstantSource clock;
  private final Map<String, Sent> sent = new LinkedHashMap<>();

  /** Transactions of the current commit, which is not yet on the disk. */
  private final Map<String, Integer> written = new HashMap<>();

  private record Sent(int hash, Instant until) {}

  TransactionTokens(InstantSource clock) {
    this.clock = clock;
  }

  /** Begins a commit, and forgets the tokens of an earlier one that failed. */
  void begin() {
    written.clear();
  }

  /**
   * Returns whether this transaction was already written.
   *
   * @param hash the hash of what the transaction writes
   * @throws RefusedException if another transaction was written with the same token
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
