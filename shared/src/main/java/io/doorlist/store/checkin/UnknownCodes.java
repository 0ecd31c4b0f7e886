package io.doorlist.store.checkin;

import io.doorlist.domain.CheckinOutcome;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.token.MinuteLimit;
import java.util.OptionalLong;

/**
 * Counts the QR codes that a token asked for and nobody has, minute by minute, and slows the token
 * down when they are too many. Only such codes come here: a code that is there costs nothing more,
 * and is let in however many were not. If the count cannot be kept, the answer is the one that was
 * found. See ADR 0018. Thread-safe.
 */
public final class UnknownCodes {
  /** How many of them a token may ask for in a minute of the clock. */
  static final int MAX = 30;

  private final MinuteLimit limit;

  /** Works on this table. */
  public UnknownCodes(Dynamo dynamo) {
    this.limit = new MinuteLimit(dynamo, MAX);
  }

  /** Counts one more and returns what the door answers. Access pattern 30: 1 write unit. */
  CheckinOutcome answer(String account, String tokenId) {
    OptionalLong wait = limit.count(minute -> TableSchema.unknownCodes(account, tokenId, minute));
    return wait.isEmpty()
        ? new CheckinOutcome.UnknownQrCode()
        : new CheckinOutcome.TooManyUnknownQrCodes(wait.getAsLong());
  }
}
