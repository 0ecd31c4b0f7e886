package io.doorlist.store.checkin.request;

import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.token.MinuteLimit;
import java.util.OptionalLong;

/**
 * Counts the unknown QR codes that a token asks for in a minute, and slows the token down when
 * there are too many. A known code is not counted, costs nothing more, and is let in however many
 * were unknown. If the count cannot be kept, the answer stays as it is. See ADR 0018. Thread-safe.
 */
public final class UnknownCodes {
  /** How many unknown codes a token may ask for in a minute of the clock. */
  public static final int MAX = 30;

  private final MinuteLimit limit;

  public UnknownCodes(Dynamo dynamo) {
    this.limit = new MinuteLimit(dynamo, MAX);
  }

  /** Counts one more and returns the door's answer. Access pattern 30: 1 write unit. */
  public CheckinOutcome answer(String account, String tokenId) {
    OptionalLong wait = limit.count(minute -> TableSchema.unknownCodes(account, tokenId, minute));
    return wait.isEmpty()
        ? new CheckinOutcome.UnknownQrCode()
        : new CheckinOutcome.TooManyUnknownQrCodes(wait.getAsLong());
  }
}
