package io.doorlist.store.checkin;

import io.doorlist.domain.CheckinOutcome;
import io.doorlist.domain.UnavailableException;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.table.TableSchema.Key;
import io.doorlist.store.table.Update;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts the QR codes that a token asked for and nobody has, minute by minute, and slows the token
 * down when they are too many. Only such codes come here: a code that is there costs nothing more,
 * and is let in however many were not. See ADR 0018.
 *
 * <p>Implementation notes. Each token has an item of its own for each minute, so tokens do not wait
 * for each other, and all instances of a function count on the same one. What has been seen to be
 * too many is remembered until the minute is over: a flood costs an instance a write for each of
 * the first {@link #MAX}, and reads after that. If the count cannot be kept, the answer is the one
 * that was found.
 *
 * <p>Thread-safe.
 */
public final class UnknownCodes {
  /** How many of them a token may ask for in a minute of the clock. */
  static final int MAX = 30;

  private static final long WINDOW_SECONDS = 60;

  /** How long a door's answer may wait for the count. */
  private static final Duration PATIENCE = Duration.ofMillis(500);

  /** When the table may drop a count. */
  private static final Duration KEPT = Duration.ofHours(1);

  private static final int MAX_REMEMBERED = 1000;
  private static final String ASKED = "asked";

  private final Dynamo dynamo;
  private final Clock clock;
  private final Set<Key> slowed = ConcurrentHashMap.newKeySet();

  /** Works on this table. */
  public UnknownCodes(Dynamo dynamo) {
    this.dynamo = dynamo;
    this.clock = dynamo.clock();
  }

  /** Counts one more and returns what the door answers. Access pattern 30: 1 write unit. */
  CheckinOutcome answer(String account, String tokenId) {
    Instant now = clock.instant();
    long window = now.getEpochSecond() / WINDOW_SECONDS;
    Instant end = Instant.ofEpochSecond((window + 1) * WINDOW_SECONDS);
    Key key = TableSchema.unknownCodes(account, tokenId, window);
    if (!slowed.contains(key) && count(key, end.plus(KEPT)) <= MAX) {
      return new CheckinOutcome.UnknownQrCode();
    }
    if (slowed.size() >= MAX_REMEMBERED) {
      slowed.clear();
    }
    slowed.add(key);
    return new CheckinOutcome.TooManyUnknownQrCodes(
        Duration.between(now, end).plusNanos(999_999_999).toSeconds());
  }

  /** Returns how many there are now; 0 if the store does not say in time. */
  private long count(Key key, Instant dropAt) {
    Update count = Update.of(key).add(ASKED, 1).set(TableSchema.EXPIRE_AT, dropAt.getEpochSecond());
    try {
      return dynamo
          .update(count, clock.instant().plus(PATIENCE))
          .map(item -> item.number(ASKED))
          .orElse(0L);
    } catch (UnavailableException e) {
      return 0;
    }
  }
}
